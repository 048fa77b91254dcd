"""What a game is: the record of its parts, and the one door through which moves go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NewType, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A chair, counted from 0 clockwise."""

DEALER: Final = Seat(-1)
"""Chance sits at the table like anybody and acts through the same door."""

SECRET: Final = object()
"""Marks the fields of a seat's move that the others may not see: `kind: Annotated[Kind, SECRET]`."""

Below: TypeAlias = Callable[[int], int]
"""Where chance comes from: `below(n)` is a whole number from 0 to n - 1, each as likely."""

O = TypeVar("O")  # noqa: E741 - options; the five letters of a game
S = TypeVar("S")  # state
M = TypeVar("M")  # move
E = TypeVar("E")  # event
V = TypeVar("V")  # view


class Illegal(ValueError):
    """A move the rules refuse; `rule` is the number of the rule it breaks."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{rule}: {sentence}")
        self.rule = rule
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What a move leads to: the new state, and what happened in the order a screen would show it."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Forms:
    """The types a game's values have, so that JSON can be read back into them."""

    state: Any
    move: Any
    event: Any
    view: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Game(Generic[O, S, M, E, V]):
    """A game is the table of its parts; every part is a pure function."""

    name: str
    version: int
    """Goes up only when a recorded game would play differently."""
    seats: range
    """How many may play by the book."""
    chairs: Callable[[O], range]
    """How many may play under these options (a house rule may add a chair)."""
    options: type[O]
    variants: tuple[O, ...]
    """Every edition and house rule once: what the exam, the golden games and the arena go through."""
    setup: Callable[[O, int], S]
    actors: Callable[[S], frozenset[Seat]]
    """Empty: over. {DEALER}: chance. Several: sealed answers, in any order."""
    moves: Callable[[S, Seat], Sequence[M]]
    """What is legal, in a pinned order. The only place of legality."""
    odds: Callable[[S], Sequence[tuple[M, int]]]
    """The dealer's moves with whole-number weights."""
    apply: Callable[[S, Seat, M], Step[S, E]]
    """Trusts the move. `step` is the door that checks."""
    why: Callable[[S, Seat, object], Illegal]
    """The refusal of a move that is not legal: the rule it breaks, in one sentence."""
    view: Callable[[S, Seat | None], V]
    """All that a seat (None: an onlooker) may know, perfectly remembered: `view.story` is every event, masked."""
    mask: Callable[[E, Seat | None], E | None]
    """An event as a seat may see it, or None where it may not know of it."""
    guess: Callable[[V, Below], S]
    """A whole state that fits a view, drawn with the odds that view leaves open."""
    wealth: Callable[[S], tuple[int, ...]]
    write: Callable[[M], str]
    read: Callable[[str], M]
    """Raises ValueError with a sentence where the text is no move."""
    heuristic: Callable[[V, Sequence[M], Below], M]
    """A sensible opponent that mixes its choices."""
    settlements: tuple[type, ...]
    """The events that explain payments."""
    forms: Forms
    before: Game[Any, Any, Any, Any, Any] | None = None
    """The rules of the version before, kept as long as games that began under them are to be finished or replayed."""


def step(game: Game[O, S, M, E, V], state: S, actor: Seat, move: M) -> Step[S, E]:
    """Make a move if it is legal, else raise the game's refusal; the given state never changes."""
    legal = game.moves(state, actor) if actor in game.actors(state) else ()
    if move not in legal:
        raise game.why(state, actor, move)
    return game.apply(state, actor, legal[legal.index(move)])  # the rules' own value: 1.0 and True equal 1


def draw(game: Game[O, S, M, E, V], state: S, below: Below) -> M:
    """The dealer's next move, drawn by the weights of `odds`."""
    odds = game.odds(state)
    ticket = below(sum(weight for _, weight in odds))
    for move, weight in odds:
        ticket -= weight
        if ticket < 0:
            return move
    raise ValueError("below(n) must give a number from 0 to n - 1")


def winners(game: Game[O, S, M, E, V], state: S) -> tuple[Seat, ...]:
    """The richest seats once the game is over, nobody before."""
    if game.actors(state):
        return ()
    wealth = game.wealth(state)
    return tuple(Seat(seat) for seat, own in enumerate(wealth) if own == max(wealth))
