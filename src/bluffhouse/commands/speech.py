"""Everything the terminal says, in the language somebody wants: from the same messages as the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bluffhouse.commands.icu import GRAMMARS, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LANGUAGES: Final = tuple(GRAMMARS)
ENGLISH: Final = "en"
VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads; the first that is set counts."""

PLACES: Final = (Path(__file__).parent.parent / "messages", Path(__file__).parents[3] / "messages")
"""In an installed package, and in a checkout."""


class Speaker:
    """Says messages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.grammar = GRAMMARS[language]
        folder = next(place for place in PLACES if place.is_dir())
        self.messages: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))

    def say(self, key: str, values: Mapping[str, str | int]) -> str:
        return said(self.messages[key], values, self.grammar)


_speaker: Speaker | None = None  # a process speaks one language; it is read when the first word is said


def speak(language: str) -> None:
    global _speaker  # noqa: PLW0603 - as a page has one language for all that is on it
    if _speaker is None or _speaker.language != language:
        _speaker = Speaker(language)


def speaker() -> Speaker:
    if _speaker is None:
        speak(ENGLISH)
    assert _speaker is not None
    return _speaker


def t(key: str, **values: str | int) -> str:
    """A message with its values, in the language spoken now."""
    return speaker().say(key, values)


def known(key: str) -> bool:
    return key in speaker().messages


def amount(number: int) -> str:
    """Money or points, written the way of the language."""
    return speaker().grammar.number(number)


def listed(items: Iterable[str]) -> str:
    return speaker().grammar.list(list(items))


def preferred(environment: Mapping[str, str]) -> str:
    """The language of a system’s user, where the house speaks it; else English."""
    wish = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    word = wish[:2].lower()
    return word if word in LANGUAGES else ENGLISH
