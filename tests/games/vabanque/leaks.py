"""Leaks planted in Vabanque one at a time: every one of them must be caught by the exam."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bluffhouse.core.game import Illegal, Seat, Step
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    Card,
    CardLaid,
    CardsReturned,
    CasinoOpened,
    Kind,
    LayCard,
    MovePawn,
    Phase,
    PhaseBegan,
    State,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.core.record import AnyGame
    from bluffhouse.games.vabanque.model import Event, Move


def _view(change: Callable[[View, State], dict[str, Any]]) -> AnyGame:
    """Vabanque with some fields of the view as they should not be."""

    def view(state: State, seat: Seat | None) -> View:
        honest = GAME.view(state, seat)
        return replace(honest, **change(honest, state))

    return replace(GAME, view=view)


def _mask(leak: Callable[[CardLaid, Seat | None], bool]) -> AnyGame:
    def mask(event: Event, seat: Seat | None) -> Event | None:
        return event if isinstance(event, CardLaid) and leak(event, seat) else GAME.mask(event, seat)

    return replace(GAME, mask=mask)


def _apply(tell: Callable[[State, Event], Sequence[Any]]) -> AnyGame:
    """Vabanque with each event told as the events it becomes, in the story too."""

    def apply(state: State, actor: Seat, move: Move) -> Step[State, Event]:
        made = GAME.apply(state, actor, move)
        events = tuple(told for event in made.events for told in tell(state, event))
        return Step(replace(made.state, story=state.story + events), events)

    return replace(GAME, apply=apply)


def _traps(state: State, casino: int) -> int:
    return sum(card.kind is Kind.TRAP for card in state.laid[casino])


def _all_traps(state: State) -> tuple[int, ...]:
    return tuple(_traps(state, casino) for casino in range(len(state.laid)))


def _rank(card: Card) -> int:
    return -1 if card.kind is None else ALL_KINDS.index(card.kind)


def _sorted(view: View, state: State) -> dict[str, Any]:
    """The others' cards face down, but by kind instead of as they were laid."""
    cards = (sorted(row, key=_rank) for row in state.laid)
    return {
        "laid": tuple(tuple(card if card.owner == view.me else Card(card.owner, None) for card in row) for row in cards)
    }


def _numbered(view: View, state: State) -> dict[str, Any]:
    """Cards carry a number: the owner's, plus one that goes by kind."""
    rows = zip(view.laid, state.laid, strict=True)
    return {
        "laid": tuple(
            tuple(Card(Seat(back.owner + 10 * _rank(card)), back.kind) for back, card in zip(backs, cards, strict=True))
            for backs, cards in rows
        )
    }


def _floats(view: View, state: State) -> dict[str, Any]:
    """Equal numbers, other bytes: 0.0 where the first hand has lost its Raise."""
    return {"money": tuple(float(own) for own in view.money) if Kind.RAISE not in state.hands[0] else view.money}


def _set_order(view: View, state: State) -> dict[str, Any]:
    """Equal sets, filled in another order: seats 0 and 8 fall into the same place of the table."""
    both = (Seat(0), Seat(8)) if Kind.RAISE in state.hands[0] else (Seat(8), Seat(0))
    return {"actors": frozenset(both)}


def _at_the_end(view: View, state: State) -> dict[str, Any]:
    return {"story": state.story if state.phase is Phase.OVER else view.story}


def _back_by_kind(state: State, event: Event) -> Sequence[Any]:
    if not isinstance(event, CardsReturned):
        return (event,)
    cards = sorted(state.laid[event.casino], key=_rank)
    return (CardsReturned(event.casino, tuple(card.owner for card in cards)),)


def _back_open(state: State, event: Event) -> Sequence[Any]:
    if not isinstance(event, CardsReturned):
        return (event,)
    return (CasinoOpened(event.casino, state.laid[event.casino], (), 0, (), 0, ()), event)


def _counted(state: State, event: Event) -> Sequence[Any]:
    """A number that is worked out from hidden cards: how many Traps lie where a pawn stands."""
    if not (isinstance(event, PhaseBegan) and event.phase is Phase.PAWNS):
        return (event,)
    return (PhaseBegan(event.round + 10 * sum(_traps(state, pawn) for pawn in state.pawns), event.phase),)


@dataclass(frozen=True, slots=True)
class Peeked:
    """An event that no mask knows."""

    kind: Kind


