"""A lot is the same games wherever it is played, and every lot of an iteration has its own."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from bluffhouse.arena import workers
from bluffhouse.train import lots, selfplay
from bluffhouse.train.settings import make
from tests.train.planned import assert_same, planned, searched


def test_the_same_lessons_in_processes_and_here() -> None:
    here = [lots.play(lot) for lot in planned()]
    with workers.in_processes(2) as each:
        assert_same(here, list(each(lots.play, planned())))
        assert_same([lots.play(searched())], list(each(lots.play, [searched()])))
    first, second, third = (played.lessons for played in here)
    assert not np.array_equal(first.shares[:, :20], second.shares[:, :20])
    together = selfplay.joined([first, second, third])
    assert len(together) == len(first) + len(second) + len(third)
    np.testing.assert_array_equal(together.observation[:, len(first) : -len(third)], second.observation)


def test_processes_begin_before_anybody_asks_for_a_result(tmp_path: Path) -> None:
    begun, deadline = tmp_path / "begun", time.monotonic() + 60
    with workers.in_processes(1) as each:
        unasked = each(Path.touch, [begun])
        while not begun.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert begun.exists()
        assert list(unasked) == [None]


@pytest.mark.parametrize("game", ["vabanque", "bankueberfall"])
def test_guests_sit_where_the_lot_says(game: str) -> None:
    lot = planned(game, 1)[0]
    assert list(lot.guests[1:]) == lots.strangers(game)
    assert set(np.unique(lot.owner)) == set(range(len(lot.guests) + 1))
    for guest in lot.guests:
        assert callable(lots.policy(game, guest).chances)


def test_an_iteration_has_at_least_one_lot() -> None:
    with pytest.raises(ValueError, match="lots is at least 1"):
        make({"game": "vabanque", "lots": 0})
