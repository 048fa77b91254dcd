"""Vabanque in plain lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never

from bluffhouse.commands.boards import Board, Names, count, listed
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CHIP,
    LAPS,
    MOST_STEPS,
    ROUNDS,
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

RULES = (
    "The casinos stand in a ring, numbered clockwise from 0. Whoever is richest after four rounds wins. In each round:",
    "  Chips: everybody places chips at casinos, one at a time. Chips stay for the whole game.",
    "  Cards: everybody lays a Raise, a Trap and a Bluff face down beside casinos, one at a time.",
    "  Pawns: everybody moves the pawn 0 to 4 casinos clockwise.",
    "  Payout: the casinos with a pawn are opened. The value is chips x (1 + number of Raises), in thousands.",
    "    Every pawn earns its owner the full value, unless somebody else’s Trap lies there.",
    "    A Trap earns its owner the value once for each opposing pawn there. A Bluff does nothing.",
    "    Cards at a casino without a pawn go back unseen.",
    "  The richest then plays first.",
    "Moves: «chip 3» (a chip at casino 3), «lay trap 4» (your Trap at casino 4), «move 2» (your pawn two casinos on).",
)


def board(game: str) -> Board:
    return Board(title="Vabanque", rules=RULES, draw=draw, question=question, tell=tell)


# The table


def draw(view: View, names: Names) -> list[str]:
    lines = [
        f"Round {view.round} of {ROUNDS}, {_phase(view.round, view.phase)}. Play order: {listed(view.order, names)}.",
        *(_casino(view, casino, names) for casino in range(len(view.chips))),
        "Money: " + "; ".join(f"{names[seat]} {view.money[seat]:,}" for seat in view.order) + ".",
    ]
    return lines if view.me is None else [*lines, *_own(view)]


def _phase(number: int, phase: Phase) -> str:
    match phase:
        case Phase.FIRST:
            return "the first player is drawn"
        case Phase.STAND:
            return "the first pawn is put down"
        case Phase.CHIPS:
            return f"chips: everybody places {count(LAPS[number - 1], 'chip')} worth {CHIP[number - 1]}"
        case Phase.CARDS:
            return "cards: everybody lays three cards face down"
        case Phase.PAWNS:
            return "pawns: everybody moves the pawn"
        case Phase.OVER:
            return "the end"
        case _:
            assert_never(phase)


def _casino(view: View, casino: int, names: Names) -> str:
    chips = view.chips[casino]
    stacks = " + ".join(f"{many} x {value}" for value, many in Counter(chips).items())
    parts = [f"chips {sum(chips)} ({stacks})" if chips else "no chips"]
    if cards := view.laid[casino]:
        parts.append("cards " + ", ".join(_back(card, view, names) for card in cards))
    if pawns := [name for seat, name in enumerate(names) if view.pawns and view.pawns[seat] == casino]:
        parts.append("pawns " + ", ".join(pawns))
    return f"  casino {casino}: {'; '.join(parts)}"


def _back(card: Card, view: View, names: Names) -> str:
    return f"your {card.kind}" if card.owner == view.me else names[card.owner]


def _own(view: View) -> list[str]:
    lines = [f"Your hand: {', '.join(view.hand) or 'empty'}."]
    if view.pawns and view.me is not None:
        here = view.pawns[view.me]
        reach = ", ".join(str((here + steps) % len(view.chips)) for steps in range(MOST_STEPS + 1))
        moves = "can move" if view.phase is Phase.PAWNS else "will be able to move"
        lines.append(f"Your pawn is at casino {here} and {moves} to {reach}.")
    return lines


def question(view: View) -> str:
    match view.phase:
        case Phase.CHIPS:
            lap = view.turn // view.seats + 1
            return f"place a chip worth {CHIP[view.round - 1]} at a casino, number {lap} of {LAPS[view.round - 1]}"
        case Phase.CARDS:
            return f"lay a card face down at a casino, number {view.turn // view.seats + 1} of {len(ALL_KINDS)}"
        case Phase.PAWNS:
            return f"move your pawn 0 to {MOST_STEPS} casinos clockwise"
        case Phase.STAND:
            return "choose the casino where your pawn begins; each further pawn stands two casinos further on"
        case Phase.FIRST | Phase.OVER:
            return "wait"
        case _:
            assert_never(view.phase)


# The story


def tell(events: Sequence[Event], names: Names) -> list[str]:
    return [line for event in events for line in _told(event, names)]


def _told(event: Event, names: Names) -> list[str]:
    match event:
        case FirstDrawn():
            return [f"{names[event.seat]} begins. Play order: {listed(event.order, names)}."]
        case PawnsStood():
            stand = ", ".join(f"{name} at casino {at}" for name, at in zip(names, event.casinos, strict=True))
            return [f"The pawns stand: {stand}."]
        case PhaseBegan():
            return [f"Round {event.round}, {_phase(event.round, event.phase)}."]
        case ChipPlaced():
            return [f"{names[event.seat]} places a chip of {event.value} at casino {event.casino}."]
        case CardLaid():
            card = f"the {event.kind}" if event.kind else "a card"
            return [f"{names[event.seat]} lays {card} face down at casino {event.casino}."]
        case PawnMoved():
            return [_moved(event, names)]
        case CasinoOpened():
            return _opened(event, names)
        case CardsReturned():
            return [f"Cards at casino {event.casino} go back unseen: {listed(event.owners, names)}."]
        case RoundPaid():
            gains = zip(names, event.earned, event.money, strict=True)
            paid = "; ".join(f"{name} +{earned:,}, now {money:,}" for name, earned, money in gains)
            return [f"Round {event.round} is paid: {paid}."]
        case OrderSet():
            return [f"New play order, the richest first: {listed(event.order, names)}."]
        case GameEnded():
            return ["The game is over."]
        case _:
            assert_never(event)


def _moved(event: PawnMoved, names: Names) -> str:
    if not event.steps:
        return f"{names[event.seat]} leaves the pawn at casino {event.casino}."
    return f"{names[event.seat]} moves the pawn by {event.steps}, from casino {event.start} to {event.casino}."


def _opened(event: CasinoOpened, names: Names) -> list[str]:
    """The cards, then chips x (1 + raises) = value and every sum with its terms (V13-V15)."""
    cards = ", ".join(f"{names[card.owner]} {card.kind}" for card in event.cards) or "none"
    sums = [f"casino {event.casino}: {event.chips} x (1 + {count(len(event.raises), 'raise')}) = {event.value}"]
    sums += [line for earning in event.earnings if (line := _earned(earning, event.value * THOUSAND, names))]
    sums += [
        f"{names[earning.seat]} trapped by {listed(earning.trapped_by, names)}"
        for earning in event.earnings
        if earning.trapped_by
    ]
    return [
        f"Casino {event.casino} opens. Pawns: {listed(event.pawns, names)}. Cards: {cards}.",
        f"  {'; '.join(sums)}",
    ]


def _earned(earning: Earning, pay: int, names: Names) -> str:
    """`Ada: pawn 45,000 + trap 1 x 45,000 = 90,000`; nothing for one who was only trapped."""
    terms = [] if earning.trapped_by or (earning.victims and not earning.pawn) else [f"pawn {earning.pawn:,}"]
    if earning.victims:
        terms.append(f"trap {len(earning.victims)} x {pay:,}")
    total = f" = {earning.total:,}" if earning.victims else ""
    return f"{names[earning.seat]}: {' + '.join(terms)}{total}" if terms else ""
