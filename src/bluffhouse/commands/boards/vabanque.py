"""Vabanque in plain lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from bluffhouse.commands.boards import Board, Names, called, hand, rules_in_short
from bluffhouse.commands.speech import amount, listed, t
from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CHIP,
    LAPS,
    MOST_STEPS,
    THOUSAND,
    Card,
    CardLaid,
    CardsReturned,
    CasinoOpened,
    ChipPlaced,
    Earning,
    Event,
    FirstDrawn,
    GameEnded,
    Kind,
    OrderSet,
    PawnMoved,
    PawnsStood,
    Phase,
    PhaseBegan,
    RoundPaid,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def board(game: str) -> Board:
    return Board(title=t(f"game.{game}"), rules=rules_in_short(game), draw=draw, question=question, tell=tell)


def _kind(kind: Kind) -> str:
    return t(f"vabanque.card.{kind}")


# The table


def draw(view: View, names: Names) -> list[str]:
    order = view.order or tuple(map(Seat, range(view.seats)))
    fortunes = listed(t("told.gain", name=names[seat], earned=amount(view.money[seat])) for seat in order)
    lines = [
        f"{_standing(view)}. {t('vabanque.told.order', order=called(order, names))}",
        *(_casino(view, casino, names) for casino in range(len(view.chips))),
        t("terminal.money", fortunes=fortunes),
    ]
    return lines if view.me is None else [*lines, *_own(view)]


def _standing(view: View) -> str:
    match view.phase:
        case Phase.OVER:
            return t("standing.over")
        case Phase.FIRST | Phase.STAND:
            return t("vabanque.standing.before")
        case Phase.CHIPS | Phase.CARDS | Phase.PAWNS:
            return t("vabanque.standing.round", round=view.round, phase=t(f"vabanque.phase.{view.phase}"))
        case _:
            assert_never(view.phase)


def _casino(view: View, casino: int, names: Names) -> str:
    chips = view.chips[casino]
    stacks = " + ".join(f"{many} × {value}" for value, many in Counter(chips).items())
    parts = [t("vabanque.casino", casino=casino, chips=f"{sum(chips)} ({stacks})" if stacks else 0)]
    if cards := view.laid[casino]:
        parts.append(t("vabanque.cards_here", cards=listed(_card(card, names) for card in cards)))
    if pawns := [seat for seat in range(view.seats) if view.pawns and view.pawns[seat] == casino]:
        parts.append(t("vabanque.pawns_here", pawns=called(pawns, names)))
    return f"  {' '.join(parts)}"


def _card(card: Card, names: Names) -> str:
    """Whose it is; and which, where that may be known."""
    name = names[card.owner]
    return name if card.kind is None else t("vabanque.told.card_of", name=name, card=_kind(card.kind))


def _own(view: View) -> list[str]:
    lines = [hand("vabanque", view.hand)]
    if view.pawns and view.me is not None:
        here = view.pawns[view.me]
        lines.append(t("terminal.vabanque.reach", casino=here, reach=(here + MOST_STEPS) % len(view.chips)))
    return lines


def question(view: View) -> str:
    asks = t(f"vabanque.asks.{view.phase}", value=CHIP[view.round - 1])
    laps = {Phase.CHIPS: LAPS[view.round - 1], Phase.CARDS: len(ALL_KINDS)}.get(view.phase)
    if laps is None:
        return asks
    return f"{asks} {t('terminal.nth_of', nth=view.turn // view.seats + 1, count=laps)}"


# The story


def tell(events: Sequence[Event], names: Names) -> list[str]:
    return [line for event in events for line in _told(event, names)]


def _told(event: Event, names: Names) -> list[str]:
    match event:
        case FirstDrawn():
            return [t("vabanque.told.first", name=names[event.seat])]
        case PawnsStood():
            stand = listed(f"{name} {at}" for name, at in zip(names, event.casinos, strict=True))
            return [t("vabanque.told.stood", places=stand)]
        case PhaseBegan():
            return [t("vabanque.told.phase", round=event.round, phase=t(f"vabanque.phase.{event.phase}"))]
        case ChipPlaced():
            return [t("vabanque.told.chip", name=names[event.seat], value=event.value, casino=event.casino)]
        case CardLaid():
            return [_laid(event, names)]
        case PawnMoved():
            return [_moved(event, names)]
        case CasinoOpened():
            return _opened(event, names)
        case CardsReturned():
            owners = called(dict.fromkeys(event.owners), names)
            return [t("vabanque.told.returned", casino=event.casino, owners=owners, count=len(event.owners))]
        case RoundPaid():
            gains = enumerate(event.earned)
            earned = listed(t("told.gain", name=names[seat], earned=amount(gain)) for seat, gain in gains)
            return [t("vabanque.told.paid", round=event.round, earned=earned)]
        case OrderSet():
            return [t("vabanque.told.order", order=called(event.order, names))]
        case GameEnded():
            return [t("told.ended", winners=called(event.winners, names), count=len(event.winners))]
        case _:
            assert_never(event)


def _laid(event: CardLaid, names: Names) -> str:
    name = names[event.seat]
    if event.kind is None:
        return t("vabanque.told.card", name=name, casino=event.casino)
    return t("vabanque.told.card_known", name=name, casino=event.casino, card=_kind(event.kind))


def _moved(event: PawnMoved, names: Names) -> str:
    if not event.steps:
        return t("vabanque.told.stays", name=names[event.seat], casino=event.casino)
    return t("vabanque.told.moves", name=names[event.seat], steps=event.steps, casino=event.casino)


def _opened(event: CasinoOpened, names: Names) -> list[str]:
    """The cards, then chips × (1 + raises) = value and every sum with its terms (V13-V15)."""
    opened = t(
        "vabanque.told.opened",
        casino=event.casino,
        chips=event.chips,
        value=event.value,
        pawns=called(event.pawns, names),
        count=len(event.cards),
        cards=listed(_card(card, names) for card in event.cards),
        earned=listed(
            t("told.gain", name=names[earning.seat], earned=amount(earning.total)) for earning in event.earnings
        ),
    )
    formula = t("vabanque.formula", raises=len(event.raises), chips=event.chips, value=event.value)
    sums = [formula, *(_earned(earning, event, names) for earning in event.earnings)]
    return [opened, *(f"  {line}" for line in sums)]


def _earned(earning: Earning, event: CasinoOpened, names: Names) -> str:
    if earning.trapped_by:
        how = "trapped_but_trap" if earning.victims else "trapped"
    elif earning.seat in event.pawns:
        how = "both" if earning.victims else "pawn"
    else:
        how = "trap" if earning.victims else "nothing"
    return t(
        f"vabanque.earns.{how}",
        name=names[earning.seat],
        pawn=amount(earning.pawn),
        value=amount(event.value * THOUSAND),
        victims=len(earning.victims),
        who=called(earning.victims, names),
        trappers=called(earning.trapped_by, names),
        total=amount(earning.total),
    )
