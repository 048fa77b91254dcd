"""Random play to the end like playouts.py, compiled by Numba: here one game after the other, for they branch.

Only module-level functions, and none from another module of ours: Numba's cache on disk notices changes of this file
alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numba
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Table

    Numbers = NDArray[np.int64]
    Rows = NDArray[Any]
    Seed = NDArray[np.uint64]
    Number = int | np.int64

BANKS: Final = 5
KINDS: Final = 10
TILES: Final = 4
CYCLE: Final = (4, 1, 1, 1)  # B3
VALUES: Final = (2, 3, 4, 5, 10)  # of the first kinds
X, SEDUCTRESS, POLICEMAN, DETECTIVE, THIEF = range(len(VALUES), KINDS)
PLACE, ROB, BIDS, OVER = 0, 3, 4, 6
REWARD: Final = 5
CREDIT: Final = 10
PILE: Final = TILES  # where a game's numbers are in its row: the tiles first, then …
BANK: Final = PILE + KINDS
HAND: Final = BANK + BANKS * KINDS  # … after the hands, for each seat: coins, credits, the bid, whether there is one
CARDS: Final = 45  # … and the pile again, card by card
GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
THIRTY, TWENTY_SEVEN, THIRTY_ONE, HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def finish(table: Table, rng: np.random.Generator, *, past_unpaid: bool) -> NDArray[np.int32]:
    """The wealth at the end, of every seat."""
    cards = table.of_banks("cards").reshape(-1, table.games)
    seats = table.coins, table.piece("credits"), table.bids, table.have_bid
    rows = np.concatenate((table.tiles, table.pile, cards, table.piece("hand"), *seats), dtype=np.int16)
    left = table.piece("last")[0] + table.piece("to_come").sum(axis=0, dtype=np.uint8)
    moments = np.stack((table.phase, table.turn, table.target, left)).astype(np.int64)
    wealth = np.empty((table.seats, table.games), np.int32)
    _finish(np.ascontiguousarray(rows.T), moments, rng.integers(0, 1 << 63, 1, np.uint64), past_unpaid, wealth)
    return wealth


@numba.njit(cache=True)
def _below(seed: Seed, count: Number) -> Number:
    """Sebastiano Vigna's generator SplitMix64; uniform to 1 part in 2^32."""
    seed[0] += GOLDEN
    z = seed[0]
    z = (z ^ (z >> THIRTY)) * FIRST
    z = (z ^ (z >> TWENTY_SEVEN)) * SECOND
    z ^= z >> THIRTY_ONE
    return np.int64(((z >> HALF) * np.uint64(count)) >> HALF)


@numba.njit(cache=True)
def _spread(one: Numbers, cards: Number) -> Number:
    """Lay the pile out card by card; how many there are."""
    left = 0
    for kind in range(KINDS):
        for _ in range(one[PILE + kind]):
            one[cards + left] = kind
            left += 1
    return left


@numba.njit(cache=True)
def _draw(one: Numbers, cards: Number, left: Number, seed: Seed) -> Number:
    """Any card of the pile, whose last one takes its place."""
    place = cards + _below(seed, left)
    kind: Number = one[place]
    one[place] = one[cards + left - 1]
    return kind


@numba.njit(cache=True)
def _any_kind(one: Numbers, hand: Number, seed: Seed) -> Number:
    """One of the kinds in the hand, however many cards there are of it. Loops of known length are the faster ones."""
    kinds = 0
    for kind in range(KINDS):
        kinds += one[hand + kind] > 0
    mark = _below(seed, kinds)
    chosen = upto = 0
    for kind in range(KINDS):
        upto += one[hand + kind] > 0
        chosen += upto <= mark
    return chosen


@numba.njit(cache=True)
def _turn_tile(one: Numbers, seed: Seed) -> Number:
    """B10."""
    left = 0
    for tile in range(TILES):
        left += one[tile]
    if left == 0:
        for tile in range(TILES):
            one[tile] = CYCLE[tile]
            left += CYCLE[tile]
    mark = _below(seed, left)
    turned = upto = 0
    for tile in range(TILES):
        upto += one[tile]
        turned += upto <= mark
    one[turned] -= 1
    return turned


