"""A board for any game: the view's fields and the events' fields, as they are called."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import TYPE_CHECKING, Any

from bluffhouse.commands.boards import Board, Names
from bluffhouse.commands.speech import t
from bluffhouse.core.codec import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

APART = ("story", "options")  # told elsewhere


def board(game: str) -> Board:
    return Board(
        title=game.capitalize(),
        rules=(t("terminal.no_rules"),),
        draw=draw,
        question=lambda _: t("plain.asks"),
        tell=tell,
    )


def draw(view: Any, names: Names) -> list[str]:
    seats = ", ".join(f"s{seat} {name}" for seat, name in enumerate(names))
    return [f"seats: {seats}", *(f"{name}: {value}" for name, value in _fields(view) if name not in APART)]


def tell(events: Sequence[Any], names: Names) -> list[str]:
    return [_sentence(event) for event in events]


def _sentence(event: Any) -> str:
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
    fields = ", ".join(f"{field} {value}" for field, value in _fields(event))
    return f"{name}: {fields}" if fields else name


def _fields(value: Any) -> list[tuple[str, str]]:
    if not dataclasses.is_dataclass(value):
        return [("value", str(value))]
    return [(field.name, _text(to_json(getattr(value, field.name)))) for field in dataclasses.fields(value)]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
