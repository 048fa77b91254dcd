"""How each game looks and sounds in plain lines: one module a game, found by its name, else the plain one.

A board is handed views and events, never states. `names` are the players' names by seat.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bluffhouse.core.game import DEALER, Seat

Names: TypeAlias = Sequence[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    title: str
    rules: tuple[str, ...]
    """The rules in short."""
    draw: Callable[[Any, Names], list[str]]
    """A view as lines."""
    question: Callable[[Any], str]
    """What the view's seat has to decide, as a command."""
    tell: Callable[[Sequence[Any], Names], list[str]]
    """What happened, as sentences; events that say nothing new to a person may be left out."""


def find(game: str) -> Board:
    drawn = {found.name for found in pkgutil.iter_modules(__path__)}
    module = importlib.import_module(f"{__name__}.{game if game in drawn else 'plain'}")
    board: Board = module.board(game)
    return board


def named(seat: Seat, names: Names) -> str:
    return "the dealer" if seat == DEALER else names[seat]


def listed(seats: Iterable[Seat], names: Names) -> str:
    """`Ada, Bruno`, or `nobody`."""
    return ", ".join(named(seat, names) for seat in seats) or "nobody"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 raise`, `2 raises`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
