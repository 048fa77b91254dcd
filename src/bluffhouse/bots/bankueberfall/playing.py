"""Whole games of Banküberfall by players of habits, or one decision in many worlds, compiled by Numba."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numba
import numpy as np

from bluffhouse.bots.bankueberfall import habits as habits_file
from bluffhouse.bots.bankueberfall.habits import Position, bank_to_rob, bank_to_spy, bid_of, missing_at, placement
from bluffhouse.bots.bankueberfall.keeping import kept
from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.encode import PHASES
from bluffhouse.games.bankueberfall.kernel import compiled
from bluffhouse.games.bankueberfall.kernel.compiled import (
    BANK,
    BANKS,
    BIDS,
    CARDS,
    CREDIT,
    HAND,
    KINDS,
    OVER,
    PILE,
    PLACE,
    ROB,
    _below,
    _draw,
    _is_empty,
    _rob,
    _spread,
    _turn_tile,
)
from bluffhouse.games.bankueberfall.model import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.bankueberfall.habits import Habits, Number, Numbers, Seed
    from bluffhouse.bots.bankueberfall.particles import Particles
    from bluffhouse.games.bankueberfall.kernel import Lanes

    Arrays = tuple[Numbers, Numbers, Numbers]

SPY: Final = 1
FREE: Final = -1
"""In place of a first choice: whoever decides decides as usual."""


@dataclass(frozen=True)
class Worlds:
    """Positions for the compiled functions: a row a world."""

    rows: Numbers
    known: Numbers
    """World x seat x bank x kind: how many cards there each seat knows."""
    moments: Numbers
    """What is being decided, whose turn it is, the bank being robbed, robberies of the last round, the first choice."""
    past_unpaid: bool

    @property
    def seats(self) -> int:
        return len(self.known[0])

    @property
    def arrays(self) -> Arrays:
        return self.rows, self.known, self.moments

    def pick(self, worlds: NDArray[np.intp]) -> Worlds:
        """Copies of these worlds."""
        return Worlds(self.rows[worlds], self.known[worlds], self.moments[worlds], self.past_unpaid)


def of_particles(particles: Particles) -> Worlds:
    """The position of a view, its hidden part filled in by particles; nobody has sealed a bid but this seat."""
    view, size = particles.view, particles.size
    assert view.turn is not None
    bids = [view.bid if seat == view.me else None for seat in range(view.seats)]
    flat = (particles.pile, particles.banks.reshape(size, -1), particles.hands.reshape(size, -1))
    money = (*view.coins, *view.credits, *(bid or 0 for bid in bids), *(bid is not None for bid in bids))
    rows = np.concatenate(
        (np.tile(view.tiles, (size, 1)), *flat, np.tile(np.array(money, np.int64), (size, 1))), axis=1, dtype=np.int64
    )
    last = view.phase is Phase.BIDS and not view.hand_sizes[view.turn]  # B18
    moment = (PHASES.index(view.phase), view.turn, view.target or 0, last * (1 + len(view.last)), FREE)
    known = np.stack([particles.seen_by(Seat(seat)) for seat in range(view.seats)], axis=1)
    return Worlds(rows, known, np.tile(np.array(moment, np.int64), (size, 1)), view.options.pay_past_unpaid)


def of_lanes(lanes: Lanes) -> Worlds:
    """The games of the batch simulator."""
    table, games = lanes.table, lanes.games
    cards = table.of_banks("cards").reshape(-1, games)
    seats = table.coins, table.piece("credits"), table.bids, table.have_bid
    rows = np.concatenate((table.tiles, table.pile, cards, table.piece("hand"), *seats), dtype=np.int64).T
    known = table.of_banks("known").reshape(BANKS, lanes.seats, KINDS, games).transpose(3, 1, 0, 2)
    left = table.piece("last")[0] + table.piece("to_come").sum(axis=0, dtype=np.uint8)
    first = np.full(games, FREE)
    moments = np.stack((table.phase, table.turn, table.target, left, first), axis=1, dtype=np.int64)
    past_unpaid = lanes.options.pay_past_unpaid
    return Worlds(np.ascontiguousarray(rows), np.ascontiguousarray(known, np.int64), moments, past_unpaid)


def play_outs(worlds: Worlds, tables: Habits, rng: np.random.Generator) -> Numbers:
    """The wealth of each seat (a column) at the end of each world, played by the habits of tables (table x seat)."""
    wealth = np.empty((len(worlds.rows), worlds.seats), np.int64)
    _finish(worlds.arrays, tables, _seed(rng), worlds.past_unpaid, wealth)
    return wealth


def decisions(worlds: Worlds, seat: Seat, habits: Habits, rng: np.random.Generator) -> Numbers:
    """What a seat with these habits does in each world: bid, 5 x kind + bank, or a bank (FREE: nothing)."""
    chosen = np.empty(len(worlds.rows), np.int64)
    _decide(worlds.arrays, int(seat), habits, _seed(rng), chosen)
    return chosen


def _seed(rng: np.random.Generator) -> Seed:
    return rng.integers(0, 1 << 63, 1, np.uint64)


@numba.njit(cache=False)
def _look(game: Position, seat: Number, bank: Number, seed: Seed) -> None:
    """B7: see any of the cards there that are unknown to the seat."""
    mark = _below(seed, missing_at(game, seat, bank))
    for kind in range(KINDS):
        mark -= game.one[BANK + bank * KINDS + kind] - game.known[seat, bank, kind]
        if mark < 0:
            game.known[seat, bank, kind] += 1
            return


@numba.njit(cache=False)
def _robbery(game: Position, bank: Number, table: Habits, seed: Seed) -> None:
    """B11-B17; what was bid before stands."""
    bids, have_bid = HAND + game.seats * (KINDS + 2), HAND + game.seats * (KINDS + 3)
    for seat in range(game.seats):
        if game.one[have_bid + seat] == 0:
            game.one[bids + seat] = bid_of(game, seat, bank, table[seat], seed)
            game.one[have_bid + seat] = 1
    _rob(game.one, game.seats, bank, seed, game.past_unpaid)
    for seat in range(game.seats):
        for kind in range(KINDS):
            game.known[seat, bank, kind] = 0


@numba.njit(cache=False)
def _deal(game: Position, left: Number, seed: Seed) -> Number:
    """The next card of the pile."""
    kind = _draw(game.one, HAND + game.seats * (KINDS + 4), left, seed)
    game.one[PILE + kind] -= 1
    return kind


@numba.njit(cache=False)
def _play(game: Position, moment: Numbers, table: Habits, seed: Seed) -> Number:
    """Tile after tile until somebody has put down the last card: who. The first choice may be given."""
    what, bank, given = moment[0], moment[2], moment[4]
    player: Number = moment[1]
    left = _spread(game.one, HAND + game.seats * (KINDS + 4))
    while True:
        if what == PLACE:
            choice = given if given >= 0 else placement(game, player, table[player], seed)
            hand, kind, bank = HAND + player * KINDS, choice // BANKS, choice % BANKS
            game.one[hand + kind] -= 1
            game.one[BANK + bank * KINDS + kind] += 1
            game.known[player, bank, kind] += 1
            if left > 0:
                game.one[hand + _deal(game, left, seed)] += 1
                left -= 1
            elif _is_empty(game.one, hand):
                return player
        elif what == SPY and given < 0:
            bank = bank_to_spy(game, player, table[player], seed)
            if bank >= 0:
                _look(game, player, bank, seed)
        elif what in (ROB, BIDS):
            if what == ROB:
                bank = given if given >= 0 else bank_to_rob(game, player, table[player], seed)
            _robbery(game, bank, table, seed)
            if left > 0:
                game.one[BANK + bank * KINDS + _deal(game, left, seed)] += 1
                left -= 1
        given = FREE
        player = player + 1 if player + 1 < game.seats else 0
        what = _turn_tile(game.one, seed)


@kept(__file__, habits_file.__file__, compiled.__file__)
def _finish(worlds: Arrays, tables: Habits, seed: Seed, past_unpaid: bool, out: Numbers) -> None:
    rows, knowns, moments = worlds
    games, seats = out.shape
    coins, owed = HAND + seats * KINDS, HAND + seats * (KINDS + 1)
    one = np.empty(rows.shape[1] + CARDS, np.int64)
    for number in range(games):
        for place in range(rows.shape[1]):
            one[place] = rows[number, place]
        game = Position(one, knowns[number].copy(), seats, past_unpaid)
        moment, table = moments[number], tables[number % len(tables)]
        bank, left = moment[2], moment[3]
        if left == 0 and moment[0] != OVER:
            bank, left = _play(game, moment, table, seed), BANKS
        for _ in range(left):  # B18
            _robbery(game, bank, table, seed)
            bank = bank - 1 if bank > 0 else BANKS - 1
        for seat in range(seats):
            out[number, seat] = one[coins + seat] - CREDIT * one[owed + seat]


@kept(__file__, habits_file.__file__, compiled.__file__)
def _decide(worlds: Arrays, seat: Number, habits: Habits, seed: Seed, out: Numbers) -> None:
    rows, knowns, moments = worlds
    for number in range(len(rows)):
        game = Position(rows[number], knowns[number], knowns.shape[1], False)
        what, bank = moments[number, 0], moments[number, 2]
        if what == BIDS:
            out[number] = bid_of(game, seat, bank, habits, seed)
        elif what == PLACE:
            out[number] = placement(game, seat, habits, seed)
        elif what == ROB:
            out[number] = bank_to_rob(game, seat, habits, seed)
        else:
            out[number] = bank_to_spy(game, seat, habits, seed) if what == SPY else FREE
