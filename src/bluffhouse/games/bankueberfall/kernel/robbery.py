"""The arithmetic of many robberies at once, as robbery.py does one. Every array has one column a game."""

from __future__ import annotations

from operator import add, mul
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from bluffhouse.games.bankueberfall.model import CREDIT, FLOOR, KINDS, MONEY, REWARD, Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Bytes, Coins

WORTH: Final = [MONEY.get(kind, 0) for kind in KINDS]
VALUES: Final = np.array(WORTH, np.uint8)[:, None]
X, SEDUCTRESS, POLICEMAN, DETECTIVE, THIEF = (
    KINDS.index(kind) for kind in (Kind.X, Kind.SEDUCTRESS, Kind.POLICEMAN, Kind.DETECTIVE, Kind.THIEF)
)
BEYOND: Final = 1 << 14
"""More than anybody can bid."""


class Found(NamedTuple):
    """What the characters at a bank come to (B12), and the loot that is left."""

    police: NDArray[np.bool_]
    thieves: NDArray[np.bool_]
    highest_first: NDArray[np.bool_]
    loot: Coins


def found(cards: Bytes) -> Found:
    """`cards` says how many there are of each kind."""
    alone = cards[SEDUCTRESS] != 1  # B12: a lone Seductress clears the others
    police = (cards[POLICEMAN] == 1) & alone
    detectives = (cards[DETECTIVE].view(np.int8) - cards[THIEF].view(np.int8)) * alone
    thieves = (detectives < 0) & ~police
    loot = _loot(cards)
    loot *= ~(police | thieves)
    return Found(police, thieves, detectives > 0, loot)


def robbed(cards: Bytes, bids: Coins, coins: Coins, *, past_unpaid: bool) -> tuple[Coins, NDArray[np.bool_]]:
    """Everybody's coins afterwards, and who took a credit."""
    if coins.shape[1] == 1:
        return _alone(cards, bids, coins, past_unpaid=past_unpaid)
    return settled(found(cards), bids, coins, past_unpaid=past_unpaid)


def _alone(cards: Bytes, bids: Coins, coins: Coins, *, past_unpaid: bool) -> tuple[Coins, NDArray[np.bool_]]:
    """One game in plain numbers: a lone game pays for every call of NumPy, whatever it does."""
    there, bid, after = cards[:, 0].tolist(), bids[:, 0].tolist(), coins[:, 0].tolist()
    seduced = there[SEDUCTRESS] == 1
    detectives = 0 if seduced else there[DETECTIVE] - there[THIEF]
    if there[POLICEMAN] == 1 and not seduced:
        gains = [0 if own else REWARD for own in bid]
    elif detectives < 0:
        gains = [-own for own in bid]
    else:
        money = sum(map(mul, there, WORTH))
        served = _served(money * (1 + there[X]), bid, highest_first=detectives > 0, past_unpaid=past_unpaid)
        gains = [own if own in served else 0 for own in bid]
    after = list(map(add, after, gains))
    in_credit = [own < FLOOR for own in after]  # B16
    after = [own + CREDIT * low for own, low in zip(after, in_credit, strict=True)]
    return np.array(after, np.int16)[:, None], np.array(in_credit)[:, None]


def _served(loot: int, bids: list[int], *, highest_first: bool, past_unpaid: bool) -> set[int]:
    """B15: the bids that are paid."""
    served = set()
    for bid in sorted(set(bids), reverse=highest_first):
        asked = bid * bids.count(bid)
        if asked <= loot:
            loot -= asked
            served.add(bid)
        elif not past_unpaid:
            break
    return served


def settled(scene: Found, bids: Coins, coins: Coins, *, past_unpaid: bool) -> tuple[Coins, NDArray[np.bool_]]:
    """The same where it is known what was found."""
    after = coins + bids * paid(scene.loot, bids, highest_first=scene.highest_first, past_unpaid=past_unpaid)
    after -= bids * scene.thieves
    after += np.multiply((bids == 0) & scene.police, REWARD, dtype=np.int16)
    in_credit = after < FLOOR  # B16
    after += np.multiply(in_credit, CREDIT, dtype=np.int16)
    return after, in_credit


def _loot(cards: Bytes) -> Coins:
    """B14: the money there times one more than the X; at most 555."""
    money = np.add.reduce(cards * VALUES, axis=0, dtype=np.uint8)
    loot: Coins = np.multiply(money, cards[X] + np.uint8(1), dtype=np.int16)
    return loot


def paid(loot: Coins, bids: Coins, *, highest_first: NDArray[np.bool_], past_unpaid: bool) -> NDArray[np.bool_]:
    """B15: who is paid. Bid after bid in pay order, equal ones together."""
    ordered = np.where(highest_first, -bids, bids)
    if not past_unpaid:  # a bid is paid if the loot covers it and all that come before it
        asked = np.add.reduce(bids * (ordered <= ordered[:, None]), axis=1, dtype=np.int16)
        covered: NDArray[np.bool_] = asked <= loot
        return covered
    served = np.zeros(bids.shape, np.bool_)
    left, before = loot.copy(), np.full_like(loot, -BEYOND)
    for _ in bids:
        following = np.where(ordered > before, ordered, np.int16(BEYOND))
        before = np.minimum.reduce(following, axis=0)
        equal = ordered == before
        asked = np.add.reduce(bids * equal, axis=0, dtype=np.int16)
        pays = asked <= left
        left -= asked * pays
        served |= equal & pays
    return served
