"""How a sensible player of Banküberfall decides, compiled by Numba: a whole game by such players takes about 0.1 ms.

A player is a row of numbers, its habits: how much it likes to put which card where, which bank it robs and spies on,
and what it takes the others to bid. tune.py finds good ones by letting them play one another. A player looks only at
what its seat knows: the known cards of each bank, how many others lie there, its hand, and which cards it has not seen.

Plain loops, for expressions over arrays take Numba long to compile. Its cache on disk notices changes of a function's
own file only, so nothing here is kept there; playing.py keeps what it makes of this, by keeping.py.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numba
import numpy as np

from bluffhouse.games.bankueberfall.kernel.compiled import (
    BANK,
    BANKS,
    CARDS,
    DETECTIVE,
    HAND,
    KINDS,
    PILE,
    POLICEMAN,
    REWARD,
    SEDUCTRESS,
    THIEF,
    VALUES,
    X,
    _any_kind,
    _below,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Habits = NDArray[np.float64]
    Seed = NDArray[np.uint64]
    Number = int | np.int64

OPEN, REVERSED, CLOSED, TAKEN = range(4)  # how a robbery ends: B15 lowest or highest first, B12 Policeman or Thief
IMAGINED: Final = 8  # how often a bank's contents are imagined before a bid …
GLIMPSES: Final = 4  # … and before a robbery is called
BID_STEPS: Final = 14  # about so many bids are compared

CLASSES: Final = 6  # money, X, Seductress, Policeman, Detective, Thief
TRAITS: Final = 7  # of a bank: 1, its known loot in tens, unknown cards, known ones, and what the known ones come to
PLACING: Final = 0  # where the habits are: a row of traits for each class, …
WORTH: Final = PLACING + CLASSES * TRAITS  # … the pull of a money card's value in fives, …
ROBBING: Final = WORTH + 1  # … of a bank: imagined loot, insight, police, thieves, a known Policeman, known loot, …
SPYING: Final = ROBBING + 6  # … known loot, unknown cards, known ones, whether one card is all that is missing, …
BIDDING: Final = SPYING + 4  # … others bid from so many fair shares to so many, or nothing so often, are so ignorant, …
WARMTH: Final = BIDDING + 4  # … coins: bids this close in worth are about as likely, …
ENVY: Final = WARMTH + 1  # … and what a coin of the others' costs.
HABITS: Final = ENVY + 1

CHANCE: Final[Habits] = np.full(HABITS, np.nan)
"""The habits of one who does anything, each as likely."""
FINE: Final = 1 << 24


class Position(NamedTuple):
    """A game. Cards are counted, not told apart."""

    one: Numbers
    """All its numbers, as they lie in a row of the kernel's compiled.py."""
    known: Numbers
    """Seat x bank x kind: how many cards there each seat knows."""
    seats: Number
    past_unpaid: bool


@numba.njit(cache=False)
def _unit(seed: Seed) -> float:
    """Above 0, below 1."""
    return float((_below(seed, FINE) + 0.5) / FINE)


@numba.njit(cache=False)
def _luck(seed: Seed) -> float:
    """Gumbel's noise: the largest of several worths with it is each as often as softmax says."""
    return -math.log(-math.log(_unit(seed)))


@numba.njit(cache=False)
def scene(cards: Numbers) -> tuple[Number, Number]:
    """B12, B14: how a robbery of these cards would end, and its loot."""
    alone = cards[SEDUCTRESS] != 1
    if alone and cards[POLICEMAN] == 1:
        return CLOSED, 0
    detectives = cards[DETECTIVE] - cards[THIEF] if alone else 0
    if detectives < 0:
        return TAKEN, 0
    money = 0
    for kind in range(X):
        money += cards[kind] * VALUES[kind]
    return (REVERSED if detectives > 0 else OPEN), money * (1 + cards[X])


@numba.njit(cache=False)
def _unseen(game: Position, seat: Number) -> Numbers:
    """The cards that a seat has not seen."""
    cards = np.empty(CARDS, np.int64)
    left = 0
    for kind in range(KINDS):
        count = game.one[PILE + kind]
        for bank in range(BANKS):
            count += game.one[BANK + bank * KINDS + kind] - game.known[seat, bank, kind]
        for other in range(game.seats):
            if other != seat:
                count += game.one[HAND + other * KINDS + kind]
        for _ in range(count):
            cards[left] = kind
            left += 1
    return cards[:left]


