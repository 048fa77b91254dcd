"""Thousands of games of Vabanque at once: one array per field, one column per game, and everything in step.

All games of a batch have the same number of seats and begin together, so they are always in the same round, phase and
turn: these are plain numbers, and a decision is a handful of operations on whole rows. Players are counted by their
place in the play order, for it is the place that decides who acts. The plain rules are right where the two differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.games.vabanque.encode import FIRST_LAY, FIRST_STAND, FIRST_STEP, MOST_CASINOS, SMALLEST
from bluffhouse.games.vabanque.kernel import playouts
from bluffhouse.games.vabanque.kernel.pay import STEPS, by_seat, earnings, reordered, wrap
from bluffhouse.games.vabanque.kernel.playouts import NOT_LAID, Rest
from bluffhouse.games.vabanque.kernel.sight import KINDS, Sight
from bluffhouse.games.vabanque.kernel.states import read, write
from bluffhouse.games.vabanque.kernel.thought import Thought
from bluffhouse.games.vabanque.model import ALL_KINDS, CASINOS, LAPS, ROUNDS, Edition, Kind, Options, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.thought import Model
    from bluffhouse.games.vabanque.model import State

AFTER: Final = {Phase.STAND: Phase.CHIPS, Phase.CHIPS: Phase.CARDS, Phase.CARDS: Phase.PAWNS}
RAISE, TRAP = ALL_KINDS.index(Kind.RAISE), ALL_KINDS.index(Kind.TRAP)


class Lanes:
    """The games of a batch. Actions are trusted; `sight` is there where somebody wants to see the games."""

    def __init__(self, options: Options, seats: int, games: int) -> None:
        self.options = options
        self.seats = seats
        self.games = games
        self.casinos = CASINOS[seats]
        self.round = 1
        self.phase = Phase.FIRST
        self.turn = 0
        self.order = np.zeros((seats, games), np.uint8)
        self.pawns = np.zeros((seats, games), np.uint8)
        self.money = np.zeros((seats, games), np.uint16)  # in steps of 5,000
        self.placed = np.zeros((ROUNDS, self.casinos, games), np.uint8)  # how many chips of each round
        self.laid = np.zeros((len(ALL_KINDS), seats, games), np.uint8)  # the casino of each lap's card …
        self.kinds = np.full((len(ALL_KINDS), seats, games), NOT_LAID, np.uint8)  # … and what it is
        self.held = np.ones((len(ALL_KINDS), seats, games), np.bool_)
        self.ring = np.arange(self.casinos, dtype=np.uint8)[:, None]
        self.sight: Sight | None = None
        self.thought: Thought | None = None
        self.start: Lanes | None = None  # where games begin again; the set-up where None

    # what a driver asks

    @property
    def actor(self) -> Bytes:
        """The seat that decides, in each game."""
        actor: Bytes = self.order[self.turn % self.seats]
        return actor

    @property
    def observation(self) -> Bytes:
        """What the deciding seat sees: encode.FEATURES rows, a column a game."""
        player = self.turn % self.seats
        seen = self._seeing().observation(player)
        return seen if self.thought is None else np.concatenate((seen, self.thought.seen(self, player)))

    @property
    def legal(self) -> NDArray[np.bool_]:
        """What the deciding seat may do: encode.ACTIONS rows, a column a game."""
        return self._seeing().legal(self, self.turn % self.seats)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended: here all at once."""
        return np.full(self.games, self.phase is Phase.OVER)

    @property
    def any_over(self) -> bool:
        return self.phase is Phase.OVER

    def wealth(self) -> NDArray[np.int32]:
        """The money of each seat."""
        return by_seat(self.money, self.order).astype(np.int32) * SMALLEST

    def states(self) -> list[State]:
        return write(self)

    def see(self) -> None:
        """From now on keep observations and legal actions."""
        self.sight = Sight(self.seats, self.games)
        self._paint()

    def think(self, model: Model) -> None:
        """From now on keep what everybody may think of the others' cards, and let observations tell it."""
        self.thought = Thought(model, self.seats, self.games)

    def keep(self) -> None:
        """From now on games begin again where they are now."""
        self.start = self.pick(np.arange(self.games))

    def _seeing(self) -> Sight:
        if self.sight is None:
            raise ValueError("these games are not being watched: call see() first")
        return self.sight

    # how games begin

    def restart(self, over: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """The games that are over begin again: here they all are."""
        if self.start is not None:
            self._become(self.start)
        else:
            self._set_up(rng)
        self._paint()

    def _set_up(self, rng: np.random.Generator) -> None:
        self.round, self.turn = 1, 0
        self.money.fill(0)
        self.placed.fill(0)
        self._take_cards_back()
        if self.thought is not None:
            self.thought.forget()
        first = self.options.first
        if first is None:
            self.order[:] = rng.integers(0, self.seats, self.games, np.uint8)  # V6
        else:
            self.order[:] = first
        self.order += np.arange(self.seats, dtype=np.uint8)[:, None]
        wrap(self.order, self.seats)
        self.phase, self.pawns[:] = Phase.STAND, 0
        if self.options.edition is Edition.RENEWED:
            self._stand(self.pawns[0])  # V7: casino 0
            self.phase = Phase.CHIPS

    def _become(self, other: Lanes) -> None:
        self.round, self.phase, self.turn = other.round, other.phase, other.turn
        for mine, theirs in zip(self._arrays(), other._arrays(), strict=True):
            np.copyto(mine, theirs)

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        state = self.order, self.pawns, self.money, self.placed, self.laid, self.kinds, self.held
        return state if self.thought is None else (*state, self.thought.likely, self.thought.chips)

    def pick(self, games: NDArray[np.intp]) -> Lanes:
        """A new batch of copies of these games, unwatched."""
        copy = Lanes(self.options, self.seats, len(games))
        copy.round, copy.phase, copy.turn = self.round, self.phase, self.turn
        if self.thought is not None:
            copy.think(self.thought.model)
        for mine, theirs in zip(copy._arrays(), self._arrays(), strict=True):
            np.take(theirs, games, axis=-1, out=mine)
        return copy

    # how games go on

    def step(self, actions: NDArray[np.integer[Any]], rng: np.random.Generator) -> None:
        """One decision in every game; the dealer has nothing to do in between."""
        chosen = actions.astype(np.uint8)
        player = self.turn % self.seats
        match self.phase:
            case Phase.CHIPS:
                self._chip(player, chosen)
            case Phase.CARDS:
                self._card(player, chosen - FIRST_LAY)
            case Phase.PAWNS:
                self._pawn(player, chosen - FIRST_STEP)
            case Phase.STAND:
                self._stand(chosen - FIRST_STAND)
            case Phase.FIRST | Phase.OVER:
                raise ValueError("these games are over, or have not begun")
        self._advance()

    def _from_pawn(self, player: int, steps: Bytes) -> Bytes:
        return wrap(self.pawns[player] + steps, self.casinos)

    def _stand(self, casino: Bytes) -> None:
        self.pawns[:] = casino
        self.pawns += np.arange(0, 2 * self.seats, 2, dtype=np.uint8)[:, None]  # V8
        wrap(self.pawns, self.casinos)

    def _chip(self, player: int, steps: Bytes) -> None:
        if self.thought is not None:
            self.thought.chip(self.order[player], steps)
        casino = self._from_pawn(player, steps)
        self.placed[self.round - 1] += (casino == self.ring).view(np.uint8)
        if self.sight is not None:
            self.sight.chip(casino, STEPS[self.round - 1])

    def _card(self, player: int, lay: Bytes) -> None:
        if self.thought is not None:
            self.thought.follow(self, player, lay)
        lap = self.turn // self.seats
        kind = (lay >= MOST_CASINOS).view(np.uint8) + (lay >= 2 * MOST_CASINOS)
        self.kinds[lap, player] = kind
        self.laid[lap, player] = self._from_pawn(player, lay - kind * np.uint8(MOST_CASINOS))
        self.held[:, player] &= kind != KINDS
        if self.sight is not None:
            self.sight.card(self, player, lap)

    def _pawn(self, player: int, steps: Bytes) -> None:
        self.pawns[player] = self._from_pawn(player, steps)
        if self.sight is not None and player < self.seats - 1:  # after the last one a round ends: all is painted anew
            self.sight.pawn(self, player)

    def _advance(self) -> None:
        self.turn += 1
        if self.turn < self._turns():
            if self.sight is not None and self.turn % self.seats == 0:
                self.sight.moment(self.phase, self.turn)
            return
        self.turn = 0
        if self.phase is Phase.PAWNS:
            self._pay()
            return
        stood = self.phase is Phase.STAND
        self.phase = AFTER[self.phase]
        if stood:
            self._paint()
        elif self.sight is not None:
            self.sight.moment(self.phase, 0)

    def _turns(self) -> int:
        """How many decisions this phase has."""
        match self.phase:
            case Phase.CHIPS:
                return LAPS[self.round - 1] * self.seats
            case Phase.CARDS:
                return len(ALL_KINDS) * self.seats
            case Phase.PAWNS:
                return self.seats
            case _:
                return 1

    def _pay(self) -> None:
        """V12-V19: the payout, then the next round or the end."""
        self.money += earnings(self.chips(), self.lies(RAISE), self.lies(TRAP), self.pawns)
        self._take_cards_back()
        if self.round == ROUNDS:
            self.phase = Phase.OVER
            return
        self.money, self.pawns, self.order = reordered(self.money, self.pawns, self.order)
        self.round, self.phase = self.round + 1, Phase.CHIPS
        self._paint()

    def _take_cards_back(self) -> None:
        self.held.fill(True)
        if self.thought is not None:
            self.thought.likely.fill(0)
        self.kinds.fill(NOT_LAID)

    def _paint(self) -> None:
        if self.sight is not None:
            self.sight.paint(self)

    def chips(self) -> Bytes:
        """What lies at each casino, in steps of 5."""
        total: Bytes = self.placed[0].copy()
        for chips, worth in zip(self.placed[1:], STEPS[1:], strict=True):
            total += chips * np.uint8(worth)
        return total

    def layings(self) -> Iterator[tuple[int, int]]:
        """Lap and player of this round's cards, in the order in which they were laid."""
        laid = {Phase.CARDS: self.turn, Phase.PAWNS: len(ALL_KINDS) * self.seats}.get(self.phase, 0)
        return (divmod(number, self.seats) for number in range(laid))

    def lies(self, kind: int) -> Bytes:
        """The casino of that card of every player; NOT_LAID where it is in the hand."""
        lies: Bytes = np.add.reduce(self.laid * (self.kinds == kind), axis=0, dtype=np.uint8)
        lies |= self.held[kind] * np.uint8(NOT_LAID)
        return lies

    # random play to the end

    def finish(self, rng: np.random.Generator, *, fast: bool) -> NDArray[np.int32]:
        """Play all games to the end at random and tell each seat's money there; these games stay as they are."""
        if self.any_over:
            return self.wealth()
        rest = self._rest(rng)
        if fast:
            from bluffhouse.games.vabanque.kernel import compiled  # noqa: PLC0415 - Numba takes its time to load

            return compiled.finish(rest, self.order, rng) * SMALLEST
        return by_seat(playouts.finish(rest, rng), self.order).astype(np.int32) * SMALLEST

    def _rest(self, rng: np.random.Generator) -> Rest:
        pawns = self.pawns
        if self.phase is Phase.STAND:
            first = rng.integers(0, self.casinos, self.games, np.uint8)
            pawns = wrap(first + np.arange(0, 2 * self.seats, 2, dtype=np.uint8)[:, None], self.casinos)
        chips_left = 0
        if self.phase in (Phase.STAND, Phase.CHIPS):
            chips_left = LAPS[self.round - 1] * self.seats - self.turn  # the turn is 0 while the first pawn stands
        return Rest(
            chips=self.chips(),
            raises=self.lies(RAISE),
            traps=self.lies(TRAP),
            pawns=pawns,
            money=self.money,
            round=self.round,
            chips_left=chips_left,
            moved=self.turn if self.phase is Phase.PAWNS else 0,
        )


def begin(options: Options, seats: int, games: int, rng: np.random.Generator) -> Lanes:
    """New games, dealt; the first decision is open."""
    lanes = Lanes(options, seats, games)
    lanes._set_up(rng)
    return lanes


def load(states: Sequence[State]) -> Lanes:
    """Games at given positions, all at the same moment of the game."""
    return read(states, Lanes)
