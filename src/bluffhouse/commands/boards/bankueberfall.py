"""Banküberfall in plain lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from bluffhouse.commands.boards import Board, Names, called, hand, rules_in_short
from bluffhouse.commands.speech import listed, t
from bluffhouse.core.game import DEALER
from bluffhouse.games.bankueberfall.model import (
    TILES,
    BankDealt,
    BankRobbed,
    BidSealed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    Clearing,
    Effect,
    Event,
    FirstDrawn,
    GameEnded,
    HandDealt,
    Kind,
    LastRoundBegan,
    NothingToDo,
    Payment,
    Phase,
    RobberyCalled,
    Skipped,
    TilesShuffled,
    TileTurned,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.games.bankueberfall.model import Tile

ASKED = frozenset({Phase.PLACE, Phase.SPY, Phase.REVEAL, Phase.ROB, Phase.BIDS, Phase.OVER})
"""The phases in which somebody is asked something, or nobody any more."""
CLOSING = (Effect.POLICEMAN_CLOSES, Effect.THIEVES_TAKE)
"""After these nothing is paid."""


def board(game: str) -> Board:
    return Board(title=t(f"game.{game}"), rules=rules_in_short(game), draw=draw, question=question, tell=tell)


def _kind(kind: Kind) -> str:
    return t(f"bankueberfall.card.{kind}")


def _tile(tile: Tile) -> str:
    return t(f"bankueberfall.tile.{tile}")


# The table


def draw(view: View, names: Names) -> list[str]:
    tiles = listed(f"{left} × {_tile(tile)}" for tile, left in zip(TILES, view.tiles, strict=True) if left)
    lines = [
        f"{t('bankueberfall.pile', count=view.pile_size)}. {t('bankueberfall.tiles_left', tiles=tiles or 0)}.",
        *(_bank(view, bank, names) for bank in range(len(view.banks))),
        *(f"  {_player(view, seat, names)}" for seat in range(view.seats)),
    ]
    if view.me is not None:
        coins = t("bankueberfall.own_coins", coins=view.coins[view.me])
        lines.append(f"{hand('bankueberfall', view.hand)} {coins}.")
    return lines


def _bank(view: View, bank: int, names: Names) -> str:
    owned = bank < view.seats
    title = t("bankueberfall.bank_of", bank=bank, name=names[bank]) if owned else t("bankueberfall.bank", bank=bank)
    cards = "; ".join(f"{place} = {_card(card, view, names)}" for place, card in enumerate(view.banks[bank]))
    return f"  {title} {cards or t('bankueberfall.bank_empty')}"


def _card(card: Card, view: View, names: Names) -> str:
    if card.up and card.kind is not None:
        return _kind(card.kind)
    by = t("bankueberfall.from_pile") if card.by == DEALER else t("bankueberfall.by", name=names[card.by])
    told = (
        t("bankueberfall.face_down", by=by)
        if card.kind is None
        else t("bankueberfall.known", card=_kind(card.kind), by=by)
    )
    spies = called((spy for spy in card.spies if spy != view.me), names)
    return t("terminal.bankueberfall.seen_by", card=told, spies=spies) if spies else told


def _player(view: View, seat: int, names: Names) -> str:
    """The house rule `screens` hides the others' coins from people, as the cardboard screens do."""
    parts = [t("terminal.bankueberfall.cards", count=view.hand_sizes[seat])]
    if not view.options.screens and seat != view.me:
        parts.append(t("terminal.bankueberfall.coins", count=view.coins[seat]))
    if view.credits[seat]:
        parts.append(t("bankueberfall.credits", count=view.credits[seat]))
    return f"{names[seat]}: {', '.join(parts)}"


def question(view: View) -> str:
    if view.phase not in ASKED:
        return t("table.settling")
    return t(f"bankueberfall.asks.{view.phase}", bank=view.target or 0)


# The story


def tell(events: Sequence[Event], names: Names) -> list[str]:
    """Cards dealt one after another to the same hand or to banks are one sentence."""
    return [line for _, run in groupby(events, key=_run) for line in _told(list(run), names)]


def _run(event: Event) -> tuple[object, ...]:
    match event:
        case HandDealt():
            return HandDealt, event.seat
        case BankDealt():
            return BankDealt, event.kind
        case _:
            return (id(event),)


def _told(run: list[Event], names: Names) -> list[str]:
    match run[0]:
        case HandDealt(seat=seat):
            return _drawn([card for card in run if isinstance(card, HandDealt)], names[seat])
        case BankDealt(kind=kind):
            banks = listed(str(card.bank) for card in run if isinstance(card, BankDealt))
            if kind is None:
                return [t("bankueberfall.told.bank_dealt", bank=banks)]
            return [t("bankueberfall.told.bank_dealt_known", bank=banks, card=_kind(kind))]
        case event:
            return _one(event, names)


def _drawn(cards: list[HandDealt], name: str) -> list[str]:
    if kinds := [_kind(card.kind) for card in cards if card.kind]:
        return [t("bankueberfall.told.drew_known", name=name, card=listed(kinds))]
    if len(cards) == 1:
        return []  # somebody draws after placing a card, as always
    return [f"{t('bankueberfall.told.drew', name=name)} × {len(cards)}"]


