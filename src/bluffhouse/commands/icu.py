"""Messages with holes and plural forms, as `messages/*.json` writes them: the part of ICU's syntax in use there.

>>> said("{name} has {count, plural, =0 {nothing} one {# coin} other {# coins}}", {"name": "Ada", "count": 1}, ENGLISH)
'Ada has 1 coin'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language does with numbers and lists (Unicode's CLDR)."""

    plural: Callable[[int], str]
    thousands: str
    comma: str
    last: str
    """Before the last of three and more …"""
    pair: str
    """… and between two."""

    def number(self, amount: int) -> str:
        return f"{amount:,}".replace(",", self.thousands)

    def list(self, items: Sequence[str]) -> str:
        *head, tail = items or [""]
        if len(head) < 2:
            return self.pair.join(items)
        return f"{self.comma.join(head)}{self.last}{tail}"


def _one(number: int) -> str:
    return "one" if number == 1 else "other"


def _romance(ones: tuple[int, ...]) -> Callable[[int], str]:
    return lambda number: "one" if number in ones else "many" if number and not number % MILLION else "other"


ENGLISH: Final = Grammar(_one, ",", ", ", ", and ", " and ")
GRAMMARS: Final = {
    "en": ENGLISH,
    "fr": Grammar(_romance((0, 1)), "\N{NARROW NO-BREAK SPACE}", ", ", " et ", " et "),
    "it": Grammar(_romance((1,)), ".", ", ", " e ", " e "),
    "ja": Grammar(lambda _: "other", ",", "、", "、", "、"),
    "de": Grammar(_one, ".", ", ", " und ", " und "),
}


@dataclass(frozen=True, slots=True)
class Hole:
    name: str


@dataclass(frozen=True, slots=True)
class Plural:
    name: str
    forms: Mapping[str, Message]


Message: TypeAlias = tuple["str | Hole | Plural", ...]

HOLE: Final = re.compile(r"\{\s*(\w+)\s*(\}|,\s*plural\s*,)")
FORM: Final = re.compile(r"\s*(=\d+|\w+)\s*\{")
END: Final = re.compile(r"\s*\}")
POUND: Final = "#"


def said(text: str, values: Mapping[str, str | int], grammar: Grammar) -> str:
    """The message with its holes filled; KeyError where a value is missing."""
    return _filled(read(text), values, grammar, "")


@cache
def read(text: str) -> Message:
    """A message as parts; ValueError where it is not well formed."""
    parts, end = _read(text, 0, inside=False)
    if end != len(text):
        raise ValueError(f"a brace is closed that was never opened: {text}")
    return parts


def _read(text: str, at: int, *, inside: bool) -> tuple[Message, int]:
    """Parts up to the brace that closes them; a # stands for the number only inside a plural form."""
    parts: list[str | Hole | Plural] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            found = HOLE.match(text, at)
            if found is None:
                raise ValueError(f"not understood from place {at} on: {text}")
            at = found.end()
            if found[2] == "}":
                parts.append(Hole(found[1]))
            else:
                forms, at = _forms(text, at)
                parts.append(Plural(found[1], forms))
        elif text[at] == POUND and inside:
            parts.append(Hole(POUND))
            at += 1
        else:
            end = min(_place(text, stop, at) for stop in ("{}#" if inside else "{}"))
            parts.append(text[at:end])
            at = end
    return tuple(parts), at


def _place(text: str, stop: str, at: int) -> int:
    found = text.find(stop, at)
    return len(text) if found < 0 else found


def _forms(text: str, at: int) -> tuple[Mapping[str, Message], int]:
    forms: dict[str, Message] = {}
    while found := FORM.match(text, at):
        forms[found[1]], end = _read(text, found.end(), inside=True)
        at = end + 1
    closed = END.match(text, at)
    if closed is None or "other" not in forms:
        raise ValueError(f"a plural without its form «other», or without its end: {text}")
    return forms, closed.end()


def _filled(message: Message, values: Mapping[str, str | int], grammar: Grammar, number: str) -> str:
    return "".join(_part(part, values, grammar, number) for part in message)


def _part(part: str | Hole | Plural, values: Mapping[str, str | int], grammar: Grammar, number: str) -> str:
    match part:
        case str():
            return part
        case Hole():
            return number if part.name == POUND else str(values[part.name])
        case Plural():
            count = int(values[part.name])
            wanted = (f"={count}", grammar.plural(count), "other")
            form = next(part.forms[name] for name in wanted if name in part.forms)
            return _filled(form, values, grammar, grammar.number(count))
