"""What a bot kept to itself when it decided, as a number: what the others would like to read from its face."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse.games.bankueberfall import model as robbery
from bluffhouse.games.vabanque import model as casino

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat


def holding(state: Any, seat: Seat, move: Any) -> tuple[str, float] | None:
    """The kind of decision, and the secret behind it; None where there is none."""
    return _at_the_casino(state, seat, move) if isinstance(state, casino.State) else _at_the_bank(state, seat, move)


def _at_the_casino(state: casino.State, seat: Seat, move: Any) -> tuple[str, float] | None:
    """A card: whether it is the Trap. A step: whether the own Trap lies where it leads."""
    match move:
        case casino.LayCard(kind=kind):
            return "lay", float(kind is casino.Kind.TRAP)
        case casino.MovePawn(steps=steps):
            reached = state.laid[(state.pawns[seat] + steps) % len(state.laid)]
            return "pawn", float(casino.Card(seat, casino.Kind.TRAP) in reached)
        case _:
            return None


def _at_the_bank(state: robbery.State, seat: Seat, move: Any) -> tuple[str, float] | None:
    """A card: whether it is money. A bid: how much. Any other choice: how much money is in the hand."""
    match move:
        case robbery.PlaceCard(kind=kind):
            return "place", float(kind in robbery.MONEY)
        case robbery.Bid(amount=amount):
            return "bid", float(amount)
        case robbery.SpyOn() | robbery.RevealCard() | robbery.RobBank() | robbery.Skip():
            return "choice", float(sum(robbery.MONEY.get(kind, 0) for kind in state.hands[seat]))
        case _:
            return None
