"""Values as JSON and back: dataclasses of plain values, tuples, sets and words, read strictly by their types."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from typing import Annotated, Any, Final, Union, get_args, get_origin

PLAIN: Final = frozenset({int, str, bool, float, types.NoneType})
"""Types that JSON has; most values are of them."""


def to_json(value: Any) -> Any:
    """Plain JSON values; a dataclass carries its name under `type`."""
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if (names := _names(kind)) is not None:
        return {"type": kind.__name__, **{name: to_json(getattr(value, name)) for name in names}}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(to_json(item) for item in value)
    raise TypeError(f"{kind.__name__} is no value of a game")


@functools.cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass; None for every other type."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else None


def from_json(form: Any, data: Any) -> Any:
    """The value of type `form` that `data` stands for; ValueError where it stands for none."""
    while isinstance(form, typing.NewType) or get_origin(form) is Annotated:
        form = form.__supertype__ if isinstance(form, typing.NewType) else get_args(form)[0]
    if get_origin(form) in (Union, types.UnionType):
        return _one_of(get_args(form), data)
    if get_origin(form) in (tuple, frozenset):
        return _several(form, data)
    if dataclasses.is_dataclass(form):
        return _record(form, data)
    if issubclass(form, enum.Enum):
        return form(data)
    if type(data) is not form and not (data is None and form is types.NoneType):
        raise ValueError(f"{data!r} is no {form.__name__}")
    return data


def _one_of(forms: tuple[Any, ...], data: Any) -> Any:
    for form in forms:
        try:
            return from_json(form, data)
        except ValueError:
            continue
    raise ValueError(f"{data!r} is none of {', '.join(getattr(form, '__name__', str(form)) for form in forms)}")


def _several(form: Any, data: Any) -> Any:
    if not isinstance(data, list):
        raise ValueError(f"{data!r} is no list")
    inner = get_args(form)
    if get_origin(form) is frozenset:
        return frozenset(from_json(inner[0], item) for item in data)
    if inner[-1] is Ellipsis:
        return tuple(from_json(inner[0], item) for item in data)
    if len(inner) != len(data):
        raise ValueError(f"{data!r} has not {len(inner)} items")
    return tuple(from_json(item_form, item) for item_form, item in zip(inner, data, strict=True))


def _record(form: Any, data: Any) -> Any:
    if not isinstance(data, dict) or data.get("type") != form.__name__:
        raise ValueError(f"{data!r} is no {form.__name__}")
    hints = _hints(form)
    if data.keys() - {"type"} != hints.keys():
        raise ValueError(f"{form.__name__} has the fields {', '.join(hints)}")
    return form(**{name: from_json(hint, data[name]) for name, hint in hints.items()})


@functools.cache
def _hints(form: Any) -> dict[str, Any]:
    return typing.get_type_hints(form, include_extras=True)
