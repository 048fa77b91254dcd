"""Leaks planted in Banküberfall one at a time: every one of them must be caught by the exam."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bluffhouse.core.game import DEALER, Illegal, Seat, Step
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import (
    KINDS,
    BankDealt,
    Bid,
    BidSealed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    HandDealt,
    Kind,
    NothingToDo,
    Phase,
    RobberyCalled,
    SpyOn,
    State,
    TileTurned,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.core.record import AnyGame
    from bluffhouse.games.bankueberfall.model import Event, Move


def _view(change: Callable[[View, State], dict[str, Any]]) -> AnyGame:
    """Banküberfall with some fields of the view as they should not be."""

    def view(state: State, seat: Seat | None) -> View:
        honest = GAME.view(state, seat)
        return replace(honest, **change(honest, state))

    return replace(GAME, view=view)


def _mask(form: type, leak: Callable[[Any, Seat | None], bool] = lambda _event, _seat: True) -> AnyGame:
    def mask(event: Event, seat: Seat | None) -> Event | None:
        return event if isinstance(event, form) and leak(event, seat) else GAME.mask(event, seat)

    return replace(GAME, mask=mask)


def _apply(tell: Callable[[State, State, Event], Sequence[Any]]) -> AnyGame:
    """Banküberfall with each event told as the events it becomes, made from the states before and after."""

    def apply(state: State, actor: Seat, move: Move) -> Step[State, Event]:
        made = GAME.apply(state, actor, move)
        return Step(made.state, tuple(told for event in made.events for told in tell(state, made.state, event)))

    return replace(GAME, apply=apply)


def _moves(keep: Callable[[State, Any], bool]) -> AnyGame:
    def moves(state: State, actor: Seat) -> Sequence[Move]:
        honest = GAME.moves(state, actor)
        return honest if actor == DEALER else [move for move in honest if keep(state, move)] or honest

    return replace(GAME, moves=moves)


def _why(refuse: Callable[[State, Illegal], Illegal]) -> AnyGame:
    def why(state: State, actor: Seat, move: object) -> Illegal:
        return refuse(state, GAME.why(state, actor, move))

    return replace(GAME, why=why)


def _rank(card: Card) -> int:
    return -1 if card.kind is None else KINDS.index(card.kind)


def _spied_by_anybody(view: View, state: State) -> dict[str, Any]:
    rows = zip(view.banks, state.banks, strict=True)
    return {
        "banks": tuple(
            tuple(true if true.spies else seen for seen, true in zip(backs, cards, strict=True))
            for backs, cards in rows
        )
    }


def _sorted(view: View, state: State) -> dict[str, Any]:
    """Face-down cards as the seat may see them, but sorted by kind instead of as they were put down."""
    rows = (
        sorted(zip(cards, backs, strict=True), key=lambda pair: _rank(pair[0]))
        for cards, backs in zip(state.banks, view.banks, strict=True)
    )
    return {"banks": tuple(tuple(back for _, back in row) for row in rows)}


def _neighbour(view: View, state: State) -> dict[str, Any]:
    """One's own hand, and behind it the neighbour's."""
    return {"hand": view.hand if view.me is None else view.hand + state.hands[(view.me + 1) % state.seats]}


def _highest_bid(view: View, state: State) -> dict[str, Any]:
    return {"bid": max((bid for bid in state.bids if bid is not None), default=None)}


def _paid_at_once(view: View, state: State) -> dict[str, Any]:
    """Coins in the closed hand are missing behind the screen."""
    return {"coins": tuple(own - (bid or 0) for own, bid in zip(state.coins, state.bids, strict=True))}


def _at_the_end(view: View, state: State) -> dict[str, Any]:
    return {"story": state.story if state.phase is Phase.OVER else view.story}


def _shown_too_early(before: State, after: State, event: Event) -> Sequence[Any]:
    """The bank's first card is turned up when the robbery is called, before the bids."""
    if not (isinstance(event, RobberyCalled) and before.banks[event.bank]):
        return (event,)
    return (event, CardRevealed(event.seat, event.bank, 0, before.banks[event.bank][0].kind or Kind.X))


