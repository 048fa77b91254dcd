"""A seat's whole memory, as text and as numbers: its masked story, and the sealed answers that nobody has opened yet.

Two worlds are one information state to a seat exactly if these are equal.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat
    from bluffhouse.core.record import AnyGame

STORY_NUMBERS: Final = 4096
"""Room for the numbers of the longest story; a whole game takes about 1,500."""
NOTHING: Final = -2  # seats, the dealer included, and all amounts are larger
KEPT: Final = 1 << 16  # lines remembered: an event returns in thousands of states of a search


def told(game: AnyGame, event: Any, seat: Seat | None) -> str:
    """A line of the story as a seat (None: an onlooker) is told it; nothing where it may not know."""
    seen = game.mask(event, seat)
    return "" if seen is None else _line(seen) + "\n"


@functools.lru_cache(KEPT)
def _line(event: Any) -> str:
    return words(event)


def words(value: Any) -> str:
    """A value in short; what is not known is a question mark."""
    if value is None:
        return "?"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return f"({' '.join(words(item) for item in value)})"
    if dataclasses.is_dataclass(value):
        fields = (words(getattr(value, field.name)) for field in dataclasses.fields(value))
        return " ".join([type(value).__name__, *fields])
    return str(value)


def numbers(game: AnyGame, story: tuple[Any, ...], seat: Seat) -> list[float]:
    """The story as a seat is told it: an event is its number in `forms.event`, counted from 1, then its fields.

    A word is its place in its class, a tuple its length and its items, what is not known -2.
    """
    kinds = _kinds(game.forms.event)
    stream: list[float] = []
    for event in story:
        seen = game.mask(event, seat)
        if seen is not None:
            stream.append(kinds[type(seen)])
            stream += _row(seen)
    if len(stream) > STORY_NUMBERS:
        raise ValueError(f"a story of {len(stream)} numbers is longer than any game of the house")
    return stream


@functools.cache
def _kinds(event: Any) -> dict[type, int]:
    return {form: number for number, form in enumerate(typing.get_args(event), start=1)}


@functools.lru_cache(KEPT)
def _row(event: Any) -> tuple[float, ...]:
    return tuple(_flat(event))


def _flat(value: Any) -> list[float]:
    if value is None:
        return [NOTHING]
    if isinstance(value, Enum):
        return [list(type(value)).index(value)]
    if isinstance(value, tuple):
        return [len(value), *(number for item in value for number in _flat(item))]
    if dataclasses.is_dataclass(value):
        return [number for field in dataclasses.fields(value) for number in _flat(getattr(value, field.name))]
    return [float(value)]
