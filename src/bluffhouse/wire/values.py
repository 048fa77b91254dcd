"""A game's views and events as JSON values, by the types the game declares: what is not declared leaves for nobody.

A writer is made once for each type and then only reads attributes, because every move is told to every seat.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame

Writer: TypeAlias = Callable[[Any], Any]

STORY: Final = "story"
"""The one field of a view that does not travel with it: whoever gets the view has been told the events."""


class Unregistered(TypeError):
    """A value of a type that its game does not declare."""


@dataclasses.dataclass(frozen=True, slots=True)
class Values:
    """How one game's values are written."""

    event: Writer
    view: Writer


def values(game: AnyGame) -> Values:
    """Made once for a table; hashing a whole game to look them up would cost more than writing a view."""
    return Values(event=writer(game.forms.event), view=_record(game.forms.view, without=STORY))


def writer(form: Any) -> Writer:
    """A function that turns values of that type into JSON values and refuses all others that are records."""
    form = plain(form)
    if get_origin(form) in (Union, types.UnionType):
        return _one_of([plain(part) for part in get_args(form)])
    if get_origin(form) in (tuple, frozenset):
        return _several(form)
    return _record(form) if isinstance(form, type) and dataclasses.is_dataclass(form) else _as_it_is


def plain(form: Any) -> Any:
    """The type behind new names and annotations."""
    while isinstance(form, typing.NewType) or get_origin(form) is Annotated:
        form = form.__supertype__ if isinstance(form, typing.NewType) else get_args(form)[0]
    return form


def _as_it_is(value: Any) -> Any:
    return value


def _one_of(forms: list[Any]) -> Writer:
    writers = {form: _record(form) for form in forms if isinstance(form, type) and dataclasses.is_dataclass(form)}
    if not writers:
        return _as_it_is

    def write(value: Any) -> Any:
        kind = type(value)
        if kind in writers:
            return writers[kind](value)
        if value is None or dataclasses.is_dataclass(kind):
            return _nothing(value, forms)
        return value

    return write


def _nothing(value: Any, forms: list[Any]) -> None:
    if value is not None or types.NoneType not in forms:
        raise Unregistered(type(value).__name__)


def _several(form: Any) -> Writer:
    inner = get_args(form)
    if get_origin(form) is frozenset:
        return sorted
    writers = [writer(part) for part in inner if part is not Ellipsis]
    if all(write is _as_it_is for write in writers):
        return _as_it_is
    if inner[-1] is Ellipsis:
        each = writers[0]
        return lambda value: [each(item) for item in value]
    return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]


@functools.cache
def _record(form: type, without: str = "") -> Writer:
    hints = typing.get_type_hints(form)
    fields = [(name, writer(hint)) for name, hint in hints.items() if name != without]
    others = [(name, write) for name, write in fields if write is not _as_it_is]
    keys = ("type", *(name for name, _ in fields))
    read = operator.attrgetter("__class__.__name__", *(name for name, _ in fields))

    def write(value: Any) -> Any:
        if type(value) is not form:
            raise Unregistered(type(value).__name__)
        written = dict(zip(keys, read(value), strict=True))
        for field, inner in others:
            written[field] = inner(written[field])
        return written

    return write if fields else lambda value: {"type": _only(form, value).__name__}


def _only(form: type, value: Any) -> type:
    if type(value) is not form:
        raise Unregistered(type(value).__name__)
    return form
