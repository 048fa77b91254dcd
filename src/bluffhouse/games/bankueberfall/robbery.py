"""The arithmetic that decides Banküberfall: what a robbed bank pays, and what it costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.model import (
    CHARACTERS,
    CREDIT,
    FLOOR,
    MONEY,
    REWARD,
    BankRobbed,
    Card,
    Clearing,
    Effect,
    Kind,
    Payment,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Scene:
    """What is left of a bank once its characters have been settled."""

    clearings: tuple[Clearing, ...]
    money: tuple[int, ...]
    factor: int

    @property
    def loot(self) -> int:
        """B14: only X cards make no loot."""
        return sum(self.money) * self.factor

    def saw(self, effect: Effect) -> bool:
        return any(clearing.effect is effect for clearing in self.clearings)


def scene(kinds: Sequence[Kind]) -> Scene:
    """B12, B14: settle the characters in their order, then count what is left."""
    left = Counter(kinds)
    clearings = []
    for settle in (_seductresses, _policemen, _pairs, _thieves):
        clearings += settle(left)
    money = tuple(MONEY[kind] for kind in kinds if kind in MONEY and left[kind])
    return Scene(tuple(clearings), money, 1 + left[Kind.X])


def _seductresses(left: Counter[Kind]) -> list[Clearing]:
    if left[Kind.SEDUCTRESS] == 1:
        gone = _take(left, *(kind for kind in CHARACTERS if kind is not Kind.SEDUCTRESS))
        return [Clearing(Effect.SEDUCTRESS_CLEARS, gone)]
    return _crowd(left, Kind.SEDUCTRESS, Effect.SEDUCTRESSES_CANCEL)


def _policemen(left: Counter[Kind]) -> list[Clearing]:
    if left[Kind.POLICEMAN] == 1:
        return [Clearing(Effect.POLICEMAN_CLOSES, _take(left, *Kind))]
    return _crowd(left, Kind.POLICEMAN, Effect.POLICEMEN_CANCEL)


def _crowd(left: Counter[Kind], kind: Kind, effect: Effect) -> list[Clearing]:
    """Two or more Seductresses or Policemen forget what they came for."""
    gone = _take(left, kind)
    return [Clearing(effect, gone)] if gone else []


def _pairs(left: Counter[Kind]) -> list[Clearing]:
    pairs = min(left[Kind.DETECTIVE], left[Kind.THIEF])
    clearings = []
    if pairs:
        left[Kind.DETECTIVE] -= pairs
        left[Kind.THIEF] -= pairs
        clearings.append(Clearing(Effect.PAIRS_CANCEL, (Kind.DETECTIVE, Kind.THIEF) * pairs))
    if left[Kind.DETECTIVE]:
        clearings.append(Clearing(Effect.DETECTIVES_REVERSE, ()))
    return clearings


def _thieves(left: Counter[Kind]) -> list[Clearing]:
    return [Clearing(Effect.THIEVES_TAKE, _take(left, *Kind))] if left[Kind.THIEF] else []


def _take(left: Counter[Kind], *kinds: Kind) -> tuple[Kind, ...]:
    """Discard every card of these kinds."""
    return tuple(kind for kind in kinds for _ in range(left.pop(kind, 0)))


def robbed(
    bank: int, cards: tuple[Card, ...], bids: tuple[int, ...], coins: tuple[int, ...], *, past_unpaid: bool
) -> BankRobbed:
    """Settle a robbery from the cards and the bids shown; `coins` are everybody's before it."""
    found = scene([card.kind for card in cards if card.kind is not None])
    highest_first = found.saw(Effect.DETECTIVES_REVERSE)
    payments = pay(found.loot, bids, highest_first=highest_first, past_unpaid=past_unpaid)
    rewarded = tuple(_seats(bids, 0)) if found.saw(Effect.POLICEMAN_CLOSES) else ()
    lost = bids if found.saw(Effect.THIEVES_TAKE) else (0,) * len(bids)  # B13: a Policeman costs nothing
    served = {seat for payment in payments if payment.paid for seat in payment.seats}
    received = tuple(bid if seat in served else REWARD if seat in rewarded else 0 for seat, bid in enumerate(bids))
    after = tuple(had - out + came for had, out, came in zip(coins, lost, received, strict=True))
    in_credit = tuple(Seat(seat) for seat, own in enumerate(after) if own < FLOOR)  # B16
    return BankRobbed(
        bank=bank,
        cards=cards,
        bids=bids,
        clearings=found.clearings,
        money=found.money,
        factor=found.factor,
        loot=found.loot,
        highest_first=highest_first,
        payments=payments,
        rewarded=rewarded,
        received=received,
        lost=lost,
        in_credit=in_credit,
        back=payments[-1].left if payments else found.loot,
        coins=tuple(own + CREDIT * (seat in in_credit) for seat, own in enumerate(after)),
    )


def pay(loot: int, bids: Sequence[int], *, highest_first: bool, past_unpaid: bool) -> tuple[Payment, ...]:
    """B15: equal bids together, in order, until one cannot be paid in full."""
    payments = []
    left, going_on = loot, True
    for bid in sorted(set(bids) - {0}, reverse=highest_first):
        seats = tuple(_seats(bids, bid))
        paid = going_on and bid * len(seats) <= left
        left -= bid * len(seats) * paid
        going_on = paid or (going_on and past_unpaid)
        payments.append(Payment(bid, seats, paid, left))
    return tuple(payments)


def _seats(bids: Sequence[int], amount: int) -> list[Seat]:
    return [Seat(seat) for seat, bid in enumerate(bids) if bid == amount]
