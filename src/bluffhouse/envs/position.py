"""A moment of a game as OpenSpiel asks for it: who decides, by which numbers, what each seat remembers.

It is a value: copies of an OpenSpiel state share it, and every move makes a new one.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.envs.extras import extra
from bluffhouse.envs.memory import told, words

with extra("bots"):
    from bluffhouse.sim import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.core.game import Below

    Told = dict[Seat | None, tuple[int, str]]


class Made(NamedTuple):
    """A move of the game so far."""

    actor: Seat
    action: int
    move: Any
    begun: int
    """How long the story was before it: where its event stands, unless it is a sealed answer."""
    view: Any
    """What its actor saw of the table, without the story; None for the dealer."""


class Position:
    """The state, the moves that led to it, and what has been asked of it."""

    __slots__ = ("_actions", "_told", "actor", "game", "name", "state", "trail", "view")

    def __init__(self, name: str, state: Any, trail: tuple[Made, ...], remembered: Told | None = None) -> None:
        self.name = name
        self.game = games.find(name)
        self.state = state
        self.trail = trail
        self.actor = min(self.game.actors(state), default=None)
        """Of several who answer sealed the lowest seat; None: it is over."""
        self.view: Any = None
        self._actions: dict[int, Any] | None = None
        self._told = {} if remembered is None else remembered

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[type[Position], tuple[str, Any, tuple[Made, ...]]]:
        return Position, (self.name, self.state, self.trail)

    @property
    def actions(self) -> dict[int, Any]:
        """The legal moves of whoever decides, by their numbers, ascending."""
        if self._actions is None:
            self._actions = self._numbered()
        return self._actions

    def _numbered(self) -> dict[int, Any]:
        if self.actor is None:
            return {}
        if self.actor == DEALER:
            return {outcome(move): move for move, _ in self.game.odds(self.state)}
        number = kernel.encoder(self.name).number
        self.view = view = self.game.view(_bare(self.state), self.actor)
        found = [(number(view, move), move) for move in self.game.moves(self.state, self.actor)]
        return dict(sorted(found, key=operator.itemgetter(0)))

    def after(self, action: int) -> Position:
        """The position after a legal action of whoever decides."""
        assert self.actor is not None, "somebody decides"
        move = self.actions[action]
        made = Made(self.actor, action, move, len(self.state.story), self.view)
        state = self.game.apply(self.state, self.actor, move).state
        return Position(self.name, state, (*self.trail, made), self._told.copy() if self._told else None)

    def chances(self) -> list[tuple[int, float]]:
        odds = self.game.odds(self.state)
        total = sum(weight for _, weight in odds)
        return [(outcome(move), weight / total) for move, weight in odds]

    def memory(self, seat: Seat | None) -> str:
        """All that a seat knows, as text; what the position before had told is not told again."""
        length, text = self._told.get(seat, (0, ""))
        story = self.state.story
        if length < len(story):
            text += "".join(told(self.game, event, seat) for event in story[length:])
            self._told[seat] = len(story), text
        return text + "".join(self._sealed(made, seat) for made in self.sealed())

    def secrets(self, seat: Seat) -> str:
        """Only what a seat knows and an onlooker does not: its cards, and its part of the story."""
        own, public = (self.game.view(_bare(self.state), chair) for chair in (seat, None))
        names = [name for name in _fields(own.__class__)[0] if name != "me"]
        held = [f"{name} {words(value)}\n" for name in names if (value := getattr(own, name)) != getattr(public, name)]
        story = [(told(self.game, event, seat), told(self.game, event, None)) for event in self.state.story]
        return "".join([*held, *(mine for mine, open_to_all in story if mine != open_to_all)])

    def sealed(self) -> list[Made]:
        """The answers that wait to be opened: all others are in the story."""
        length = len(self.state.story)
        return [made for made in self.trail if made.begun == length]

    def _sealed(self, made: Made, seat: Seat | None) -> str:
        return f"s{made.actor} {self.game.write(made.move) if made.actor == seat else 'sealed'}\n"

    def guessed(self, seat: Seat, below: Below) -> Position:
        """Another world that the seat cannot tell from this one: its whole trail fits the guess."""
        state = self.game.guess(self.game.view(self.state, seat), below)
        return Position(self.name, state, tuple(self._again(made, seat, state) for made in self.trail))

    def _again(self, made: Made, seat: Seat, state: Any) -> Made:
        """The same move in the guessed world, with the card or the bid that it has there."""
        if made.begun < len(state.story):
            move = _as_told(made.move, state.story[made.begun])
        elif made.actor == seat:
            move = made.move
        else:
            move = type(made.move)(state.bids[made.actor])
        if move == made.move:
            return made
        number = outcome(move) if made.actor == DEALER else kernel.encoder(self.name).number(made.view, move)
        return Made(made.actor, number, move, made.begun, made.view)


@functools.cache
def outcome(move: Any) -> int:
    """The number of a move of the dealer: the seat, card or tile that is drawn, its last field."""
    drawn = getattr(move, dataclasses.fields(move)[-1].name)
    return list(type(drawn)).index(drawn) if isinstance(drawn, Enum) else int(drawn)


def _as_told(move: Any, event: Any) -> Any:
    """The move that an event tells of: fields of the same name are the same thing."""
    names, read = _fields(move.__class__)
    if not names or not all(hasattr(event, name) for name in names):
        return move
    values = read(event)
    return type(move)(*(values if len(names) > 1 else (values,)))


@functools.cache
def _fields(form: Any) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    names = tuple(field.name for field in dataclasses.fields(form))
    return names, operator.attrgetter(*names) if names else (lambda _: ())


def _bare(state: Any) -> Any:
    """The state with an empty story, its last field: views of it are quick, and enough to number moves."""
    _, read = _fields(state.__class__)
    return type(state)(*read(state)[:-1], ())
