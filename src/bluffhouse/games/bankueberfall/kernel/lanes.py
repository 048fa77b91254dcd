"""Thousands of games of Banküberfall at once: one array per field, one column per game, each game at its own moment.

A step sorts the games by what is being decided in them and makes each kind of decision in all its games together; then
the dealer acts until somebody decides in every game. The plain rules are right where the two differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import FIRST_BID, FIRST_CARD, FIRST_ROB, MOST_CARDS, SKIP
from bluffhouse.games.bankueberfall.kernel import playouts
from bluffhouse.games.bankueberfall.kernel.robbery import robbed
from bluffhouse.games.bankueberfall.kernel.sight import Sight, waits_for
from bluffhouse.games.bankueberfall.kernel.states import read, write
from bluffhouse.games.bankueberfall.kernel.table import (
    BIDS,
    KIND_BITS,
    NO_BANK,
    OVER,
    REVEAL,
    SPY,
    SPY_BITS,
    TILE,
    Table,
    drawn,
    leading,
    upto,
)
from bluffhouse.games.bankueberfall.model import BANKS, COPIES, CYCLE, HAND, KINDS

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
ONE: Final = np.uint64(1)


class Lanes:
    """The games of a batch. Actions are trusted; `sight` is there where somebody wants to see the games."""

    def __init__(self, options: Options, seats: int, games: int) -> None:
        self.options = options
        self.seats = seats
        self.games = games
        self.table: Final = Table(seats, games)
        self.every: Final = np.arange(games)
        self.sight: Sight | None = None
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
        return bool(self.over.any())

    def wealth(self) -> NDArray[np.int32]:
        """B19: coins less ten for every credit."""
        return self.table.coins - self.table.piece("credits") * np.int32(10)

    def states(self) -> list[State]:
        return write(self.table, self.options)

    def see(self) -> None:
        """From now on observations and legal actions can be asked for."""
        self.sight = Sight(self.table, past_unpaid=self.options.pay_past_unpaid)

    def _seeing(self) -> Sight:
        if self.sight is None:
            raise ValueError("these games are not being watched: call see() first")
        return self.sight

    def _changed(self) -> None:
        if self.sight is not None:
            self.sight.changed()

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
        self._changed()

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
        self._put(np.tile(games, BANKS), banks, deck[:BANKS].reshape(-1).astype(np.intp), table.layout.dealer)
        table.pile_size[games] = len(DECK) - dealt
        table.tiles[:, games] = ALL_TILES
        table.turn[games] = rng.integers(0, self.seats, len(games), np.uint8)
        table.phase[games] = TILE
        self._turn_tiles(games, rng)

    # how games go on

    def step(self, actions: NDArray[np.integer[Any]], rng: Generator) -> None:
        """One decision in every game, and the dealer's moves after it. What is over stays."""
        phase = self.table.phase.copy()
        present = np.bincount(phase, minlength=TILE)
        chosen = actions.astype(np.intp)
        for number, decide in enumerate((self._place, self._spy, self._reveal, self._rob, self._bid)):
            if present[number]:
                games = (phase == number).nonzero()[0]
                decide(games, chosen[games], rng)
        self._turn_tiles((self.table.phase == TILE).nonzero()[0], rng)
        self._changed()

    def _place(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B6."""
        table = self.table
        seat = table.turn[games].astype(np.intp)
        kind, bank = actions // BANKS, (seat + actions) % BANKS
        table.flat[table.at("hand", seat * len(KINDS) + kind, games)] -= 1
        place = self._put(games, bank, kind, seat)
        table.flat[table.at_bank(bank, games) + table.row_of_bank("known", seat * len(KINDS) + kind)] += 1
        table.flat_minds[(seat * BANKS + bank) * self.games + games] |= ONE << place
        draws = table.pile_size[games] > 0
        if draws.all():
            self._fill_hand(games, seat, rng)
            self._end_turn(games)
            return
        self._fill_hand(games[draws], seat[draws], rng)
        left = table.at("hands", seat, games)
        table.flat[left] -= ~draws
        ends = table.flat[left] == 0
        self._end_turn(games[~ends])
        self._begin_last_round(games[ends], seat[ends])

    def _fill_hand(self, games: Indices, seat: Indices, rng: Generator) -> None:
        kind = self._draw(games, rng)
        self.table.flat[self.table.at("hand", seat * len(KINDS) + kind, games)] += 1

    def _begin_last_round(self, games: Indices, seat: Indices) -> None:
        """B18: first the bank in front of that seat, then the others counter-clockwise."""
        table = self.table
        table.phase[games] = BIDS
        table.target[games] = seat
        table.piece("last")[0, games] = 1
        table.piece("to_come")[:, games] = 1
        table.flat[table.at("to_come", seat, games)] = 0

    def _put(self, games: Indices, bank: Indices, kind: Indices, owner: Indices | int) -> NDArray[np.uint64]:
        """A card face down at the end of the row; tells its place there."""
        table = self.table
        rows = table.at_bank(bank, games)
        length = rows + table.row_of_bank("length")
        place = table.flat[length]
        table.flat[length] = place + np.uint8(1)
        for name, row in (("backs", 0), ("cards", kind), ("down", owner)):
            table.flat[rows + table.row_of_bank(name, row)] += 1
        slot = (bank * MOST_CARDS + place) * self.games + games
        table.flat_cards[slot] = kind | owner << KIND_BITS
        table.flat_spies[slot] = 0
        bits: NDArray[np.uint64] = place.astype(np.uint64)
        table.flat_backs[bank * self.games + games] |= ONE << bits
        return bits

    def _draw(self, games: Indices, rng: Generator) -> Indices:
        """The next card of the pile: each kind as likely as there are cards of it left."""
        kind = drawn(upto(self.table.pile.take(games, axis=1)), rng)
        self.table.flat[self.table.at("pile", kind, games)] -= 1
        self.table.pile_size[games] -= 1
        return kind

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
            if empty.any():
                table.tiles[:, games[empty]] = ALL_TILES
                left = upto(table.tiles.take(games, axis=1))
            tile = drawn(left, rng)
            table.flat[table.at("tiles", tile, games)] -= 1
            table.phase[games] = tile  # the first phases have the numbers of the tiles
            looking = ((tile == SPY) | (tile == REVEAL)).nonzero()[0]
            if not len(looking):
                return
            backs = table.of_banks("backs")[:, 0, games[looking]].max(axis=0)
            games = games[looking[backs < tile[looking]]]  # B7: one card is enough (SPY is 1); B8: two (REVEAL is 2)
            self._end_turn(games)

    def _spy(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B7."""
        looks = actions != SKIP
        self._look(games[looks], actions[looks])
        self._end_turn(games)

    def _look(self, games: Indices, actions: Indices) -> None:
        table = self.table
        seat = table.turn[games].astype(np.intp)
        bank, bit, slot = self._point(games, seat, actions)
        kind, owner = self._card(slot)
        spies = table.flat_spies[slot]
        first = ~self._has_spied(spies, seat)
        table.flat_spies[slot] = np.where(first, spies << SPY_BITS | seat + 1, spies)
        rows = table.at_bank(bank, games)
        mind = (seat * BANKS + bank) * self.games + games
        minds = table.flat_minds
        table.flat[rows + table.row_of_bank("known", seat * len(KINDS) + kind)] += minds[mind] & bit == 0
        table.flat[rows + table.row_of_bank("looked", seat * (self.seats + 1) + owner)] += first
        minds[mind] |= bit

    def _reveal(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B8."""
        turns = actions != SKIP
        self._turn_up(games[turns], actions[turns])
        self._end_turn(games)

    def _turn_up(self, games: Indices, actions: Indices) -> None:
        table = self.table
        bank, bit, slot = self._point(games, table.turn[games].astype(np.intp), actions)
        kind, owner = self._card(slot)
        rows = table.at_bank(bank, games)
        seats = np.arange(self.seats)[:, None]
        spied = self._has_spied(table.flat_spies[slot], seats)
        knew = table.flat_minds[(seats * BANKS + bank) * self.games + games] & bit != 0
        table.flat[rows + table.row_of_bank("known", seats * len(KINDS) + kind)] += ~knew
        table.flat[rows + table.row_of_bank("looked", seats * (self.seats + 1) + owner)] -= spied
        table.flat[rows + table.row_of_bank("up", kind)] += 1
        table.flat[rows + table.row_of_bank("down", owner)] -= 1
        table.flat[rows + table.row_of_bank("backs")] -= 1
        table.flat_backs[bank * self.games + games] ^= bit

    def _point(self, games: Indices, seat: Indices, actions: Indices) -> tuple[Indices, NDArray[np.uint64], Indices]:
        """The bank, the bit and the slot of the face-down card that an action means: first come those unknown."""
        steps, number = np.divmod(actions - FIRST_CARD, MOST_CARDS)
        bank = (seat + steps) % BANKS
        down = self.table.flat_backs[bank * self.games + games]
        mind = self.table.flat_minds[(seat * BANKS + bank) * self.games + games]
        unknown = down & ~mind
        count = np.bitwise_count(unknown)
        among = number < count
        bit = nth_bit(np.where(among, unknown, down & mind), np.where(among, number, number - count))
        slot = (bank * MOST_CARDS + np.bitwise_count(bit - ONE)) * self.games + games
        return bank, bit, slot

    def _card(self, slot: Indices) -> tuple[Indices, Indices]:
        """Its kind and who put it there."""
        card = self.table.flat_cards[slot].astype(np.intp)
        return card & (1 << KIND_BITS) - 1, card >> KIND_BITS

    def _has_spied(self, spies: NDArray[np.uint16], seat: Indices) -> NDArray[np.bool_]:
        found = np.zeros(np.broadcast_shapes(spies.shape, seat.shape), np.bool_)
        for place in range(self.seats):
            found |= spies >> place * SPY_BITS & (1 << SPY_BITS) - 1 == seat + 1
        return found

    def _rob(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B9."""
        self.table.target[games] = (self.table.turn[games] + actions - FIRST_ROB) % BANKS
        self.table.phase[games] = BIDS

    def _bid(self, games: Indices, actions: Indices, rng: Generator) -> None:
        """B11: the last bid opens them all."""
        table = self.table
        have = table.have_bid.take(games, axis=1)
        seat = leading(have).astype(np.intp)
        table.flat[table.at("have_bid", seat, games)] = 1
        table.bids.reshape(-1)[seat * self.games + games] = actions - FIRST_BID
        settled = games[np.add.reduce(have, axis=0, dtype=np.uint8) == self.seats - 1]
        if len(settled):
            self._settle(settled, rng)

    def _settle(self, games: Indices, rng: Generator) -> None:
        table = self.table
        bank = table.target[games].astype(np.intp)
        rows = table.at_bank(bank, games)
        cards = table.flat[rows + table.row_of_bank("cards", np.arange(len(KINDS))[:, None])]
        past_unpaid = self.options.pay_past_unpaid
        coins, in_credit = robbed(
            cards, table.bids.take(games, axis=1), table.coins.take(games, axis=1), past_unpaid=past_unpaid
        )
        table.coins[:, games] = coins
        table.piece("credits")[:, games] += in_credit
        table.have_bid[:, games] = 0
        table.piece("gone")[:, games] += cards  # B17
        table.clear_banks(bank, games)
        self._go_on(games, bank, rng)

    def _go_on(self, games: Indices, bank: Indices, rng: Generator) -> None:
        """After a robbery: to the next one of the last round, or on with the game, or to its end."""
        table = self.table
        last = table.piece("last")[0, games] != 0
        if last.any():
            self._rob_on(games[last], bank[last])
            games, bank = games[~last], bank[~last]
        table.target[games] = NO_BANK
        refills = table.pile_size[games] > 0
        filled = games[refills]
        self._put(filled, bank[refills], self._draw(filled, rng), table.layout.dealer)
        self._end_turn(games)

    def _rob_on(self, games: Indices, bank: Indices) -> None:
        table = self.table
        following = (bank + BANKS - 1) % BANKS
        flag = table.at("to_come", following, games)
        comes = table.flat[flag] != 0
        table.flat[flag] = 0
        table.target[games] = np.where(comes, following, NO_BANK)
        table.phase[games[~comes]] = OVER
        table.piece("last")[0, games] = comes

    # random play to the end

    def finish(self, rng: Generator, *, fast: bool) -> NDArray[np.int32]:
        """Play all games to the end at random and tell each seat's wealth there; these games stay as they are."""
        if fast:
            from bluffhouse.games.bankueberfall.kernel import compiled  # noqa: PLC0415 - Numba takes its time to load

            return compiled.finish(self.table, rng, past_unpaid=self.options.pay_past_unpaid)
        return playouts.finish(self.table, rng, past_unpaid=self.options.pay_past_unpaid)


def nth_bit(bits: NDArray[np.uint64], number: Indices) -> NDArray[np.uint64]:
    """The bit that so many lower ones precede."""
    for place in range(number.max(initial=0)):
        bits = np.where(number > place, bits & bits - ONE, bits)
    return bits & ~bits + ONE


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
