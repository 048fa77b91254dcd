"""Who sits in a chair: somebody who is handed a view and the legal moves, and chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bluffhouse.core.game import DEALER, Below, Game, M, S, Seat, Step, V, draw, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

V_contra = TypeVar("V_contra", contravariant=True)


class Player(Protocol[V_contra, M]):
    """Never handed a state: only what the seat may know."""

    def choose(self, view: V_contra, moves: Sequence[M]) -> M: ...


@dataclass(frozen=True)  # with slots, Chooser[View, Move](…) fails on Python 3.11
class Chooser(Generic[V, M]):
    """A player made of a way to choose and a source of chance of its own."""

    mind: Callable[[V, Sequence[M], Below], M]
    below: Below

    def choose(self, view: V, moves: Sequence[M]) -> M:
        return self.mind(view, moves, self.below)


def at_random(view: object, moves: Sequence[M], below: Below) -> M:
    """Any legal move, each as likely."""
    return moves[below(len(moves))]


@dataclass(frozen=True, slots=True)
class Turn(Generic[S, M]):
    """One move of a game being played, and what came of it."""

    actor: Seat
    move: M
    step: Step[S, Any]


def play(
    game: Game[Any, S, M, Any, V], state: S, players: Sequence[Player[V, M]], below: Below
) -> Iterator[Turn[S, M]]:
    """Play on from a state until the game is over, one turn at a time; sealed answers in order of seats."""
    while actors := game.actors(state):
        actor = min(actors)
        if actor == DEALER:
            move = draw(game, state, below)
            made = game.apply(state, actor, move)
        else:
            move = players[actor].choose(game.view(state, actor), game.moves(state, actor))
            made = step(game, state, actor, move)
        state = made.state
        yield Turn(actor, move, made)


def play_out(game: Game[Any, S, M, Any, V], state: S, players: Sequence[Player[V, M]], below: Below) -> S:
    """The state at the end of the game."""
    for turn in play(game, state, players, below):
        state = turn.step.state
    return state
