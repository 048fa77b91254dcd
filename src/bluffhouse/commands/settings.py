"""A game's options as a person types them: `--option KEY=VALUE`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse.core.words import read_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bluffhouse.core.record import AnyGame


def options_of(game: AnyGame, settings: Iterable[str]) -> Any:
    """The game's options with these settings; ValueError with a sentence where one means nothing."""
    words: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or key in words:
            raise ValueError(f"--option is KEY=VALUE, each key once, not {setting!r}")
        words[key] = value
    return read_options(game.options, words)