@numba.njit(cache=True)
def _rob(one: Numbers, seats: Number, number: Number, seed: Seed, past_unpaid: bool) -> None:
    """B11-B17; what was bid before the play-out stands."""
    bank, coins = BANK + number * KINDS, HAND + seats * KINDS
    owed, bids, have_bid = coins + seats, coins + 2 * seats, coins + 3 * seats
    for seat in range(seats):
        if one[have_bid + seat] == 0:
            one[bids + seat] = _below(seed, one[coins + seat] + 1)
        one[have_bid + seat] = 0
    seduced = one[bank + SEDUCTRESS] == 1
    detectives = 0 if seduced else one[bank + DETECTIVE] - one[bank + THIEF]
    if one[bank + POLICEMAN] == 1 and not seduced:
        for seat in range(seats):
            one[coins + seat] += REWARD if one[bids + seat] == 0 else 0
    elif detectives < 0:
        for seat in range(seats):
            kept = one[coins + seat] - one[bids + seat]
            one[coins + seat] = kept + CREDIT if kept < CREDIT else kept  # B16
            one[owed + seat] += kept < CREDIT
    else:
        money = 0
        for kind in range(X):
            money += one[bank + kind] * VALUES[kind]
        _pay(one, seats, money * (1 + one[bank + X]), detectives > 0, past_unpaid)
    for kind in range(KINDS):
        one[bank + kind] = 0


@numba.njit(cache=True)
def _pay(one: Numbers, seats: Number, loot: Number, reverse: bool, past_unpaid: bool) -> None:
    """B15: the lowest bid that is left, or the highest, until one cannot be paid. A bid that had its turn is 0."""
    coins = HAND + seats * KINDS
    bids = coins + 2 * seats
    for _ in range(seats):
        following = 0
        for seat in range(bids, bids + seats):
            if one[seat] > 0 and (following == 0 or (one[seat] > following) == reverse):
                following = one[seat]
        asked = 0
        for seat in range(bids, bids + seats):
            asked += following if one[seat] == following else 0
        if following == 0 or (asked > loot and not past_unpaid):
            return
        pays = asked <= loot
        loot -= asked if pays else 0
        for seat in range(seats):
            if one[bids + seat] == following:
                one[coins + seat] += following if pays else 0
                one[bids + seat] = 0


@numba.njit(cache=True)
def _play(one: Numbers, moment: Numbers, seats: Number, seed: Seed, past_unpaid: bool) -> Number:
    """Tile after tile until somebody has put down the last card: who."""
    what, number = moment[0], moment[2]
    player: Number = moment[1]
    cards = HAND + seats * (KINDS + 4)
    left = _spread(one, cards)
    while True:
        if what == PLACE:
            hand = HAND + player * KINDS
            kind = _any_kind(one, hand, seed)
            one[hand + kind] -= 1
            one[BANK + _below(seed, BANKS) * KINDS + kind] += 1
            if left > 0:
                one[hand + _draw(one, cards, left, seed)] += 1
                left -= 1
            elif _is_empty(one, hand):
                return player
        elif what in (ROB, BIDS):
            if what == ROB:
                number = _below(seed, BANKS)
            _rob(one, seats, number, seed, past_unpaid)
            if left > 0:
                one[BANK + number * KINDS + _draw(one, cards, left, seed)] += 1
                left -= 1
        player = player + 1 if player + 1 < seats else 0
        what = _turn_tile(one, seed)


@numba.njit(cache=True)
def _is_empty(one: Numbers, hand: Number) -> bool:
    held = 0
    for kind in range(KINDS):
        held += one[hand + kind]
    return held == 0


@numba.njit(cache=True)
def _finish(rows: Rows, moments: Numbers, seed: Seed, past_unpaid: bool, out: NDArray[np.int32]) -> None:
    seats, games = out.shape
    one, moment = np.empty(rows.shape[1] + CARDS, np.int64), np.empty(len(moments), np.int64)
    coins = HAND + seats * KINDS
    for game in range(games):
        for number in range(rows.shape[1]):
            one[number] = rows[game, number]
        for number in range(len(moment)):
            moment[number] = moments[number, game]
        bank, left = moment[2], moment[3]
        if left == 0 and moment[0] != OVER:
            bank, left = _play(one, moment, seats, seed, past_unpaid), BANKS
        for _ in range(left):  # B18
            _rob(one, seats, bank, seed, past_unpaid)
            bank = bank - 1 if bank > 0 else BANKS - 1
        for seat in range(seats):
            out[seat, game] = one[coins + seat] - CREDIT * one[coins + seats + seat]
