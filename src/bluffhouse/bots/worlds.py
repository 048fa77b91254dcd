"""Worlds to search on: whole states that fit a view, in which the view's own seat is the next to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse.core.player import at_random

if TYPE_CHECKING:
    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame


def worlds(game: AnyGame, view: Any, count: int, below: Below) -> list[Any]:
    """So many guesses. Where several answer sealed, those who would be asked before this seat have answered anyhow."""
    return [_ready(game, game.guess(view, below), view.me, below) for _ in range(count)]


def _ready(game: AnyGame, world: Any, me: Any, below: Below) -> Any:
    while (first := min(game.actors(world))) != me:
        world = game.apply(world, first, at_random(None, game.moves(world, first), below)).state
    return world
