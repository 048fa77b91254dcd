"""What to bid in a robbery: regret matching between all who bid, over imagined contents of the bank.

Everybody bids at the same time and knows something else of what lies there. Imagined contents come with what each seat
would know of them; contents that look alike to a seat are one group to it, and in every group it has a strategy of its
own: odds over a few bids. In turn, each seat looks what every one of its bids would have brought against what the
others just bid, and grows fond of the bids it regrets not having made. The average strategy is what is played: mixed,
as it must be wherever a Detective may be about. The others are taken to follow their habits as often as these are
trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.bots.bankueberfall import regrets
from bluffhouse.games.bankueberfall.kernel.robbery import found

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bids = NDArray[np.int16]
    Odds = NDArray[np.float64]

LEVELS: Final = 15
"""Bids that are compared, at most."""
ITERATIONS: Final = 120
"""In each of them every seat learns from as many robberies as there are imagined contents."""
FARTHEST: Final = 200
"""Coins: a lead larger than this is worth no more."""


@dataclass(frozen=True)
class Robbery:
    """Imagined contents (a column each) and all that matters for bidding on them."""

    cards: NDArray[np.uint8]
    """Kind x content."""
    groups: NDArray[np.intp]
    """Seat x content: contents with the same number look alike to the seat."""
    coins: tuple[int, ...]
    wealth: tuple[int, ...]
    warmth: float
    """Coins: a lead of so much makes a seat e times as likely to win."""
    habits: Bids
    """Draw x seat x content: what each seat would bid by its habits."""
    trust: float
    """How often the others follow them."""
    past_unpaid: bool = False


def levels(robbery: Robbery) -> Bids:
    """The bids worth comparing: nothing, what the habits show, fair shares of the possible loots, then any between."""
    loot = found(robbery.cards).loot
    seats, most = len(robbery.coins), min(max(robbery.coins), int(max(loot.max(), robbery.habits.max())))
    fair = np.concatenate((loot // seats, loot // max(1, seats - 1), loot))
    seen = np.unique(np.concatenate((fair, robbery.habits.ravel(), [0])))
    seen = _evenly(seen[seen <= most], LEVELS)
    between = np.setdiff1d(np.arange(most + 1), seen)
    return np.sort(np.concatenate((seen, _evenly(between, LEVELS - len(seen))))).astype(np.int16)


def _evenly(numbers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """At most so many of them, the first and the last among them."""
    if len(numbers) <= count:
        return numbers
    return numbers[np.linspace(0, len(numbers) - 1, count).round().astype(np.intp)]


def solve(robbery: Robbery, me: int, rng: np.random.Generator, iterations: int = ITERATIONS) -> tuple[Bids, Odds]:
    """The bids compared and how likely to make each; `me` has one group."""
    bids = levels(robbery)
    return bids, regrets.average(game(robbery, bids, me), me, iterations, rng.integers(0, 1 << 63, 1, np.uint64))


def game(robbery: Robbery, bids: Bids, me: int) -> regrets.Game:
    """The robbery as the compiled loops want it."""
    scene = found(robbery.cards)
    coins = np.array(robbery.coins)
    return regrets.Game(
        scenes=np.stack((scene.police, scene.thieves, scene.highest_first, scene.loot), axis=1, dtype=np.int64),
        groups=np.ascontiguousarray(robbery.groups, np.int64),
        bids=bids.astype(np.int64),
        affords=np.searchsorted(bids, coins, side="right").astype(np.int64),
        wealth=np.array(robbery.wealth, np.int64),
        leads=np.exp(np.arange(-FARTHEST, FARTHEST + 1) / robbery.warmth),
        habits=np.ascontiguousarray(robbery.habits, np.int64),
        trust=np.where(np.arange(len(coins)) == me, 0.0, robbery.trust),
        past_unpaid=robbery.past_unpaid,
    )
