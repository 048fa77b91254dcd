"""Options, seats and numbers as words: what record headers, moves in notation and new tables are written with."""

from __future__ import annotations

import dataclasses
import enum
import typing
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.game import O, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_COUNT: Final = 4


def write_options(options: Any) -> dict[str, str]:
    """Every option that is set, as a word; what is None is left out."""
    written = {}
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        if isinstance(value, bool):
            written[field.name] = "true" if value else "false"
        elif isinstance(value, enum.Enum):
            written[field.name] = str(value.value)
        elif value is not None:
            written[field.name] = write_seat(value)
    return written


def read_options(form: type[O], words: Mapping[str, str]) -> O:
    """Options of that type; what is not named keeps its default. ValueError says which word is wrong."""
    return form(**{name: read_option(form, name, word) for name, word in words.items()})


def read_option(form: type[Any], name: str, word: str) -> Any:
    """The value that a word gives one option; ValueError says what is wrong with it."""
    hints = typing.get_type_hints(form)
    if name not in hints:
        raise ValueError(f"there is no option {name!r}; there are: {', '.join(hints)}")
    hint = hints[name]
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        words = [str(member.value) for member in hint]
        if word not in words:
            raise ValueError(f"{name} is one of {', '.join(words)}, not {word!r}")
        return hint(word)
    if hint is bool:
        if word not in ("true", "false"):
            raise ValueError(f"{name} is true or false, not {word!r}")
        return word == "true"
    return read_seat(word)


def write_seat(seat: Seat) -> str:
    """`s2` for seat 2."""
    return f"s{seat}"


def read_seat(word: str) -> Seat:
    """Seat 2 for `s2`; ValueError where the word names no seat."""
    if word[:1] != "s":
        raise ValueError(f"a seat is written s0, s1, s2 …, not {word!r}")
    return Seat(read_count("a seat", word[1:]))


def read_count(what: str, word: str) -> int:
    """A whole number from 0 to 9999, written plainly, so that a move has one spelling only."""
    if not (word.isascii() and word.isdecimal() and len(word) <= LONGEST_COUNT) or word != str(int(word)):
        raise ValueError(f"{what} is a whole number, not {word!r}")
    return int(word)
