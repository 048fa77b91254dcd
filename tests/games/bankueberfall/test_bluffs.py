"""Bids paid, policemen met with empty hands, and how much of a fair share was asked: counted by hand."""

from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.bluffs import bluffs
from bluffhouse.games.bankueberfall.model import BankRobbed, Clearing, Effect, Event, Payment, RobberyCalled

A, B = Seat(0), Seat(1)


def robbed(
    bids: tuple[int, ...], loot: int, payments: tuple[Payment, ...] = (), rewarded: tuple[Seat, ...] = ()
) -> BankRobbed:
    closed = (Clearing(Effect.POLICEMAN_CLOSES, ()),) if rewarded or not loot else ()
    return BankRobbed(
        bank=0,
        cards=(),
        bids=bids,
        clearings=closed,
        money=(),
        factor=1,
        loot=loot,
        highest_first=False,
        payments=payments,
        rewarded=rewarded,
        received=(0, 0),
        lost=(0, 0),
        in_credit=(),
        back=0,
        coins=(10, 10),
    )


def test_counts() -> None:
    story: list[Event] = [
        RobberyCalled(A, 0),
        robbed((3, 9), 10, (Payment(3, (A,), paid=True, left=7), Payment(9, (B,), paid=False, left=7))),
        robbed((0, 4), 0, rewarded=(A,)),
    ]
    first, second = bluffs(story, 2)
    assert first == {"paid": (1, 1), "police": (1, 1), "shading": (3, 5)}
    assert second == {"paid": (0, 2), "police": (0, 1), "shading": (9, 5)}