def _unregistered() -> AnyGame:
    def apply(state: State, actor: Seat, move: Move) -> Step[State, Any]:
        made = GAME.apply(state, actor, move)
        extra = (Peeked(move.kind),) if isinstance(move, LayCard) else ()
        return Step(made.state, (*made.events, *extra))

    def mask(event: Any, seat: Seat | None) -> Any:
        return event if isinstance(event, Peeked) else GAME.mask(event, seat)

    return replace(GAME, apply=apply, mask=mask)


def _why(sentence: Callable[[State, Illegal], Illegal]) -> AnyGame:
    def why(state: State, actor: Seat, move: object) -> Illegal:
        return sentence(state, GAME.why(state, actor, move))

    return replace(GAME, why=why)


def _names_cards(state: State, honest: Illegal) -> Illegal:
    kinds = [card.kind for row in state.laid for card in row]
    return Illegal(honest.rule, f"{honest.sentence}; there lie {', '.join(map(str, kinds))}")


def _rule_depends(state: State, honest: Illegal) -> Illegal:
    return Illegal("V14" if state.pawns and _traps(state, state.pawns[0]) else honest.rule, honest.sentence)


def _moves(change: Callable[[State, Seat, list[MovePawn]], Sequence[Any]]) -> AnyGame:
    def moves(state: State, actor: Seat) -> Sequence[Move]:
        honest = GAME.moves(state, actor)
        steps = [move for move in honest if isinstance(move, MovePawn)]
        return change(state, actor, steps) if steps else honest

    return replace(GAME, moves=moves)


def _ahead(state: State, actor: Seat, move: MovePawn) -> int:
    return _traps(state, (state.pawns[actor] + move.steps) % len(state.laid))


def _no_fools(state: State, actor: Seat, moves: list[MovePawn]) -> Sequence[Any]:
    return [move for move in moves if not _ahead(state, actor, move)] or moves


def _safe_first(state: State, actor: Seat, moves: list[MovePawn]) -> Sequence[Any]:
    return sorted(moves, key=lambda move: _ahead(state, actor, move))


def _babble() -> AnyGame:
    """A notation that remembers: each line ends with a blank for every Trap written before it."""
    last: list[str] = []

    def write(move: Move) -> str:
        line = GAME.write(move) + " " * last.count("trap")
        if isinstance(move, LayCard):
            last[:] = [*last[-5:], move.kind]
        return line

    return replace(GAME, write=write)


def _wealth(state: State) -> tuple[int, ...]:
    return tuple(own + traps for own, traps in zip(state.money, _all_traps(state), strict=False))


LEAKS: dict[str, tuple[AnyGame, str]] = {
    "view: the kinds of all cards": (_view(lambda _, state: {"laid": state.laid}), "view differs in laid"),
    "view: the whole story": (_view(lambda _, state: {"story": state.story}), "view differs in story"),
    "view: cards sorted by kind": (_view(_sorted), "view differs in laid"),
    "view: a card’s number goes by its kind": (_view(_numbered), "view differs in laid"),
    "view: another’s hand": (_view(lambda _, state: {"hand": state.hands[0]}), "view differs in hand"),
    "view: how many Traps lie where": (
        _view(lambda _, state: {"hand_sizes": _all_traps(state)}),
        "differs in hand_sizes",
    ),
    "view: equal numbers of another type": (_view(_floats), "differs in types|differs as JSON"),
    "view: the order of a set": (_view(_set_order), "order of a set"),
    "view: all cards once the game is over": (_view(_at_the_end), "view differs in story"),
    "mask: onlookers see what is laid": (_mask(lambda _, seat: seat is None), "onlooker: told"),
    "mask: the neighbour sees what is laid": (_mask(lambda event, seat: seat == event.seat + 1), "told"),
    "mask: an event it does not know": (_unregistered(), "told"),
    "event: cards go back sorted by kind": (_apply(_back_by_kind), "told"),
    "event: cards go back open": (_apply(_back_open), "told"),
    "event: a number worked out from hidden cards": (_apply(_counted), "told"),
    "refusal: names hidden cards": (_why(_names_cards), "is answered"),
    "refusal: its rule depends on a hidden card": (_why(_rule_depends), "is answered"),
    "moves: those into a Trap are left out": (_moves(_no_fools), "legal"),
    "moves: the safe ones first": (_moves(_safe_first), "legal moves differ"),
    "notation: a line depends on earlier secrets": (_babble(), "own line"),
    "wealth: counts hidden cards": (replace(GAME, wealth=_wealth), "other fortunes"),
}
