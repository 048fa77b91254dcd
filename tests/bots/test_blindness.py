"""Some twin worlds for every bot and game; `run.py nightly bots` has a thousand for each."""

import random
import sys
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.bots import roster
from bluffhouse.core.game import Below
from bluffhouse.core.record import AnyGame
from tests.bots.blindness import EVERYBODY, can_sit, peeks, positions

FEW = {"ismcts": 2, "search": 2, "exploit": 2, "shark": 3, "master": 2}
USUAL = 6


SITTINGS = [(name, level) for name in games.NAMES for level in EVERYBODY if can_sit(level, name)]


@pytest.mark.parametrize(("name", "level"), SITTINGS)
def test_answers_the_same_in_twin_worlds(name: str, level: str) -> None:
    assert peeks(level, name, FEW.get(level, USUAL)) == []


def peeking(game: AnyGame, _: int) -> Any:
    """Looks up the stack for the table it is sitting at, and lets a hidden thing decide."""

    def mind(view: Any, moves: Sequence[Any], below: Below) -> Any:
        frame = sys._getframe()
        while "table" not in frame.f_locals:
            assert frame.f_back is not None
            frame = frame.f_back
        return moves[zlib.crc32(str(frame.f_locals["table"].state).encode()) % len(moves)]

    return mind


@pytest.mark.parametrize("name", games.NAMES)
def test_a_bot_that_peeks_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(roster.ROSTER, "random", roster.Entry(peeking))
    assert len(peeks("random", name, 12)) > 6


def test_a_bot_whose_pause_hangs_on_what_it_sees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = random.Random(1)
    monkeypatch.setattr("bluffhouse.server.thinking.pause", lambda span, below: drawn.random())
    assert len(peeks("random", "vabanque", 4)) == 4


@pytest.mark.parametrize("name", games.NAMES)
def test_the_worlds_compared_differ(name: str) -> None:
    for moment, twin, seat in positions(name, 10, random.Random(name)):
        assert moment.moves != twin.moves
        assert [move for actor, move in moment.moves if actor == seat] == [m for a, m in twin.moves if a == seat]
