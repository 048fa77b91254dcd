"""Regret matching between all who bid in a robbery, compiled by Numba: the loops of bidding.py.

Arrays go by seat, group of contents that look alike to the seat, and bid. Chances to win hang on differences of money
only, so their powers of e are looked up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numba
import numpy as np

from bluffhouse.bots.bankueberfall.keeping import kept
from bluffhouse.games.bankueberfall.kernel import compiled
from bluffhouse.games.bankueberfall.kernel.compiled import REWARD, _below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Odds = NDArray[np.float64]
    Seed = NDArray[np.uint64]
    Number = int | np.int64

FINE: Final = 1 << 24
POLICE, THIEVES, HIGHEST_FIRST, LOOT = range(4)


class Game(NamedTuple):
    """A robbery. `scenes` has a row a content: police, thieves, highest first, loot."""

    scenes: Numbers
    groups: Numbers
    """Seat by content."""
    bids: Numbers
    """Those that are compared."""
    affords: Numbers
    """How many of them each seat can make: they are in order."""
    wealth: Numbers
    leads: Odds
    """Of every difference of money, beginning with the lowest: how many times as likely to win it makes a seat."""
    habits: Numbers
    """Draw by seat by content."""
    trust: Odds
    """How often each seat bids by habit."""
    past_unpaid: bool


@numba.njit(cache=False)
def _unit(seed: Seed) -> float:
    return float(_below(seed, FINE) / FINE)


@numba.njit(cache=False)
def draw_bids(game: Game, seat: Number, strategy: Odds, made: Numbers, seed: Seed) -> None:
    """A bid of the seat for every content, by what it knows of it or by habit."""
    drawn = _below(seed, len(game.habits))
    for content in range(len(game.scenes)):
        odds = strategy[game.groups[seat, content]]
        mark, chosen = _unit(seed), 0
        for number in range(game.affords[seat]):
            if odds[number] > 0:
                chosen = number
                mark -= odds[number]
                if mark < 0:
                    break
        made[seat, content] = game.bids[chosen]
        if _unit(seed) < game.trust[seat]:
            made[seat, content] = game.habits[drawn, seat, content]


@numba.njit(cache=False)
def _paid(game: Game, scene: Numbers, bids: Numbers, seat: Number) -> bool:
    """B15: whether the loot is enough for this seat's bid, after all that come before it."""
    loot, own = scene[LOOT], bids[seat]
    if not game.past_unpaid:
        asked = 0
        for bid in bids:
            if bid == own or (bid > own) == (scene[HIGHEST_FIRST] == 1):
                asked += bid
        return bool(asked <= loot)
    last = -1
    for _ in bids:
        following = -1
        for bid in bids:
            after = last < 0 or (bid != last and (bid < last) == (scene[HIGHEST_FIRST] == 1))
            if after and (following < 0 or (bid > following) == (scene[HIGHEST_FIRST] == 1)):
                following = bid
        asked = 0
        for bid in bids:
            asked += bid if bid == following else 0
        if following == own:
            return bool(asked <= loot)
        loot -= asked if asked <= loot else 0
        last = following
    return False


@numba.njit(cache=False)
def chance(game: Game, scene: Numbers, bids: Numbers, seat: Number, wealth: Numbers) -> float:
    """How likely a seat is to win after these bids."""
    for other in range(len(bids)):
        gain = bids[other] if _paid(game, scene, bids, other) else 0
        gain -= bids[other] if scene[THIEVES] == 1 else 0
        gain += REWARD if scene[POLICE] == 1 and bids[other] == 0 else 0
        wealth[other] = game.wealth[other] + gain
    total, middle = 0.0, len(game.leads) // 2
    for other in range(len(bids)):
        total += game.leads[min(max(wealth[other] - wealth[seat] + middle, 0), len(game.leads) - 1)]
    return float(1 / total)


