"""How strong a bot is, by name: what lobbies offer and chairs remember. A new level is a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bluffhouse.core.player import at_random

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

Mind: TypeAlias = "Callable[[Any, Sequence[Any], Below], Any]"
"""Chooses from a view, the legal moves and a source of chance: never handed a state."""


def _random(game: AnyGame) -> Mind:
    return at_random


def _heuristic(game: AnyGame) -> Mind:
    return game.heuristic


LEVELS: Final[dict[str, Callable[[AnyGame], Mind]]] = {"random": _random, "heuristic": _heuristic}

STAND_IN: Final = "heuristic"
"""Who plays for somebody who is away."""


NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Elsa", "Flavio", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Leo")
"""What bots are called at a table, the first that nobody there has."""


def mind(level: str, game: AnyGame) -> Mind:
    """The mind of a level at a game; LookupError with the names there are where there is none."""
    if level not in LEVELS:
        raise LookupError(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
    return LEVELS[level](game)