@numba.njit(cache=False)
def missing_at(game: Position, seat: Number, bank: Number) -> Number:
    """How many cards of a bank a seat does not know."""
    missing = 0
    for kind in range(KINDS):
        missing += game.one[BANK + bank * KINDS + kind] - game.known[seat, bank, kind]
    return missing


@numba.njit(cache=False)
def _imagine(known: Numbers, missing: Number, unseen: Numbers, scenes: Numbers, seed: Seed) -> None:
    """What robbing a bank may come to, its missing cards drawn from the unseen ones: how it ends, and the loot."""
    cards = np.empty(KINDS, np.int64)
    for time in range(len(scenes)):
        for kind in range(KINDS):
            cards[kind] = known[kind]
        for place in range(missing):
            other = place + _below(seed, len(unseen) - place)
            unseen[place], unseen[other] = unseen[other], unseen[place]
            cards[unseen[place]] += 1
        scenes[time, 0], scenes[time, 1] = scene(cards)


@numba.njit(cache=False)
def _others(game: Position, seat: Number, scenes: Numbers, habits: Habits, seed: Seed) -> Numbers:
    """What the others may bid in each imagined robbery; the own place there is free."""
    loot = opened = 0
    for time in range(len(scenes)):
        loot += scenes[time, 1]
        opened += scenes[time, 0] <= REVERSED
    share = loot / max(1, opened) / game.seats
    bids = np.zeros((len(scenes), game.seats), np.int64)
    for time in range(len(scenes)):
        for other in range(game.seats):
            if other == seat or _unit(seed) < habits[BIDDING + 2]:
                continue
            fair = share if _unit(seed) < habits[BIDDING + 3] else scenes[time, 1] / game.seats
            shares = habits[BIDDING] + (habits[BIDDING + 1] - habits[BIDDING]) * _unit(seed)
            bids[time, other] = min(game.one[HAND + game.seats * KINDS + other], int(fair * shares + 0.5))
    return bids


@numba.njit(cache=False)
def _before(scenes: Numbers, bids: Numbers, seat: Number) -> Numbers:
    """What the others ask in each robbery that pays, before each of them and by it: the own bid is yet to come."""
    asked = np.zeros(bids.shape, np.int64)
    for time in range(len(scenes)):
        upwards = scenes[time, 0] == OPEN
        for other in range(bids.shape[1]):
            for third in range(bids.shape[1]):
                bid = bids[time, third]
                if third != seat and (bid == bids[time, other] or (bid < bids[time, other]) == upwards):
                    asked[time, other] += bid
    return asked


@numba.njit(cache=False)
def _worth(scenes: Numbers, others: tuple[Numbers, Numbers], seat: Number, bid: Number, envy: float) -> float:
    """What a bid brings on average, less what it leaves to the others, whose bids and what was asked are told."""
    bids, asked = others
    seats = bids.shape[1]
    gains: Number = 0
    theirs: Number = 0
    for time in range(len(scenes)):
        end, loot = scenes[time, 0], scenes[time, 1]
        if end > REVERSED:
            gains += -bid if end == TAKEN else (REWARD if bid == 0 else 0)
            for other in range(seats):
                if other != seat:
                    made = bids[time, other]
                    theirs += -made if end == TAKEN else (REWARD if made == 0 else 0)
            continue
        upto = bid
        for other in range(seats):
            if other != seat:
                made = bids[time, other]
                first = made == bid or (made < bid) == (end == OPEN)
                upto += made if first else 0
                theirs += made if asked[time, other] + (bid if made == bid or not first else 0) <= loot else 0
        gains += bid if upto <= loot else 0
    return float((gains - envy * theirs / (seats - 1)) / len(scenes))


