"""A whole game as text: every move, all that was told, what every seat may do, and what every view came to show.

A view is written as what changed in it since that seat's view before: fields by name, places of a list by number, `+`
for what was added at a list's end, and there `told 0` for the first event told just above. Seats whose views changed
alike share a line. The digest at a line's end is that of the whole view as JSON, so that nothing is left out.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.codec import to_json
from bluffhouse.core.game import DEALER, Game, Seat, draw
from bluffhouse.core.record import write_move
from bluffhouse.core.words import write_options, write_seat
from bluffhouse.games import NAMES, find

if TYPE_CHECKING:
    from collections.abc import Iterator

AnyGame = Game[Any, Any, Any, Any, Any]

FOLDER: Final = Path(__file__).parent


def wanted() -> dict[Path, tuple[AnyGame, Any, int]]:
    """The file of every game, variant and seat count there is."""
    tables = {}
    for game in map(find, NAMES):
        plain = write_options(game.options())
        for options in game.variants:
            special = [f"{key}-{word}" for key, word in write_options(options).items() if plain.get(key) != word]
            for seats in game.chairs(options):
                name = "_".join([*(special or ["plain"]), f"{seats}-seats"])
                tables[FOLDER / game.name / f"{name}.txt"] = game, options, seats
    return tables


def text(game: AnyGame, options: Any, seats: int) -> str:
    """A game of random moves, the same every time."""
    return "\n".join(_lines(game, options, seats)) + "\n"


def _lines(game: AnyGame, options: Any, seats: int) -> Iterator[str]:
    header = {"game": game.name, "version": str(game.version), "seats": str(seats), **write_options(options)}
    yield from (f"{key}: {word}" for key, word in header.items())
    yield "---"
    below = Random(repr(sorted(header.items()))).randrange
    state = game.setup(options, seats)
    watchers: list[Seat | None] = [*map(Seat, range(seats)), None]
    before: dict[Seat | None, dict[str, Any]] = {watcher: {} for watcher in watchers}
    yield from _views(game, state, before, [])
    while actors := sorted(game.actors(state)):
        for actor in actors:
            yield f"  may {_name(actor)}: {' | '.join(map(game.write, game.moves(state, actor)))}"
        actor = actors[below(len(actors))]
        moves = game.moves(state, actor)
        move = draw(game, state, below) if actor == DEALER else moves[below(len(moves))]
        made = game.apply(state, actor, move)
        state = made.state
        yield write_move(game, actor, move)
        told = [_once(event) for event in made.events]
        yield from (f"  told {_json(event)}" for event in told)
        yield from _views(game, state, before, told)
    yield f"wealth: {' '.join(map(str, game.wealth(state)))}"


def _views(game: AnyGame, state: Any, before: dict[Seat | None, dict[str, Any]], told: list[Any]) -> Iterator[str]:
    """What changed in every view; `before` is brought up to date."""
    alike: dict[str, list[str]] = {}
    for watcher, old in before.items():
        new = _fields(game.view(state, watcher))
        digest = hashlib.sha256(_json(new).encode()).hexdigest()[:16]
        alike.setdefault(_json(_change(old, new, told)), []).append(f"{_name(watcher)}={digest}")
        before[watcher] = new
    yield from (f"  view {change} {' '.join(seen)}" for change, seen in alike.items())


def _name(watcher: Seat | None) -> str:
    if watcher is None:
        return "onlooker"
    return "dealer" if watcher == DEALER else write_seat(watcher)


def _fields(view: Any) -> dict[str, Any]:
    """The view as JSON; what a long story holds is turned into JSON only once."""
    form = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    return {
        name: [_once(item) for item in value] if isinstance(value, tuple) else to_json(value)
        for name, value in form.items()
    }


@functools.lru_cache(maxsize=100_000, typed=True)
def _once(value: Any) -> Any:
    return to_json(value)


def _change(old: Any, new: Any, told: list[Any]) -> Any:
    """What must be known besides the old value and the events told to know the new one."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        keys = [key for key in new if _differs(old, new, key)]
        return {key: _change(old[key], new[key], told) if key in old else new[key] for key in keys}
    if isinstance(old, list) and isinstance(new, list):
        if len(new) > len(old) and new[: len(old)] == old:
            return {"+": [f"told {told.index(item)}" if item in told else item for item in new[len(old) :]]}
        if len(new) == len(old):
            places = [place for place in range(len(new)) if old[place] != new[place]]
            return {str(place): _change(old[place], new[place], told) for place in places}
    return new


def _differs(old: dict[str, Any], new: dict[str, Any], key: str) -> bool:
    return key not in old or old[key] != new[key]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