def _next_card(before: State, after: State, event: Event) -> Sequence[Any]:
    """A placement tells which kind is the commonest of the pile: the likeliest next card."""
    if not isinstance(event, CardPlaced):
        return (event,)
    return (event, HandDealt(event.seat, None), BankDealt(after.pile.index(max(after.pile)), None))


def _nothing_worth_it(before: State, after: State, event: Event) -> Sequence[Any]:
    """The tile says there is nothing to do where only a hidden card could tell."""
    if not (isinstance(event, TileTurned) and any(row and row[0].kind is Kind.FIVE for row in before.banks)):
        return (event,)
    return (event, NothingToDo(event.seat, event.tile))


def _names_the_hand(state: State, honest: Illegal) -> Illegal:
    return Illegal(honest.rule, f"{honest.sentence}; the first hand holds {', '.join(state.hands[0])}")


def _rule_depends(state: State, honest: Illegal) -> Illegal:
    """Another rule is named where the pile has no Thief left."""
    return honest if state.pile[KINDS.index(Kind.THIEF)] else Illegal("B2", honest.sentence)


def _worth_a_look(state: State, move: Any) -> bool:
    return not isinstance(move, SpyOn) or state.banks[move.bank][move.card].kind is not Kind.FIVE


def _can_be_paid(state: State, move: Any) -> bool:
    """No bid beyond what the bank can hold: a hint at what lies there."""
    if not isinstance(move, Bid) or state.target is None:
        return True
    return move.amount <= sum(_rank(card) for card in state.banks[state.target])


def _cashier(state: State) -> tuple[int, ...]:
    return tuple(own - (bid or 0) for own, bid in zip(GAME.wealth(state), state.bids, strict=True))


LEAKS: dict[str, tuple[AnyGame, str]] = {
    "view: all cards at the banks": (_view(lambda _, state: {"banks": state.banks}), "view differs in banks"),
    "view: what anybody has spied": (_view(_spied_by_anybody), "view differs in banks"),
    "view: cards sorted by kind": (_view(_sorted), "view differs in banks"),
    "view: the neighbour’s hand": (_view(_neighbour), "view differs in hand"),
    "view: the onlooker sees a hand": (
        _view(lambda view, state: {"hand": state.hands[0] if view.me is None else view.hand}),
        "onlooker: the view differs in hand",
    ),
    "view: the pile’s counts": (_view(lambda _, state: {"pile_size": state.pile[-1]}), "view differs in pile_size"),
    "view: the highest bid so far": (_view(_highest_bid), "view differs in bid"),
    "view: a bid of 0 looks like none": (
        _view(lambda _, state: {"have_bid": tuple(bool(bid) for bid in state.bids)}),
        "view differs in have_bid",
    ),
    "view: coins in the closed hand are missing": (_view(_paid_at_once), "view differs in coins"),
    "view: the whole story": (_view(lambda _, state: {"story": state.story}), "view differs in story"),
    "view: all cards once the game is over": (_view(_at_the_end), "view differs in story"),
    "mask: hands are dealt open": (_mask(HandDealt), "told"),
    "mask: banks are dealt open to whoever sits behind": (
        _mask(BankDealt, lambda event, seat: event.bank == seat),
        "told",
    ),
    "mask: everybody hears what a spy saw": (_mask(CardSpied), "told"),
    "mask: onlookers see what is put down": (_mask(CardPlaced, lambda _, seat: seat is None), "onlooker: told"),
    "mask: bids are told at once": (_mask(BidSealed), "told"),
    "event: a card is shown before the bids": (_apply(_shown_too_early), "told"),
    "event: carries what the next card may be": (_apply(_next_card), "told"),
    "event: depends on a hidden card": (_apply(_nothing_worth_it), "told"),
    "refusal: names another’s hand": (_why(_names_the_hand), "is answered"),
    "refusal: its rule depends on the pile": (_why(_rule_depends), "is answered"),
    "moves: no spying on what is worth little": (_moves(_worth_a_look), "legal"),
    "moves: bids as high as the bank is rich": (_moves(_can_be_paid), "legal"),
    "wealth: counts sealed bids": (replace(GAME, wealth=_cashier), "other fortunes"),
}
