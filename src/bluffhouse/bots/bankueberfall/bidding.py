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

from bluffhouse.games.bankueberfall.kernel.robbery import found, settled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.robbery import Found

    Bids = NDArray[np.int16]
    Odds = NDArray[np.float64]

LEVELS: Final = 15
"""Bids that are compared, at most."""
ITERATIONS: Final = 120
"""In each of them every seat learns from as many robberies as there are imagined contents."""


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


def win_chances(wealth: NDArray[np.int64], warmth: float) -> Odds:
    """How likely each seat (a row) is to win, from the money alone."""
    strength = np.exp((wealth - wealth.max(axis=0)) / warmth)
    chances: Odds = strength / strength.sum(axis=0)
    return chances


def solve(robbery: Robbery, me: int, rng: np.random.Generator, iterations: int = ITERATIONS) -> tuple[Bids, Odds]:
    """The bids compared and how likely to make each; `me` has one group."""
    bids = levels(robbery)
    seats = [_Seat(robbery, seat, bids, fixed=seat != me) for seat in range(len(robbery.coins))]
    scene = found(np.repeat(robbery.cards, len(bids), axis=1))
    for number in range(1, iterations + 1):
        made = np.stack([seat.bid(rng) for seat in seats])
        for seat in seats:
            seat.learn(_chances(robbery, scene, made, seat), number)
    return bids, seats[me].average()


def _chances(robbery: Robbery, scene: Found, made: Bids, seat: _Seat) -> Odds:
    """Content x bid: the seat's chances to win after each of its bids, the others' being what they are."""
    bids = np.repeat(made, len(seat.levels), axis=1)
    bids[seat.number] = np.tile(seat.levels, made.shape[1])
    coins = np.array(robbery.coins, np.int16)[:, None]
    after, in_credit = settled(scene, bids, np.broadcast_to(coins, bids.shape), past_unpaid=robbery.past_unpaid)
    wealth = np.array(robbery.wealth)[:, None] + after - coins - 10 * in_credit
    own: Odds = win_chances(wealth, robbery.warmth)[seat.number]
    return own.reshape(made.shape[1], -1)


class _Seat:
    """What one seat has learned so far: regrets and a strategy in each of its groups."""

    def __init__(self, robbery: Robbery, number: int, levels: Bids, *, fixed: bool) -> None:
        self.number = number
        self.levels = levels
        self.groups = robbery.groups[number]
        self.habits = robbery.habits[:, number]
        self.trust = robbery.trust if fixed else 0.0
        groups = int(self.groups.max()) + 1
        self.members = np.eye(groups)[self.groups].T  # group x content
        self.members /= self.members.sum(axis=1, keepdims=True)
        self.affords = levels <= robbery.coins[number]
        self.regrets = np.zeros((groups, len(levels)))
        self.sums = np.zeros((groups, len(levels)))
        self.strategy = np.tile(self.affords / self.affords.sum(), (groups, 1))

    def bid(self, rng: np.random.Generator) -> Bids:
        """A bid for every content."""
        upto = np.cumsum(self.strategy, axis=1)[self.groups]
        drawn = (upto < rng.random((len(upto), 1)) * upto[:, -1:]).sum(axis=1)
        bids: Bids = self.levels[drawn]
        if self.trust:
            follows = rng.random(len(bids)) < self.trust
            bids = np.where(follows, self.habits[rng.integers(len(self.habits))], bids)
        return bids

    def learn(self, chances: Odds, number: int) -> None:
        """Regret matching+ (Tammelin 2014): regrets never fall below nothing; later strategies weigh more."""
        worth = self.members @ chances
        self.regrets += worth - (self.strategy * worth).sum(axis=1, keepdims=True)
        self.regrets = np.maximum(self.regrets, 0) * self.affords
        total = self.regrets.sum(axis=1, keepdims=True)
        even = np.broadcast_to(self.affords / self.affords.sum(), self.regrets.shape)
        self.strategy = np.where(total > 0, self.regrets / np.where(total > 0, total, 1), even)
        self.sums += number * self.strategy

    def average(self) -> Odds:
        """The strategy of the first group."""
        average: Odds = self.sums[0] / self.sums[0].sum()
        return average
