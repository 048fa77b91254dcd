"""What attackers are asked and what they are handed: a wrong label, a value left out, and they would find nothing."""

from __future__ import annotations

import json
import math
import random

import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from tests.attacks.holdings import holding
from tests.attacks.transcripts import Notes, Sample, _look_there, hidden, kind, read
from tests.games.sample import random_game, walk


@pytest.mark.parametrize("name", games.NAMES)
def test_a_holding_is_what_the_move_or_the_hand_says(name: str) -> None:
    game = games.find(name)
    record = random_game(game, game.options(), 4, random.Random(3))
    seen = set()
    states = [step.state for step in walk(record)]
    for state, (actor, move) in zip(states, record.moves, strict=False):
        if actor == DEALER or (told := holding(state, actor, move)) is None:
            continue
        decision, secret = told
        seen.add(decision)
        words = game.write(move).split(" ")
        if decision in ("lay", "place"):
            assert secret == (words[1] == "trap" if decision == "lay" else words[1] in ("2", "3", "4", "5", "10"))
        elif decision == "bid":
            assert secret == float(words[1])
    assert seen == ({"lay", "pawn"} if name == "vabanque" else {"place", "bid", "choice"})


@pytest.mark.parametrize("name", games.NAMES)
def test_hidden_cards_are_those_a_view_does_not_name(name: str) -> None:
    game = games.find(name)
    record = random_game(game, game.options(), 4, random.Random(5))
    state = [step.state for step in walk(record)][45]
    seen = game.view(state, Seat(0))
    assert all(kind(seen, at) == "None" != kind(state, at) for at in hidden(seen))
    assert game.guess(seen, random.Random(1).randrange) is not None


def test_every_value_of_a_frame_is_read() -> None:
    frame = {"type": "update", "seq": 7, "events": [{"kind": None, "up": True}], "ids": [[11], [12, 13]]}
    known = read([(5.0, "{}"), (6.5, json.dumps(frame))])
    assert (known["frames"], known["0 moment"], known["0 length"]) == (2, 1.5, len(json.dumps(frame)))
    assert (known["0.seq"], known["0.ids.1.1"], known["0.ids.1 size"]) == (7, 13, 2)
    assert (known["0.events.0.kind"], known["0.events.0.up"]) == (-1, 1)
    assert read([(0.0, '{"a": "raise"}')])["0.a"] != read([(0.0, '{"a": "bluff"}')])["0.a"]


def test_what_stands_at_the_place_that_is_asked_about_is_a_value_of_its_own() -> None:
    known: dict[str, float] = {}
    _look_there("there", {"view": {"ids": [[11], [12, 13]], "laid": [[], [{"owner": 2}, {"owner": 3}]]}}, (1, 1), known)
    assert known == {"there.view.ids": 13, "there.view.laid.owner": 3}


def test_what_is_always_the_same_is_no_column_and_what_is_missing_is_no_number() -> None:
    notes = Notes()
    for number in range(3):
        more = {"odd": 1.0} if number == 1 else {}
        notes.add(Sample(number, {"same": 1.0, "number": float(number), **more}, "trap", ("trap",)))
    rows = notes.matrix()
    assert rows.shape == (3, 2)
    assert list(rows[:, 0]) == [0, 1, 2]
    assert math.isnan(rows[0, 1])
