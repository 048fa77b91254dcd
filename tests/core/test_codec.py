"""Values as JSON and back: strict both ways."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import pytest

from bluffhouse.core.codec import from_json, to_json
from bluffhouse.core.game import SECRET, Seat


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Coin:
    value: int


@dataclass(frozen=True, slots=True)
class Chest:
    owner: Seat | None
    colour: Annotated[Colour, SECRET]
    coins: tuple[Coin, ...]
    lid: tuple[int, str]
    seen_by: frozenset[Seat]
    locked: bool


@dataclass(frozen=True, slots=True)
class Hole:
    depth: int


CHEST = Chest(Seat(1), Colour.BLUE, (Coin(2), Coin(5)), (3, "oak"), frozenset({Seat(2), Seat(0)}), locked=True)
WRITTEN = {
    "type": "Chest",
    "owner": 1,
    "colour": "blue",
    "coins": [{"type": "Coin", "value": 2}, {"type": "Coin", "value": 5}],
    "lid": [3, "oak"],
    "seen_by": [0, 2],
    "locked": True,
}


def test_a_value_survives_json_both_ways() -> None:
    assert to_json(CHEST) == WRITTEN
    assert from_json(Chest, json.loads(json.dumps(WRITTEN))) == CHEST


@pytest.mark.parametrize(
    ("form", "value", "data"),
    [
        (Coin | Hole, Hole(2), {"type": "Hole", "depth": 2}),
        (int | None, None, None),
        (Seat | None, Seat(0), 0),
        (tuple[Coin | None, ...], (None, Coin(1)), [None, {"type": "Coin", "value": 1}]),
        (frozenset[Colour], frozenset(Colour), ["blue", "red"]),
        (tuple[int, ...], (), []),
        (str, "a", "a"),
    ],
    ids=["one of several", "nothing", "a seat", "a row", "a set", "an empty row", "a word"],
)
def test_every_form_round_trips(form: Any, value: Any, data: Any) -> None:
    assert to_json(value) == data
    assert from_json(form, data) == value


@pytest.mark.parametrize(
    ("form", "data", "sentence"),
    [
        (int, "1", "'1' is no int"),
        (int, True, "True is no int"),
        (bool, 1, "1 is no bool"),
        (int, None, "None is no int"),
        (Seat, "s1", "'s1' is no int"),
        (Colour, "green", "'green' is not a valid Colour"),
        (tuple[int, ...], "12", "'12' is no list"),
        (tuple[int, ...], ["1"], "'1' is no int"),
        (tuple[int, str], [1], r"\[1\] has not 2 items"),
        (frozenset[int], {"1": 1}, "is no list"),
        (Coin, [2], r"\[2\] is no Coin"),
        (Coin, {"value": 2}, "is no Coin"),
        (Coin, {"type": "Hole", "value": 2}, "is no Coin"),
        (Coin, {"type": "Coin"}, "Coin has the fields value"),
        (Coin, {"type": "Coin", "value": 2, "colour": "red"}, "Coin has the fields value"),
        (Coin | Hole, {"type": "Cave"}, "is none of Coin, Hole"),
        (int | None, "1", "'1' is none of int, NoneType"),
        (Coin | tuple[int, ...], 1, r"1 is none of Coin, tuple\[int, \.\.\.\]|1 is none of Coin, tuple"),
    ],
)
def test_data_that_stands_for_no_value_is_refused(form: Any, data: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        from_json(form, data)


def test_what_no_game_declares_is_not_written() -> None:
    with pytest.raises(TypeError, match="object is no value of a game"):
        to_json(("x", object()))
