"""What each seat may know of Banküberfall, built up from nothing: views and masked events."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bluffhouse.games.bankueberfall.model import (
    BankDealt,
    BankRobbed,
    BidSealed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    Event,
    FirstDrawn,
    GameEnded,
    HandDealt,
    LastRoundBegan,
    NothingToDo,
    RobberyCalled,
    Skipped,
    State,
    TilesShuffled,
    TileTurned,
    View,
)
from bluffhouse.games.bankueberfall.rules import actors

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat


def view(state: State, seat: Seat | None) -> View:
    """Everything open, the own hand and bid, the cards one put down or spied on; of the pile only its size."""
    return View(
        me=seat,
        options=state.options,
        seats=state.seats,
        phase=state.phase,
        turn=state.turn,
        actors=actors(state),
        pile_size=sum(state.pile),
        tiles=state.tiles,
        banks=tuple(tuple(_known(card, seat) for card in cards) for cards in state.banks),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        coins=state.coins,
        credits=state.credits,
        target=state.target,
        bid=None if seat is None else state.bids[seat],
        have_bid=tuple(bid is not None for bid in state.bids),
        last=state.last,
        story=tuple(seen for event in state.story if (seen := mask(event, seat)) is not None),
    )


def _known(card: Card, seat: Seat | None) -> Card:
    if card.up or card.by == seat or seat in card.spies:
        return card
    return Card(None, card.by, card.up, card.spies)


def mask(event: Event, seat: Seat | None) -> Event | None:
    """Cards dealt, placed and spied on show their kind to one seat or to nobody, bids to the bidder."""
    match event:
        case HandDealt():
            return event if event.seat == seat else HandDealt(event.seat, None)
        case CardPlaced():
            return event if event.seat == seat else CardPlaced(event.seat, None, event.bank)
        case CardSpied():
            return event if event.seat == seat else CardSpied(event.seat, event.bank, event.card, None)
        case BidSealed():
            return event if event.seat == seat else BidSealed(event.seat, None)
        case BankDealt():
            return BankDealt(event.bank, None)
        case TileTurned() | Skipped() | NothingToDo() | TilesShuffled() | CardRevealed() | RobberyCalled():
            return event
        case BankRobbed() | FirstDrawn() | LastRoundBegan() | GameEnded():
            return event
        case _:
            assert_never(event)
