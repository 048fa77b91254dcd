"""The same games on Ray, with two workers here; only where Ray is installed."""

import pytest

from bluffhouse import games
from bluffhouse.arena import workers
from bluffhouse.arena.match import Rules
from bluffhouse.arena.seating import fixtures


def test_the_same_games_on_two_ray_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    begin = ray.init
    monkeypatch.setattr(ray, "init", lambda **how: begin(**how | {"num_cpus": 2}))
    rules = Rules("vabanque", games.find("vabanque").options(), 3, seed=4)
    planned = list(fixtures(["heuristic", "random"], 3, 12, seed=4))
    here = {match.fixture.number: match.wealth for match in workers.here(rules, planned)}
    assert here == {match.fixture.number: match.wealth for match in workers.on_ray(rules, planned)}


def test_without_ray_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    rules = Rules("vabanque", games.find("vabanque").options(), 3, seed=4)
    with pytest.raises(workers.NoRay, match="pip install ray"):
        next(workers.on_ray(rules, []))
