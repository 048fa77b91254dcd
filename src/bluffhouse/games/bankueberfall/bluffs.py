"""How well somebody bids at Banküberfall, from a game with nothing hidden: of how many, how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.games.bankueberfall.model import BankRobbed, Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bluffhouse.games.bankueberfall.model import Event

Count = tuple[int, int]


def bluffs(story: Iterable[Event], seats: int) -> tuple[dict[str, Count], ...]:
    """For each seat: bids that were paid, bids of nothing that a Policeman rewarded, and coins asked of fair shares.

    The last one is the shading of bids: 60 of 100 is somebody who asks for three fifths of an even share of the loot.
    """
    robberies = [event for event in story if isinstance(event, BankRobbed)]
    return tuple(
        {"paid": _paid(robberies, seat), "police": _police(robberies, seat), "shading": _shading(robberies, seat)}
        for seat in range(seats)
    )


def _paid(robberies: list[BankRobbed], seat: int) -> Count:
    asked = [event for event in robberies if event.bids[seat]]
    paid = [event for event in asked if any(seat in one.seats and one.paid for one in event.payments)]
    return len(paid), len(asked)


def _police(robberies: list[BankRobbed], seat: int) -> Count:
    closed = [event for event in robberies if any(one.effect is Effect.POLICEMAN_CLOSES for one in event.clearings)]
    return sum(seat in event.rewarded for event in closed), len(closed)


def _shading(robberies: list[BankRobbed], seat: int) -> Count:
    open_to_all = [event for event in robberies if event.loot]
    return sum(event.bids[seat] for event in open_to_all), sum(event.loot // len(event.bids) for event in open_to_all)
