"""The same games on Ray, with two workers here; only where Ray is installed."""

from __future__ import annotations

import functools
import sys

import pytest

from bluffhouse import games
from bluffhouse.arena import workers
from bluffhouse.arena.match import Rules, play
from bluffhouse.arena.seating import fixtures


def test_the_same_games_on_two_ray_workers(two_ray_workers: None) -> None:
    rules = Rules("vabanque", games.find("vabanque").options(), 3, seed=4)
    planned = list(fixtures(["heuristic", "random"], 3, 12, seed=4))
    one_game = functools.partial(play, rules)
    here = [match.wealth for match in workers.one_by_one(one_game, planned)]
    with workers.on_ray() as each:
        assert here == [match.wealth for match in each(one_game, planned)]


def test_without_ray_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(workers.NoRay, match="pip install ray"), workers.on_ray():
        pass
