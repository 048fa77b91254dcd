"""Why a move of Banküberfall is refused: the rule it breaks, told only from what everybody and the actor know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse.core.game import DEALER, Illegal
from bluffhouse.games.bankueberfall.model import (
    BANKS,
    Bid,
    DealBank,
    DealHand,
    DrawFirst,
    Phase,
    PlaceCard,
    RevealCard,
    RobBank,
    Skip,
    SpyOn,
    TurnTile,
)
from bluffhouse.games.bankueberfall.rules import actors, to_deal, to_fill

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat
    from bluffhouse.games.bankueberfall.model import State

DECISIONS: Final[dict[Phase, tuple[str, str, tuple[type, ...]]]] = {
    Phase.FIRST: ("B5", "draw the first player", (DrawFirst,)),
    Phase.BANKS: ("B5", "deal a card to each bank", (DealBank,)),
    Phase.HANDS: ("B5", "deal five cards to each hand", (DealHand,)),
    Phase.TILE: ("B10", "turn up a tile", (TurnTile,)),
    Phase.PLACE: ("B6", "place a card", (PlaceCard,)),
    Phase.DRAW: ("B6", "draw a card", (DealHand,)),
    Phase.SPY: ("B7", "spy on a card or skip", (SpyOn, Skip)),
    Phase.REVEAL: ("B8", "reveal a card or skip", (RevealCard, Skip)),
    Phase.ROB: ("B9", "choose the bank to rob", (RobBank,)),
    Phase.BIDS: ("B11", "bid", (Bid,)),
    Phase.REFILL: ("B17", "deal the robbed bank a new card", (DealBank,)),
}


def why(state: State, actor: Seat, move: object) -> Illegal:
    if state.phase is Phase.OVER:
        return Illegal("B18", "the game is over")
    rule, wanted, forms = DECISIONS[state.phase]
    if actor not in actors(state):
        return Illegal(rule, _not_now(state, actor))
    if not isinstance(move, forms):
        return Illegal(rule, f"now is the time to {wanted}")
    match move:
        case PlaceCard(kind) if kind not in state.hands[actor]:
            return Illegal("B6", f"there is no {kind} in the hand")
        case Bid():
            return Illegal("B11", f"a bid is a whole amount from 0 to the own {state.coins[actor]} coins")
        case SpyOn() | RevealCard():
            return _no_such_card(state, move)
        case PlaceCard() | RobBank():
            return Illegal("B1", f"there are only the banks 0 to {BANKS - 1}")
        case _:
            return _misdealt(state, rule, move)


def _not_now(state: State, actor: Seat) -> str:
    if state.phase is Phase.BIDS and actor != DEALER and actor < state.seats:
        return "this seat has bid already"
    return "it is not this seat’s turn: " + (
        "the dealer acts" if DEALER in actors(state) else f"s{min(actors(state))} decides"
    )


def _no_such_card(state: State, move: SpyOn | RevealCard) -> Illegal:
    rule = "B7" if isinstance(move, SpyOn) else "B8"
    if not (0 <= move.bank < BANKS and 0 <= move.card < len(state.banks[move.bank])):
        return Illegal(rule, f"there is no card {move.card} at bank {move.bank}")
    if state.banks[move.bank][move.card].up:
        return Illegal(rule, f"card {move.card} at bank {move.bank} lies face up already")
    return Illegal(rule, f"the last face-down card at bank {move.bank} may not be turned up")


def _misdealt(state: State, rule: str, move: object) -> Illegal:
    match move:
        case TurnTile(tile):
            return Illegal("B3", f"every {tile} tile of this cycle has been turned up")
        case DealBank(bank, kind):
            return _no_card(rule, kind, f"bank {to_fill(state)}", right=bank == to_fill(state))
        case DealHand(seat, kind):
            return _no_card(rule, kind, f"s{to_deal(state)}", right=seat == to_deal(state))
        case _:
            return Illegal("B5", f"there are only the seats s0 to s{state.seats - 1}")


def _no_card(rule: str, kind: object, whom: str, *, right: bool) -> Illegal:
    if right:
        return Illegal("B2", f"there is no {kind} left in the pile")
    return Illegal(rule, f"the next card goes to {whom}")
