"""Banküberfall in plain lines."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from bluffhouse.commands.boards import Board, Names, count, listed, named
from bluffhouse.games.bankueberfall.model import (
    CREDIT,
    FLOOR,
    REWARD,
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
    Phase,
    RobberyCalled,
    Skipped,
    TilesShuffled,
    TileTurned,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = (
    "Five banks, 0 to 4, with cards: money (2, 3, 4, 5, 10), X and characters. The richest at the end wins.",
    "In your turn one of seven tiles is turned up:",
    "  Placement: put a card from your hand face down at a bank, and draw another.",
    "  Spy: you may look at one face-down card.",
    "  Reveal: you may turn one face-down card up, but not a bank’s last one.",
    "  Robbery: choose a bank, which everybody robs.",
    "Robbing: everybody bids secretly, from 0 to all their coins. The bank’s cards are turned up; then, in this order:",
    "  one Seductress alone sends all other characters away (two or more only leave);",
    "  one Policeman alone: no loot, and whoever bid 0 receives 5 (two or more only leave);",
    "  Detectives and Thieves cancel in pairs;",
    "  a Detective left: the highest bid is paid first, not the lowest;",
    "  a Thief left: no loot, and everybody loses the coins they bid.",
    "Loot = money x (1 + number of X). The lowest bid is paid first, and a bidder is paid as much as they bid.",
    "Equal bids are paid all or none. At the first who cannot be paid in full the paying ends.",
    "Whoever has less than 10 coins after a loss takes 10, and a credit that counts -10 at the end.",
    "When the pile is empty and somebody puts down their last card, all five banks are robbed, and the game ends.",
    "Moves: «place thief 3», «spy 3 1» (bank 3, card 1, counted from 0), «reveal 3 1», «skip», «rob 3», «bid 4».",
)

EFFECTS = {
    Effect.SEDUCTRESS_CLEARS: "A lone Seductress sends the other characters away",
    Effect.SEDUCTRESSES_CANCEL: "Several Seductresses only leave",
    Effect.POLICEMAN_CLOSES: "A lone Policeman: everything is discarded, no loot, bidders keep their coins",
    Effect.POLICEMEN_CANCEL: "Several Policemen only leave",
    Effect.PAIRS_CANCEL: "Detectives and Thieves cancel in pairs",
    Effect.DETECTIVES_REVERSE: "A Detective is left: the highest bid is paid first",
    Effect.THIEVES_TAKE: "A Thief is left: everything is discarded, no loot, the coins bid are lost",
}


def board(game: str) -> Board:
    return Board(title="Banküberfall", rules=RULES, draw=draw, question=question, tell=tell)


# The table


def draw(view: View, names: Names) -> list[str]:
    tiles = ", ".join(f"{left} {tile}" for tile, left in zip(TILES, view.tiles, strict=True) if left)
    lines = [
        f"Pile: {count(view.pile_size, 'card')}. Tiles still face down: {tiles or 'none'}.",
        *(_bank(view, bank, names) for bank in range(len(view.banks))),
        f"Players: {'; '.join(_player(view, seat, names) for seat in range(view.seats))}.",
    ]
    if view.me is not None:
        lines += [f"Your hand: {', '.join(view.hand) or 'empty'}. You have {count(view.coins[view.me], 'coin')}."]
    return lines


def _bank(view: View, bank: int, names: Names) -> str:
    owner = f" ({names[bank]})" if bank < view.seats else ""
    cards = "; ".join(f"{place} = {_card(card, view, names)}" for place, card in enumerate(view.banks[bank]))
    return f"  bank {bank}{owner}: {cards or 'no cards'}"


def _card(card: Card, view: View, names: Names) -> str:
    if card.up:
        return f"{card.kind} face up"
    known = f", you know it: {card.kind}" if card.kind else ""
    spies = [spy for spy in card.spies if spy != view.me]
    seen = f", seen by {listed(spies, names)}" if spies else ""
    by = "you" if card.by == view.me else named(card.by, names)
    return f"face down from {by}{known}{seen}"


def _player(view: View, seat: int, names: Names) -> str:
    """The house rule `screens` hides the others' coins from people, as the cardboard screens do."""
    parts = [count(view.hand_sizes[seat], "card")]
    if not view.options.screens and seat != view.me:
        parts.append(count(view.coins[seat], "coin"))
    if view.credits[seat]:
        parts.append(count(view.credits[seat], "credit"))
    return f"{names[seat]} {', '.join(parts)}"


def question(view: View) -> str:
    match view.phase:
        case Phase.PLACE:
            return "put a card from your hand face down at a bank"
        case Phase.SPY:
            return "look at a face-down card (bank, then card), or skip"
        case Phase.REVEAL:
            return "turn up a face-down card (bank, then card), or skip"
        case Phase.ROB:
            return "choose the bank that everybody robs"
        case Phase.BIDS:
            return f"bid secretly for the robbery of bank {view.target}, from nothing to all your coins"
        case _:
            return "wait"


# The story


def tell(events: Sequence[Event], names: Names) -> list[str]:
    """Cards dealt one after another to the same hand or to banks are one sentence."""
    return [line for _, run in groupby(events, key=_run) for line in _told(list(run), names)]