@numba.njit(cache=False)
def bid_of(game: Position, seat: Number, bank: Number, habits: Habits, seed: Seed) -> Number:
    coins = game.one[HAND + game.seats * KINDS + seat]
    if math.isnan(habits[0]):
        return _below(seed, coins + 1)
    scenes = np.empty((IMAGINED, 2), np.int64)
    _imagine(game.known[seat, bank], missing_at(game, seat, bank), _unseen(game, seat), scenes, seed)
    bids = _others(game, seat, scenes, habits, seed)
    others = bids, _before(scenes, bids, seat)
    most = 0
    for time in range(IMAGINED):
        most = max(most, scenes[time, 1])
    most = min(most, coins)
    best, chosen = -np.inf, 0
    for bid in range(0, most + 1, 1 + most // BID_STEPS):
        worth = _worth(scenes, others, seat, bid, habits[ENVY]) + habits[WARMTH] * _luck(seed)
        if worth > best:
            best, chosen = worth, bid
    return chosen


@numba.njit(cache=False)
def _count(cards: Numbers) -> Number:
    count = 0
    for kind in range(KINDS):
        count += cards[kind]
    return count


@numba.njit(cache=False)
def placing(known: Numbers, missing: Numbers, hand: Numbers, habits: Habits, worths: Habits) -> None:
    """How much a player likes to put each kind at each bank, from what it knows there; -inf for what it has not."""
    for bank in range(BANKS):
        end, loot = scene(known[bank])
        cards = _count(known[bank])
        for kind in range(KINDS):
            worths[kind, bank] = -np.inf
            if hand[kind] > 0:
                row = PLACING + (0 if kind < X else kind - X + 1) * TRAITS
                worth = habits[row] + habits[row + 1] * loot / 10 + habits[row + 2] * missing[bank]
                worth += habits[row + 3] * cards + (habits[row + 3 + end] if end != OPEN else 0.0)
                worths[kind, bank] = worth + (habits[WORTH] * VALUES[kind] / 5 if kind < X else 0.0)


@numba.njit(cache=False)
def placement(game: Position, seat: Number, habits: Habits, seed: Seed) -> Number:
    """What to put where: 5 x kind + bank."""
    hand = game.one[HAND + seat * KINDS : HAND + (seat + 1) * KINDS]
    if math.isnan(habits[0]):
        return _any_kind(hand, 0, seed) * BANKS + _below(seed, BANKS)
    missing, worths = np.empty(BANKS, np.int64), np.empty((KINDS, BANKS))
    for bank in range(BANKS):
        missing[bank] = missing_at(game, seat, bank)
    placing(game.known[seat], missing, hand, habits, worths)
    best, chosen = -np.inf, 0
    for kind in range(KINDS):
        for bank in range(BANKS):
            worth = worths[kind, bank] + _luck(seed) if hand[kind] > 0 else -np.inf
            if worth > best:
                best, chosen = worth, kind * BANKS + bank
    return chosen


@numba.njit(cache=False)
def _prospect(known: Numbers, missing: Number, scenes: Numbers, habits: Habits) -> float:
    """How much a player likes to rob a bank, from what it knows and imagines there."""
    loot = closed = taken = 0
    for time in range(len(scenes)):
        closed += scenes[time, 0] == CLOSED
        taken += scenes[time, 0] == TAKEN
        loot += scenes[time, 1]
    worth = habits[ROBBING] * loot + habits[ROBBING + 2] * closed + habits[ROBBING + 3] * taken
    end, sure = scene(known)
    cards = _count(known)
    insight = cards / max(1, cards + missing)
    worth = worth / len(scenes) + habits[ROBBING + 1] * insight
    return float(worth + habits[ROBBING + 4] * (end == CLOSED) + habits[ROBBING + 5] * sure)


@numba.njit(cache=False)
def bank_to_rob(game: Position, seat: Number, habits: Habits, seed: Seed) -> Number:
    if math.isnan(habits[0]):
        return _below(seed, BANKS)
    scenes = np.empty((GLIMPSES, 2), np.int64)
    unseen = _unseen(game, seat)
    best, chosen = -np.inf, 0
    for bank in range(BANKS):
        missing = missing_at(game, seat, bank)
        _imagine(game.known[seat, bank], missing, unseen, scenes, seed)
        worth = _prospect(game.known[seat, bank], missing, scenes, habits) + _luck(seed)
        if worth > best:
            best, chosen = worth, bank
    return chosen


@numba.njit(cache=False)
def bank_to_spy(game: Position, seat: Number, habits: Habits, seed: Seed) -> Number:
    """Where to look at a card; -1 where all are known."""
    best, chosen = -np.inf, -1
    for bank in range(BANKS):
        missing = missing_at(game, seat, bank)
        if missing == 0:
            continue
        known = game.known[seat, bank]
        worth = habits[SPYING] * scene(known)[1] + habits[SPYING + 1] * missing
        worth += habits[SPYING + 2] * _count(known) + habits[SPYING + 3] * (missing == 1)
        worth = _luck(seed) + (0.0 if math.isnan(worth) else worth)
        if worth > best:
            best, chosen = worth, bank
    return chosen
