"""A game's views and events as JSON values, by the types the game declares: what is not declared leaves for nobody.

A writer is made once for each type, because every move is told to every seat. It looks at the type of every value it
writes, plain ones too: a number where a word is declared, or a whole hand where a number is, is not written.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import operator
import types
import typing
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame

Writer: TypeAlias = Callable[[Any], Any]

STORY: Final = "story"
"""The one field of a view that does not travel with it: whoever gets the view has been told the events."""


REMEMBERED: Final = 512
"""Records of each kind: cards come again and again. With eight times as many nothing is written faster."""
EVENTS_REMEMBERED: Final = 32
"""Of each kind: one is written for every seat in the same moment, and most never come again."""

PLAIN: Final = (int, str, bool, types.NoneType)


class Unregistered(TypeError):
    """A value of a type that its game does not declare."""


@dataclasses.dataclass(frozen=True, slots=True)
class Values:
    """How one game's values are written."""

    event: Writer
    view: Writer


def values(game: AnyGame) -> Values:
    return _written(game.forms.event, game.forms.view)


@functools.cache
def _written(event: Any, view: Any) -> Values:
    """Made once for a game: reading its declarations takes as long as dealing a table."""
    return Values(event=_one_of(plain(event), EVENTS_REMEMBERED), view=_record(view, without=STORY))


def writer(form: Any) -> Writer:
    """A function that turns values of that type into JSON values and refuses all others."""
    form = plain(form)
    if get_origin(form) in (tuple, frozenset):
        return _several(form)
    return _one_of(form, REMEMBERED)


def plain(form: Any) -> Any:
    """The type behind new names and annotations."""
    while isinstance(form, typing.NewType) or get_origin(form) is Annotated:
        form = form.__supertype__ if isinstance(form, typing.NewType) else get_args(form)[0]
    return form


def _choices(form: Any) -> list[Any]:
    """The types a value of that type may have."""
    form = plain(form)
    if get_origin(form) in (Union, types.UnionType):
        return [choice for part in get_args(form) for choice in _choices(part)]
    return [type(word) for word in get_args(form)] if get_origin(form) is Literal else [form]


def _kinds(form: Any) -> frozenset[type]:
    """The classes of the plain values among them; TypeError where there is a type that nobody can check."""
    kinds = [kind for kind in _choices(form) if not dataclasses.is_dataclass(kind)]
    for kind in kinds:
        if kind not in PLAIN and not (isinstance(kind, type) and issubclass(kind, enum.Enum)):
            raise TypeError(f"{kind} cannot be written: declare a record, a tuple, a set, a number or a word")
    return frozenset(kinds)


def _one_of(form: Any, most: int) -> Writer:
    records = [kind for kind in _choices(form) if isinstance(kind, type) and dataclasses.is_dataclass(kind)]
    writers: dict[Any, Writer] = {kind: _remembered(kind, most) for kind in records}
    kinds = _kinds(form)

    def write(value: Any) -> Any:
        kind = type(value)
        if kind in kinds:
            return value
        if kind not in writers:
            raise Unregistered(kind.__name__)
        return writers[kind](value)

    return write


def _several(form: Any) -> Writer:
    inner = get_args(form)
    if get_origin(form) is frozenset:
        check = _all_plain(frozenset, _kinds(inner[0]))
        return lambda value: sorted(check(value))
    if inner[-1] is not Ellipsis:
        return _row([writer(part) for part in inner])
    return _all_plain(tuple, _kinds(inner[0])) if _is_plain(inner[0]) else _each(writer(inner[0]))


def _each(inner: Writer) -> Writer:
    def write(value: Any) -> Any:
        if type(value) is not tuple:
            raise Unregistered(type(value).__name__)
        return [inner(item) for item in value]

    return write


def _row(writers: Sequence[Writer]) -> Writer:
    def write(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(writers):
            raise Unregistered(type(value).__name__)
        return [inner(item) for inner, item in zip(writers, value, strict=True)]

    return write


def _is_plain(form: Any) -> bool:
    return not any(get_origin(kind) or dataclasses.is_dataclass(kind) for kind in _choices(form))


def _all_plain(holder: type[tuple[Any, ...]] | type[frozenset[Any]], kinds: frozenset[type]) -> Writer:
    def write(value: Any) -> Any:
        if type(value) is not holder or not kinds.issuperset(map(type, value)):
            raise Unregistered(type(value).__name__)
        return value

    return write


@functools.cache
def _remembered(form: type, most: int) -> Writer:
    """Small records come again and again, in every seat's view and move after move: each is written once.

    A record equal to one that was written may be written like it: 1 and True are then told alike, and nothing new is.
    """
    known = functools.lru_cache(most)(_record(form))

    def write(value: Any) -> Any:
        try:
            return known(value)
        except Unregistered:
            raise
        except TypeError:  # it cannot be hashed: somewhere in it stands what is no value
            raise Unregistered(type(value).__name__) from None

    return write


def _record(form: type, without: str = "") -> Writer:
    hints = {name: hint for name, hint in typing.get_type_hints(form).items() if name != without}
    if not hints:
        return lambda value: {"type": _only(form, value).__name__}
    scalars = {name: _kinds(hint) for name, hint in hints.items() if _is_plain(hint)}
    others = [(name, writer(hint)) for name, hint in hints.items() if name not in scalars]
    keys = ("type", *hints)
    read = operator.attrgetter("__class__.__name__", *hints)
    seen: set[tuple[type, ...]] = set()

    def write(value: Any) -> Any:
        if type(value) is not form:
            raise Unregistered(type(value).__name__)
        fields = read(value)
        types_now = tuple(map(type, fields))
        if types_now not in seen:  # a plain field is judged by its type alone, so each mixture is judged once
            _judge(dict(zip(keys, types_now, strict=True)), scalars)
            seen.add(types_now)
        written = dict(zip(keys, fields, strict=True))
        for field, inner in others:
            written[field] = inner(written[field])
        return written

    return write


def _judge(found: dict[str, type], allowed: dict[str, frozenset[type]]) -> None:
    for field, kinds in allowed.items():
        if found[field] not in kinds:
            raise Unregistered(f"{field}: {found[field].__name__}")


def _only(form: type, value: Any) -> type:
    if type(value) is not form:
        raise Unregistered(type(value).__name__)
    return form