def _run(event: Event) -> tuple[object, ...]:
    match event:
        case HandDealt():
            return HandDealt, event.seat
        case BankDealt():
            return (BankDealt,)
        case _:
            return (id(event),)


def _told(run: list[Event], names: Names) -> list[str]:
    match run[0]:
        case HandDealt(seat=seat):
            kinds = [_a(card.kind) for card in run if isinstance(card, HandDealt) and card.kind]
            if len(run) == 1 and not kinds:
                return []  # somebody draws after placing a card, as always
            return [f"{names[seat]} draws {', '.join(kinds) or count(len(run), 'card')}."]
        case BankDealt():
            cards = [card for card in run if isinstance(card, BankDealt)]
            return [f"From the pile: {_dealt(cards)}."]
        case event:
            return _one(event, names)


def _dealt(cards: list[BankDealt]) -> str:
    places = ", ".join(f"{_a(card.kind)} face down at bank {card.bank}" for card in cards if card.kind)
    where = f"bank {cards[0].bank}" if len(cards) == 1 else f"each of banks {', '.join(str(c.bank) for c in cards)}"
    return places or f"a card face down at {where}"


def _a(kind: Kind | None) -> str:
    match kind:
        case None:
            return "a card"
        case Kind.X:
            return "an X"
        case _:
            return f"a {kind}"


def _one(event: Event, names: Names) -> list[str]:
    match event:
        case TileTurned():
            return [f"{names[event.seat]} turns up the tile {event.tile}."]
        case CardPlaced():
            return [f"{names[event.seat]} puts {_a(event.kind)} face down at bank {event.bank}."]
        case CardSpied():
            seen = f" and sees {_a(event.kind)}" if event.kind else ""
            return [f"{names[event.seat]} looks at card {event.card} of bank {event.bank}{seen}."]
        case CardRevealed():
            return [f"{names[event.seat]} turns up card {event.card} of bank {event.bank}: {_a(event.kind)}."]
        case Skipped():
            return [f"{names[event.seat]} does not use the tile {event.tile}."]
        case NothingToDo():
            return [f"There is no card for the tile {event.tile}; nothing happens."]
        case RobberyCalled():
            return [f"{names[event.seat]} calls a robbery of bank {event.bank}."]
        case BidSealed():
            return [f"{names[event.seat]} bids {'in secret' if event.amount is None else event.amount}."]
        case BankRobbed():
            return _robbed(event, names)
        case _:
            return _frame(event, names)


def _frame(
    event: FirstDrawn | TilesShuffled | LastRoundBegan | GameEnded | HandDealt | BankDealt, names: Names
) -> list[str]:
    match event:
        case FirstDrawn():
            return [f"{names[event.seat]} begins."]
        case TilesShuffled():
            return ["All seven tiles are shuffled and lie face down again."]
        case LastRoundBegan():
            banks = ", ".join(map(str, event.banks))
            return [f"{names[event.seat]} has put down the last card. The last robberies follow, at banks {banks}."]
        case GameEnded():
            return ["The game is over."]
        case HandDealt() | BankDealt():
            return []  # told in runs
        case _:
            assert_never(event)


def _robbed(event: BankRobbed, names: Names) -> list[str]:
    """Cards and bids, what each character did, then the loot's formula and who got what (B12-B16)."""
    cards = ", ".join(str(card.kind) for card in event.cards) or "none"
    bids = ", ".join(f"{name} {bid}" for name, bid in zip(names, event.bids, strict=True))
    return [
        f"Bank {event.bank} is robbed. Cards: {cards}. Bids: {bids}.",
        *(f"  {_cleared(clearing)}." for clearing in event.clearings),
        f"  {'; '.join([_loot(event), *_payments(event, names)])}",
        *(f"  {line}." for line in _changes(event, names)),
    ]


def _cleared(clearing: Clearing) -> str:
    gone = f" ({', '.join(clearing.gone)})" if clearing.gone else ""
    return f"{EFFECTS[clearing.effect]}{gone}"


def _loot(event: BankRobbed) -> str:
    if not event.loot:
        return f"bank {event.bank}: no loot"
    money = " + ".join(map(str, event.money))
    money = f"({money})" if len(event.money) > 1 else money
    return f"bank {event.bank}: {money} x (1 + {event.factor - 1} X) = {event.loot}"


def _payments(event: BankRobbed, names: Names) -> list[str]:
    if not event.loot:
        return ["nobody is paid"]
    lines = []
    for payment in event.payments:
        each = " each" if len(payment.seats) > 1 else ""
        result = f"+{payment.bid}{each}, {payment.left} left" if payment.paid else "not paid"
        lines.append(f"{listed(payment.seats, names)}: bid {payment.bid}, {result}")
    return [*lines, f"{event.back} back to the reserve"]


def _changes(event: BankRobbed, names: Names) -> list[str]:
    lines = []
    if event.rewarded:
        lines.append(f"Bid nothing and receive {REWARD}: {listed(event.rewarded, names)}")
    if losses := ", ".join(f"{name} {out}" for name, out in zip(names, event.lost, strict=True) if out):
        lines.append(f"Coins lost: {losses}")
    if event.in_credit:
        takers = listed(event.in_credit, names)
        lines.append(f"Less than {FLOOR} coins left, so they take {CREDIT} and a credit of -{CREDIT}: {takers}")
    return lines
