"""JSON schemas of all that travels: the frames, and each game's views and events as `wire.values` writes them."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_origin

from pydantic.json_schema import models_json_schema

from bluffhouse.wire import client, server
from bluffhouse.wire.values import STORY, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bluffhouse.core.record import AnyGame

REF: Final = "#/components/schemas/"
PLAIN: Final = {int: "integer", str: "string", bool: "boolean", types.NoneType: "null"}


def frames() -> dict[str, Any]:
    """The schema of every frame by its name, and `ClientFrame` and `ServerFrame` as their unions."""
    both: list[tuple[Any, Any]] = [(frame, "validation") for frame in client.FRAMES]
    both += [(frame, "serialization") for frame in server.FRAMES]
    _, found = models_json_schema(both, ref_template=REF + "{model}")
    named: dict[str, Any] = found["$defs"]
    for union, members in (("ClientFrame", client.FRAMES), ("ServerFrame", server.FRAMES)):
        named[union] = {"oneOf": [_ref(frame.__name__) for frame in members], "discriminator": {"propertyName": "type"}}
    return named


def game_values(games: Iterable[AnyGame]) -> dict[str, Any]:
    """The schemas of the games' values; `View` and `Event` are any game's."""
    named: dict[str, Any] = {}
    unions: dict[str, list[Any]] = {"View": [], "Event": []}
    for game in games:
        prefix = game.name.capitalize()
        view = _schema(game.forms.view, prefix, named)
        del named[f"{prefix}View"]["properties"][STORY]
        named[f"{prefix}View"]["required"].remove(STORY)
        named[f"{prefix}Event"] = _schema(game.forms.event, prefix, named)
        unions["View"].append(view)
        unions["Event"].append(_ref(f"{prefix}Event"))
    return named | {name: {"anyOf": members} for name, members in unions.items()}


def fill_in(schema: Any) -> Any:
    """The schema with the games' values where frames leave a place for them."""
    if isinstance(schema, list):
        return [fill_in(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if server.GAME_VALUE in schema:
        return _ref(schema[server.GAME_VALUE])
    return {key: fill_in(part) for key, part in schema.items()}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": REF + name}


def _schema(form: Any, prefix: str, named: dict[str, Any]) -> dict[str, Any]:
    form = plain(form)
    if get_origin(form) in (Union, types.UnionType):
        return {"anyOf": [_schema(part, prefix, named) for part in get_args(form)]}
    if get_origin(form) in (tuple, frozenset):
        return _array(form, prefix, named)
    if dataclasses.is_dataclass(form):
        return _record(typing.cast("type", form), prefix, named)
    if issubclass(form, enum.Enum):
        return {"type": "string", "enum": [member.value for member in form]}
    return {"type": PLAIN[form]}


def _array(form: Any, prefix: str, named: dict[str, Any]) -> dict[str, Any]:
    inner = get_args(form)
    if get_origin(form) is frozenset or inner[-1] is Ellipsis:
        return {"type": "array", "items": _schema(inner[0], prefix, named)}
    items = [_schema(part, prefix, named) for part in inner]
    return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}


def _record(form: type, prefix: str, named: dict[str, Any]) -> dict[str, Any]:
    name = f"{prefix}{form.__name__}"
    if name not in named:
        named[name] = {}  # its place in the order, also where it holds itself
        hints = typing.get_type_hints(form)
        fields = {field: _schema(hint, prefix, named) for field, hint in hints.items()}
        named[name] = {
            "type": "object",
            "properties": {"type": {"type": "string", "const": form.__name__}, **fields},
            "required": ["type", *fields],
            "additionalProperties": False,
        }
    return _ref(name)
