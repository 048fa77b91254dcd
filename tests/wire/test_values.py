"""Views and events as JSON: exactly as the codec writes them, and nothing that a game does not declare."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.core.codec import to_json
from bluffhouse.core.game import Seat
from bluffhouse.play import table as play
from bluffhouse.wire.values import Unregistered, values, writer
from tests.play.tables import played

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame


def written(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", games.NAMES)
def test_written_as_the_codec_writes(name: str) -> None:
    game = games.find(name)
    for table in played(game, game.seats[-1], seed=5):
        bare = play.forget(table)
        for seat in (None, *map(Seat, range(table.seats))):
            view = game.view(bare.state, seat)
            expected = to_json(view)
            del expected["story"]
            assert written(values(game).view(view)) == expected
    for event in (event for told in table.told for event in told):
        assert written(values(game).event(event)) == to_json(event)


@dataclasses.dataclass(frozen=True)
class Gossip:
    secret: str


@pytest.mark.parametrize("name", games.NAMES)
def test_an_undeclared_type_is_not_written(name: str) -> None:
    game = games.find(name)
    with pytest.raises(Unregistered):
        values(game).event(Gossip("the pile"))
    with pytest.raises(Unregistered):
        values(game).view(Gossip("the pile"))
    with pytest.raises(Unregistered):
        values(game).event(None)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_declared_type_with_one_more_field_is_not_written(name: str) -> None:
    """A subclass would carry its new field along: only the declared class itself is written."""
    game = games.find(name)
    table = some_table(game)
    event = next(event for told in table.told for event in told)
    view = game.view(table.state, None)
    for declared, write in ((event, values(game).event), (view, values(game).view)):
        grown: Any = dataclasses.make_dataclass("Grown", [("more", str, "x")], bases=(type(declared),), frozen=True)
        fields = {field.name: getattr(declared, field.name) for field in dataclasses.fields(declared)}
        with pytest.raises(Unregistered):
            write(grown(**fields))


def test_a_nested_undeclared_value_is_not_written() -> None:
    game = games.find("vabanque")
    view = game.view(some_table(game).state, None)
    with pytest.raises(Unregistered):
        values(game).view(dataclasses.replace(view, laid=((Gossip("trap"),),)))


@pytest.mark.parametrize("smuggled", ["trap", ("trap",), ["trap"], {"trap": 1}, 1.5, Gossip("trap")])
@pytest.mark.parametrize("field", ["seats", "chips", "turn", "options"])
def test_a_field_holds_what_it_declares_or_is_not_written(field: str, smuggled: Any) -> None:
    """Plain ones too: a hand in the place of a number goes to nobody."""
    game = games.find("vabanque")
    view = game.view(some_table(game).state, None)
    assert field in {one.name for one in dataclasses.fields(view)}
    with pytest.raises(Unregistered):
        values(game).view(dataclasses.replace(view, **{field: smuggled}))


@pytest.mark.parametrize("form", [Any, dict[str, int], list[int], object, tuple[Any, ...]])
def test_a_game_declares_only_what_can_be_checked(form: Any) -> None:
    with pytest.raises(TypeError):
        writer(form)


def test_pairs_and_sets() -> None:
    assert writer(tuple[int, Gossip])((1, Gossip("a"))) == [1, {"type": "Gossip", "secret": "a"}]
    assert writer(frozenset[int])(frozenset({3, 1})) == [1, 3]
    assert writer(Gossip | None)(None) is None


def some_table(game: AnyGame) -> play.Table:
    below = random.Random(1).randrange
    return play.deal(play.start(game, game.options(), game.seats[0]), below)[0]
