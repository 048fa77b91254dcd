"""How each game looks and sounds in plain lines: one module a game, found by its name, else the plain one.

A board is handed views and events, never states. `names` are the players' names by seat.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bluffhouse.commands.speech import known, listed, t

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat

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


def called(seats: Iterable[Seat | int], names: Names) -> str:
    """The names at these seats, as a list of the language."""
    return listed(names[seat] for seat in seats)


def hand(game: str, kinds: Sequence[str]) -> str:
    """The own cards; each with the word by which it is typed, where that is another one."""
    if not kinds:
        return t("terminal.hand_empty")
    cards = ((t(f"{game}.card.{kind}"), kind) for kind in kinds)
    worded = (card if card.lower() == kind else t("terminal.card_word", card=card, word=kind) for card, kind in cards)
    return t("terminal.hand", cards=listed(worded))


def rules_in_short(game: str) -> tuple[str, ...]:
    """As the page tells them to whoever learns the game, and how moves are written."""
    paragraphs = itertools.takewhile(known, (f"learn.{game}.{number}" for number in itertools.count(1)))
    return *(t(key) for key in paragraphs), t(f"terminal.{game}.moves")