def _one(event: Event, names: Names) -> list[str]:
    match event:
        case TileTurned():
            return [t("bankueberfall.told.tile", name=names[event.seat], tile=_tile(event.tile))]
        case CardPlaced():
            return [_placed(event, names[event.seat])]
        case CardSpied():
            return [_spied(event, names[event.seat])]
        case CardRevealed():
            return [_revealed(event, names[event.seat])]
        case BidSealed():
            return [_sealed(event, names[event.seat])]
        case Skipped():
            return [t("bankueberfall.told.skipped", name=names[event.seat])]
        case NothingToDo():
            return [t("bankueberfall.told.nothing", name=names[event.seat], tile=_tile(event.tile))]
        case RobberyCalled():
            return [t("bankueberfall.told.called", name=names[event.seat], bank=event.bank)]
        case BankRobbed():
            return _robbed(event, names)
        case _:
            return _frame(event, names)


def _placed(event: CardPlaced, name: str) -> str:
    if event.kind is None:
        return t("bankueberfall.told.placed", name=name, bank=event.bank)
    return t("bankueberfall.told.placed_known", name=name, bank=event.bank, card=_kind(event.kind))


def _spied(event: CardSpied, name: str) -> str:
    if event.kind is None:
        return t("bankueberfall.told.spied", name=name, bank=event.bank, nth=event.card)
    return t("bankueberfall.told.spied_known", name=name, bank=event.bank, nth=event.card, card=_kind(event.kind))


def _revealed(event: CardRevealed, name: str) -> str:
    return t("bankueberfall.told.revealed", name=name, bank=event.bank, nth=event.card, card=_kind(event.kind))


def _sealed(event: BidSealed, name: str) -> str:
    if event.amount is None:
        return t("bankueberfall.told.sealed", name=name)
    return t("bankueberfall.told.sealed_known", name=name, amount=event.amount)


def _frame(
    event: FirstDrawn | TilesShuffled | LastRoundBegan | GameEnded | HandDealt | BankDealt, names: Names
) -> list[str]:
    match event:
        case FirstDrawn():
            return [t("bankueberfall.told.first", name=names[event.seat])]
        case TilesShuffled():
            return [t("bankueberfall.told.shuffled")]
        case LastRoundBegan():
            banks = listed(map(str, event.banks))
            return [t("bankueberfall.told.last_round", name=names[event.seat], banks=banks)]
        case GameEnded():
            return [t("told.ended", winners=called(event.winners, names), count=len(event.winners))]
        case HandDealt() | BankDealt():
            return []  # told in runs
        case _:
            assert_never(event)


def _robbed(event: BankRobbed, names: Names) -> list[str]:
    """Cards and bids, what each character did, then the loot's formula and who got what (B12-B16)."""
    kinds = [_kind(card.kind) for card in event.cards if card.kind]
    bids = (f"{name} {bid}" for name, bid in zip(names, event.bids, strict=True))
    gains = zip(names, event.received, event.lost, strict=True)
    robbed = t(
        "bankueberfall.told.robbed",
        bank=event.bank,
        cards=listed(kinds) if kinds else t("bankueberfall.no_cards"),
        bids=listed(bids),
        loot=event.loot,
        gains=listed(f"{name} {_signed(got - lost)}" for name, got, lost in gains),
    )
    steps = [_cleared(clearing) for clearing in event.clearings]
    if not any(clearing.effect in CLOSING for clearing in event.clearings):
        steps.append(f"{t('bankueberfall.loot')} {_loot(event)}")
        steps += [_paid(payment, names) for payment in event.payments] or [t("bankueberfall.nobody_asks")]
        steps += [t("bankueberfall.back", back=event.back)] if event.back else []
    return [robbed, *(f"  {step}" for step in [*steps, *_changes(event, names)])]


def _signed(amount: int) -> str:
    return f"−{-amount}" if amount < 0 else f"+{amount}"


def _cleared(clearing: Clearing) -> str:
    return t(f"bankueberfall.effect.{clearing.effect.replace(' ', '_')}", count=len(clearing.gone))


def _loot(event: BankRobbed) -> str:
    if not event.money:
        return "0"
    money = " + ".join(map(str, event.money))
    money = f"({money})" if len(event.money) > 1 else money
    return f"{money} × (1 + {event.factor - 1} X) = {event.loot}"


def _paid(payment: Payment, names: Names) -> str:
    enough = payment.left >= payment.bid * len(payment.seats)
    outcome = "paid" if payment.paid else "ended" if enough else "not"
    who, count = called(payment.seats, names), len(payment.seats)
    return t(f"bankueberfall.pays.{outcome}", who=who, count=count, bid=payment.bid, left=payment.left)


def _changes(event: BankRobbed, names: Names) -> list[str]:
    lines = [t("bankueberfall.rewarded", name=names[seat]) for seat in event.rewarded]
    if losses := [f"{name} {out}" for name, out in zip(names, event.lost, strict=True) if out]:
        lines.append(t("terminal.bankueberfall.lost", losses=listed(losses)))
    if low := event.in_credit:
        lines.append(t("bankueberfall.in_credit", who=called(low, names), count=len(low)))
    return lines
