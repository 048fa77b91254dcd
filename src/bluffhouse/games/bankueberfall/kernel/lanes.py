"""Thousands of games of Banküberfall at once: one array per field, one column per game, each game at its own moment.

A step sorts the games by what is being decided in them and makes each kind of decision in all its games together; then
the dealer acts until somebody decides in every game. The plain rules are right where the two differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import FIRST_BID, FIRST_ROB, SKIP
from bluffhouse.games.bankueberfall.kernel import playouts
from bluffhouse.games.bankueberfall.kernel.drawing import Drawing
from bluffhouse.games.bankueberfall.kernel.looking import Looking
from bluffhouse.games.bankueberfall.kernel.placing import Placing
from bluffhouse.games.bankueberfall.kernel.robbery import robbed
from bluffhouse.games.bankueberfall.kernel.sight import Sight, waits_for
from bluffhouse.games.bankueberfall.kernel.states import read, write
from bluffhouse.games.bankueberfall.kernel.table import (
    BIDS,
    NO_BANK,
    OVER,
    REVEAL,
    ROB,
    SPY,
    TILE,
    Table,
    drawn,
    first_without,
    upto,
)
from bluffhouse.games.bankueberfall.model import BANKS, COPIES, CYCLE, HAND, KINDS, TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Bytes, Indices
    from bluffhouse.games.bankueberfall.model import Options, State

    Generator = np.random.Generator

ALL_KINDS: Final = np.arange(len(KINDS), dtype=np.uint8)[:, None]
DECK: Final = np.repeat(ALL_KINDS[:, 0], COPIES)
FULL_PILE: Final = np.array(COPIES, np.uint8)[:, None]
ALL_TILES: Final = np.array(CYCLE, np.uint8)[:, None]
LOOKS: Final = np.array([tile in (SPY, REVEAL) for tile in range(len(TILES))])


class Lanes:
    """The games of a batch. Actions are trusted; `sight` is there where somebody wants to see the games."""

    def __init__(self, options: Options, seats: int, games: int) -> None:
        self.options = options
        self.seats = seats
        self.games = games
        self.table: Final = Table(seats, games)
        self.drawing: Final = Drawing(self.table)
        self.looking: Final = Looking(self.table)
        self.placing: Final = Placing(self.table)
        self.backs: Final = self.table.of_banks("backs")[:, 0]
        self.credits, self.gone = self.table.piece("credits"), self.table.piece("gone")
        self.last: Final = self.table.piece("last")[0]
        self.cards: Final = self.table.layout.bank["cards"].start + np.arange(len(KINDS))[:, None]
        self.every: Final = np.arange(games)
        self.decisions: Final = self._place, self._spy, self._reveal, self._rob, self._bid
        self.sight: Sight | None = None
        self.settled = False  # a robbery came to its end in the last step
        self.start: Lanes | None = None  # where games begin again; the set-up where None

    # what a driver asks

    @property
    def actor(self) -> Bytes:
        """The seat that decides, in each game."""
        return waits_for(self.table)

    @property
    def observation(self) -> Bytes:
        """What the deciding seat sees: encode.FEATURES rows, a column a game."""
        return self._seeing().observation()

    @property
    def legal(self) -> NDArray[np.bool_]:
        """What the deciding seat may do: encode.ACTIONS rows, a column a game."""
        return self._seeing().legal()

    @property
    def over(self) -> NDArray[np.bool_]:
        over: NDArray[np.bool_] = self.table.phase == OVER
        return over

    @property
    def any_over(self) -> bool:
        return bool(np.count_nonzero(self.over))

    def wealth(self) -> NDArray[np.int32]:
        """B19: coins less ten for every credit."""
        return self.table.coins - self.credits * np.int32(10)

    def states(self) -> list[State]:
        return write(self.table, self.options)

    def see(self) -> None:
        """From now on observations and legal actions can be asked for."""
        self.sight = Sight(self.table, past_unpaid=self.options.pay_past_unpaid)

    def _seeing(self) -> Sight:
        if self.sight is None:
            raise ValueError("these games are not being watched: call see() first")
        return self.sight

    # how games begin

    def keep(self) -> None:
        """From now on games begin again where they are now."""
        self.start = self.pick(self.every)

    def pick(self, games: NDArray[np.intp]) -> Lanes:
        """A new batch of copies of these games, unwatched."""
        copy = Lanes(self.options, self.seats, len(games))
        copy.table.take(self.table, games)
        return copy

    def restart(self, over: NDArray[np.bool_], rng: Generator) -> None:
        """These games begin again."""
        games = np.flatnonzero(over)
        if self.start is not None:
            self.table.put(self.start.table, games)
        else:
            self._set_up(games, rng)
        if self.sight is not None:
            self.sight.changed()

    def _set_up(self, games: Indices, rng: Generator) -> None:
        """B5: a card to each bank, five to each hand, and the first player by lot."""
        table = self.table
        table.clear(games)
        dealt = BANKS + HAND * self.seats
        deck = np.ascontiguousarray(rng.permuted(np.tile(DECK, (len(games), 1)), axis=1)[:, :dealt].T)
        of_kind = deck[:, None] == ALL_KINDS
        held = np.add.reduce(of_kind[BANKS:].reshape(self.seats, HAND, -1, len(games)), axis=1, dtype=np.uint8)
        table.piece("hand")[:, games] = held.reshape(-1, len(games))
        table.piece("hands")[:, games] = HAND
        table.pile[:, games] = FULL_PILE - np.add.reduce(of_kind, axis=0, dtype=np.uint8)
        banks = np.repeat(np.arange(BANKS), len(games))
        self.placing.by_dealer(np.tile(games, BANKS), banks, deck[:BANKS].reshape(-1).astype(np.intp))
        table.pile_size[games] = len(DECK) - dealt
        table.tiles[:, games] = ALL_TILES
        table.turn[games] = rng.integers(0, self.seats, len(games), np.uint8)
        table.phase[games] = TILE
        self._turn_tiles(games, rng)

    # how games go on

    def step(self, actions: NDArray[np.integer[Any]], rng: Generator) -> None:
        """One decision in every game, and the dealer's moves after it. What is over stays."""
        self.settled = False
        chosen = actions.astype(np.intp, copy=False)
        phase = self.table.phase
        first = phase.item(0)
        if first < TILE and (self.games == 1 or np.count_nonzero(phase == first) == self.games):  # no sorting
            self.decisions[first](self.every, chosen, rng)
            rows_change = first < ROB
        else:
            phase = phase.copy()
            present = np.bincount(phase, minlength=TILE)
            for number, decide in enumerate(self.decisions):
                if present[number]:
                    games = (phase == number).nonzero()[0]
                    decide(games, chosen[games], rng)
            rows_change = bool(np.count_nonzero(present[:ROB]))
        if self.games > 1:
            self._turn_tiles((self.table.phase == TILE).nonzero()[0], rng)
        elif phase.item(0) == TILE:
            self._turn_tiles(self.every, rng)
        if self.sight is not None:
            self.sight.changed(banks=self.settled or rows_change, coins=self.settled)

    def _place(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B6."""
        table = self.table
        seat = table.turn[games].astype(np.intp)
        self.placing.by_seat(games, seat, actions)
        draws = table.pile_size[games] > 0
        if np.count_nonzero(draws) == len(draws):
            self.drawing.to_hand(games, seat, rng)
            self._end_turn(games)
            return
        self.drawing.to_hand(games[draws], seat[draws], rng)
        left = table.at("hands", seat, games)
        table.flat[left] -= ~draws
        ends = table.flat[left] == 0
        self._end_turn(games[~ends])
        self._begin_last_round(games[ends], seat[ends])

    def _begin_last_round(self, games: Indices, seat: Indices) -> None:
        """B18: first the bank in front of that seat, then the others counter-clockwise."""
        table = self.table
        table.phase[games] = BIDS
        table.target[games] = seat
        self.last[games] = 1
        table.piece("to_come")[:, games] = 1
        table.flat[table.at("to_come", seat, games)] = 0

    def _end_turn(self, games: Indices) -> None:
        """Clockwise to the next; B10: after the seventh tile all seven are shuffled again."""
        table = self.table
        following = table.turn[games] + np.uint8(1)
        table.turn[games] = following * (following < self.seats)
        table.phase[games] = TILE

    def _turn_tiles(self, games: Indices, rng: Generator) -> None:
        """The dealer turns tiles up until each game has one that asks for a decision."""
        table = self.table
        while len(games):
            left = upto(table.tiles.take(games, axis=1))
            empty = left[-1] == 0
            if np.count_nonzero(empty):
                table.tiles[:, games[empty]] = ALL_TILES
                left = upto(table.tiles.take(games, axis=1))
            tile = drawn(left, rng)
            table.tiles[tile, games] -= 1
            table.phase[games] = tile  # the first phases have the numbers of the tiles
            looking = LOOKS[tile].nonzero()[0]
            if not len(looking):
                return
            backs = np.maximum.reduce(self.backs.take(games[looking], axis=1), axis=0)
            games = games[looking[backs < tile[looking]]]  # B7: one card is enough (SPY is 1); B8: two (REVEAL is 2)
            self._end_turn(games)

    def _spy(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B7."""
        self.looking.spy(*_not_skipped(games, actions))
        self._end_turn(games)

    def _reveal(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B8."""
        self.looking.reveal(*_not_skipped(games, actions))
        self._end_turn(games)

    def _rob(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B9."""
        self.table.target[games] = (self.table.turn[games] + actions - FIRST_ROB) % BANKS
        self.table.phase[games] = BIDS

    def _bid(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B11: the last bid opens them all."""
        table = self.table
        have = table.have_bid.take(games, axis=1)
        seat = first_without(have)
        table.flat[table.at("have_bid", seat, games)] = 1
        table.bids.reshape(-1)[seat * self.games + games] = actions - FIRST_BID
        settled = games[np.add.reduce(have, axis=0, dtype=np.uint8) == self.seats - 1]
        if len(settled):
            self._settle(settled, rng)

    def _settle(self, games: Indices, rng: Generator) -> None:
        table = self.table
        self.settled = True
        bank = table.target[games].astype(np.intp)
        cards = table.banks[bank, self.cards, games]
        past_unpaid = self.options.pay_past_unpaid
        coins, in_credit = robbed(
            cards, table.bids.take(games, axis=1), table.coins.take(games, axis=1), past_unpaid=past_unpaid
        )
        table.coins[:, games] = coins
        if np.count_nonzero(in_credit):
            self.credits[:, games] += in_credit
        table.have_bid[:, games] = 0
        self.gone[:, games] += cards  # B17
        table.clear_banks(bank, games)
        self._go_on(games, bank, rng)

    def _go_on(self, games: Indices, bank: Indices, rng: Generator) -> None:
        """After a robbery: to the next one of the last round, or on with the game, or to its end."""
        table = self.table
        last = self.last[games] != 0
        if np.count_nonzero(last):
            self._rob_on(games[last], bank[last])
            games, bank = games[~last], bank[~last]
        table.target[games] = NO_BANK
        refills = table.pile_size[games] > 0
        if np.count_nonzero(refills):
            filled = games[refills]
            self.placing.by_dealer(filled, bank[refills], self.drawing.to_dealer(filled, rng))
        self._end_turn(games)

    def _rob_on(self, games: Indices, bank: Indices) -> None:
        table = self.table
        following = (bank + BANKS - 1) % BANKS
        flag = table.at("to_come", following, games)
        comes = table.flat[flag] != 0
        table.flat[flag] = 0
        table.target[games] = np.where(comes, following, NO_BANK)
        table.phase[games[~comes]] = OVER
        self.last[games] = comes

    # random play to the end

    def finish(self, rng: Generator, *, fast: bool) -> NDArray[np.int32]:
        """Play all games to the end at random and tell each seat's wealth there; these games stay as they are."""
        if fast:
            from bluffhouse.games.bankueberfall.kernel import compiled  # noqa: PLC0415 - Numba takes its time to load

            return compiled.finish(self.table, rng, past_unpaid=self.options.pay_past_unpaid)
        return playouts.finish(self.table, rng, past_unpaid=self.options.pay_past_unpaid)


def _not_skipped(games: Indices, actions: Indices) -> tuple[Indices, Indices]:
    looks = actions != SKIP
    return (games, actions) if np.count_nonzero(looks) == len(looks) else (games[looks], actions[looks])


def begin(options: Options, seats: int, games: int, rng: Generator) -> Lanes:
    """New games, dealt; the first decision is open."""
    lanes = Lanes(options, seats, games)
    lanes._set_up(lanes.every, rng)
    return lanes


def load(states: Sequence[State]) -> Lanes:
    """Games at given positions, each wherever somebody decides."""
    lanes = Lanes(states[0].options, states[0].seats, len(states))
    read(lanes.table, states)
    return lanes
