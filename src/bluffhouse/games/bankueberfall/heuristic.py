"""A sensible Banküberfall player: imagines what lies at a bank, bids what that is worth, never readable."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from bluffhouse.core.chance import pick, some
from bluffhouse.games.bankueberfall.model import (
    COPIES,
    KINDS,
    MONEY,
    REWARD,
    BankRobbed,
    Bid,
    Card,
    Effect,
    Kind,
    Move,
    PlaceCard,
    RobBank,
    SpyOn,
    View,
)
from bluffhouse.games.bankueberfall.robbery import Scene, pay, scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Below

SCENES: Final = 24  # how often a bank's contents are imagined
BOLDNESS: Final = 1.5  # others are taken to bid up to this many fair shares
SHY: Final = 4  # one bid in so many is taken to be nothing
WARMTH: Final = 0.8  # coins: bids this close in worth are about as likely
FINEST: Final = 12  # every bid up to here is weighed, of larger ones every third


def heuristic(view: View, moves: Sequence[Move], below: Below) -> Move:
    """A move drawn by how good each one looks."""
    if isinstance(moves[0], Bid):
        assert view.target is not None, "bids are for a bank"
        weights = _bids(view, _imagine(view, view.target, below), below)
        return pick(moves, weights, below)
    scenes = {bank: _imagine(view, bank, below) for bank in range(len(view.banks))}
    return pick(moves, [_worth(view, move, scenes) for move in moves], below)


def _imagine(view: View, bank: int, below: Below) -> list[Scene]:
    """What robbing a bank may come to, its unknown cards drawn from all that this seat has not seen."""
    known = [card.kind for card in view.banks[bank] if card.kind is not None]
    unknown = len(view.banks[bank]) - len(known)
    unseen = _unseen(view)
    return [scene(known + some(unseen, unknown, below)) for _ in range(SCENES if unknown else 1)]


def _unseen(view: View) -> list[Kind]:
    left = Counter(dict(zip(KINDS, COPIES, strict=True)))
    left.subtract(view.hand)
    left.subtract(card.kind for row in view.banks for card in row if card.kind is not None)
    for event in view.story:
        if isinstance(event, BankRobbed):
            left.subtract(card.kind for card in event.cards if card.kind is not None)
    return list(left.elements())


def _bids(view: View, scenes: list[Scene], below: Below) -> list[float]:
    """A weight for each bid from 0 up: the more it earns on average, the likelier."""
    assert view.me is not None
    share = _mean_loot(scenes) / view.seats
    settings = [(one, _others(view, share, below)) for one in scenes]
    weights = []
    for amount in range(view.coins[view.me] + 1):
        if amount > FINEST and (amount % 3 or amount > 2 * BOLDNESS * share + FINEST):
            weights.append(0.0)
            continue
        worth = sum(_gain(view, one, amount, others) for one, others in settings) / len(settings)
        weights.append(math.exp(worth / WARMTH))
    return weights


def _mean_loot(scenes: list[Scene]) -> float:
    return sum(one.loot for one in scenes) / len(scenes)


def _others(view: View, share: float, below: Below) -> list[int]:
    """What the others may bid."""
    most = [min(coins, round(BOLDNESS * share)) for seat, coins in enumerate(view.coins) if seat != view.me]
    return [0 if below(SHY) == 0 else below(coins + 1) for coins in most]


def _gain(view: View, one: Scene, amount: int, others: list[int]) -> int:
    """What a bid of the own brings in one imagined robbery."""
    if one.saw(Effect.POLICEMAN_CLOSES):
        return 0 if amount else REWARD
    if one.saw(Effect.THIEVES_TAKE):
        return -amount
    reverse = one.saw(Effect.DETECTIVES_REVERSE)
    payments = pay(one.loot, (amount, *others), highest_first=reverse, past_unpaid=view.options.pay_past_unpaid)
    return amount * any(payment.paid and 0 in payment.seats for payment in payments)


def _worth(view: View, move: Move, scenes: dict[int, list[Scene]]) -> float:
    match move:
        case RobBank(bank):
            return (_mean_loot(scenes[bank]) * (0.2 + _insight(view.banks[bank])) + 0.3) ** 2
        case PlaceCard(kind, bank):
            return _placing(kind, view.banks[bank], _mean_loot(scenes[bank]))
        case SpyOn(bank, place):
            foreign = view.banks[bank][place].kind is None
            return foreign * (_mean_loot(scenes[bank]) + 1)
        case _:
            return 1.0  # turning a card up or not tells everybody the same


def _insight(row: tuple[Card, ...]) -> float:
    """How much of a bank this seat knows, from 0 to 1."""
    return sum(card.kind is not None for card in row) / max(1, len(row))


def _placing(kind: Kind, row: tuple[Card, ...], loot: float) -> float:
    """Money goes where this seat knows the rest, a trap where others see only backs and hope."""
    if kind in MONEY or kind is Kind.X:
        return 0.5 + MONEY.get(kind, loot) * _insight(row)
    if kind in (Kind.THIEF, Kind.POLICEMAN):
        return 0.5 + len(row)
    return 1.0 + loot / 10
