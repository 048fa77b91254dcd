"""What each seat may know of Vabanque, built up from nothing: views and masked events."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bluffhouse.games.vabanque.model import (
    Card,
    CardLaid,
    CardsReturned,
    CasinoOpened,
    ChipPlaced,
    Event,
    FirstDrawn,
    GameEnded,
    OrderSet,
    PawnMoved,
    PawnsStood,
    PhaseBegan,
    RoundPaid,
    State,
    View,
)
from bluffhouse.games.vabanque.rules import actors

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat


def view(state: State, seat: Seat | None) -> View:
    """Everything open, the own cards, and of the others’ face-down cards only whose they are and where."""
    return View(
        me=seat,
        options=state.options,
        seats=state.seats,
        round=state.round,
        phase=state.phase,
        order=state.order,
        turn=state.turn,
        actors=actors(state),
        chips=state.chips,
        laid=tuple(tuple(_back(card, seat) for card in cards) for cards in state.laid),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        pawns=state.pawns,
        money=state.money,
        story=tuple(seen for event in state.story if (seen := mask(event, seat)) is not None),
    )


def _back(card: Card, seat: Seat | None) -> Card:
    return card if card.owner == seat else Card(card.owner, None)


def mask(event: Event, seat: Seat | None) -> Event | None:
    """Only a card being laid hides something: its kind, from all but its owner."""
    match event:
        case CardLaid():
            return event if event.seat == seat else CardLaid(event.seat, None, event.casino)
        case ChipPlaced() | PawnMoved() | CasinoOpened() | CardsReturned() | PhaseBegan():
            return event
        case FirstDrawn() | PawnsStood() | RoundPaid() | OrderSet() | GameEnded():
            return event
        case _:
            assert_never(event)