@numba.njit(cache=False)
def chances(game: Game, scene: Numbers, room: Numbers, seat: Number, worth: Odds) -> None:
    """Add to `worth` how likely a seat is to win by each of its bids, where nothing is paid past an unpaid bid.

    `chance` for all of them at one stroke: what the others ask of one another is added up once. `room` has four rows,
    the first of them everybody's bids.
    """
    bids, wealth, before, asked = room
    loot, downwards, middle = scene[LOOT], scene[HIGHEST_FIRST] == 1, len(game.leads) // 2
    for other in range(len(bids)):
        made = bids[other]
        before[other] = game.wealth[other] - (made if scene[THIEVES] == 1 else 0)
        before[other] += REWARD if scene[POLICE] == 1 and made == 0 else 0
        asked[other] = 0
        for third in range(len(bids)):
            if third != seat and (bids[third] == made or (bids[third] > made) == downwards):
                asked[other] += bids[third]
    for number in range(game.affords[seat]):
        own = upto = game.bids[number]
        for other in range(len(bids)):
            if other != seat:
                made = bids[other]
                first = made == own or (made > own) == downwards
                upto += made if first else 0
                paid = asked[other] + (own if made == own or not first else 0) <= loot
                wealth[other] = before[other] + (made if paid else 0)
        mine = game.wealth[seat] + (own if upto <= loot else 0) - (own if scene[THIEVES] == 1 else 0)
        wealth[seat] = mine + (REWARD if scene[POLICE] == 1 and own == 0 else 0)
        total = 0.0
        for other in range(len(bids)):
            total += game.leads[min(max(wealth[other] - wealth[seat] + middle, 0), len(game.leads) - 1)]
        worth[number] += 1 / total


@numba.njit(cache=False)
def _learn(strategy: Odds, regrets: Odds, worth: Odds, most: Number) -> None:
    """Regret matching+ (Tammelin 2014): regrets never fall below nothing."""
    mean = total = 0.0
    for number in range(most):
        mean += strategy[number] * worth[number]
    for number in range(most):
        regrets[number] = max(0.0, regrets[number] + worth[number] - mean)
        total += regrets[number]
    for number in range(most):
        strategy[number] = regrets[number] / total if total > 0 else 1 / most


@kept(__file__, compiled.__file__)
def average(game: Game, me: Number, iterations: Number, seed: Seed) -> Odds:
    """The strategy of the seat's first group, over all iterations; later ones weigh more."""
    seats, contents = game.groups.shape
    groups, levels = game.groups.max() + 1, len(game.bids)
    strategy, regrets = np.zeros((seats, groups, levels)), np.zeros((seats, groups, levels))
    found, worth, counts = np.zeros(levels), np.zeros((groups, levels)), np.zeros(groups)
    made, room = np.zeros((seats, contents), np.int64), np.zeros((4, seats), np.int64)
    bids, wealth = room[0], room[1]
    for seat in range(seats):
        strategy[seat, :, : game.affords[seat]] = 1 / game.affords[seat]
    for iteration in range(1, iterations + 1):
        for seat in range(seats):
            draw_bids(game, seat, strategy[seat], made, seed)
        for seat in range(seats):
            worth[:] = 0.0
            counts[:] = 0.0
            for content in range(contents):
                group = game.groups[seat, content]
                counts[group] += 1
                for other in range(seats):
                    bids[other] = made[other, content]
                if not game.past_unpaid:
                    chances(game, game.scenes[content], room, seat, worth[group])
                    continue
                for number in range(game.affords[seat]):
                    bids[seat] = game.bids[number]
                    worth[group, number] += chance(game, game.scenes[content], bids, seat, wealth)
            for group in range(groups):
                if counts[group] > 0:
                    worth[group] /= counts[group]
                    _learn(strategy[seat, group], regrets[seat, group], worth[group], game.affords[seat])
        for number in range(levels):
            found[number] += iteration * strategy[me, 0, number]
    shares: Odds = found / found.sum()
    return shares
