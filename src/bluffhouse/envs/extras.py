"""Packages that only some need: where one is missing, one sentence says how to get it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS: Final = "bluffhouse"


class MissingExtra(ImportError):
    """An optional package is not installed; the message is the sentence with the command that helps."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports in this block come with the extra of that name."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "a package").partition(".")[0]
        if package == OURS:
            raise
        sentence = f'{package} is not installed; this installs it: pip install "{OURS}[{name}]"'
        raise MissingExtra(sentence, name=missing.name) from None
