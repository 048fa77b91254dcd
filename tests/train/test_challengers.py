"""A challenger sits at one table in so many with the learner, and learns to beat it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.sim.batch import generator
from bluffhouse.train.settings import RESPONSE, make
from tests.train.planned import TINY
from tests.train.test_run import REMEMBERING, assert_equal, weights

if TYPE_CHECKING:
    from pathlib import Path

SEATS = 3
CHALLENGED = {"game": "vabanque", "iterations": 4, "challenged": 0.5, "challenger_lasts": 2} | TINY | REMEMBERING


def test_it_has_one_seat_of_a_table_and_the_learner_all_others(run: Any) -> None:
    from bluffhouse.train import lots, model

    settings = make(CHALLENGED | {"games": 400, "past": 0.2, "random": 0.1, "heuristic": 0.0})
    network, other = model.begin(settings), model.begin(make(CHALLENGED | {"seed": 9}))
    lot = lots.among_guests(settings, network, [network], SEATS, generator(2), challengers=[other])
    assert lot.guests[-1] is other
    here = lot.owner == len(lot.guests)
    assert set(here.sum(axis=0)) == {0, 1}
    assert 150 < here.any(axis=0).sum() < 250
    assert np.bincount(here.argmax(axis=0)[here.any(axis=0)]).min() > 40  # at every chair
    assert (lot.owner[:, here.any(axis=0)] <= 0).sum() == (SEATS - 1) * here.any(axis=0).sum()
    alone = lots.among_guests(settings, network, [network], SEATS, generator(2))
    assert (alone.owner < len(lot.guests)).all()


@pytest.mark.parametrize("meanwhile", [False, True])
def test_a_run_with_challengers_stops_and_goes_on(run: Any, tmp_path: Path, monkeypatch: Any, meanwhile: bool) -> None:
    monkeypatch.setattr("bluffhouse.train.challengers.RESPONSE", RESPONSE | {"games": 12})
    settings = make(CHALLENGED | {"meanwhile": meanwhile})
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    learnt = run.Run(whole, settings, print)
    learnt.go()
    assert len(learnt.challengers.before) == 1
    told = [json.loads(line) for line in (whole / "curves.jsonl").read_text().splitlines()]
    assert all(0 <= one["challenger"] <= 1 for one in told)
    for stop in (1, 3, None):
        (run.resume(parts, print, {}) if stop != 1 else run.Run(parts, settings, print)).go(stop)
    assert_equal(weights(whole), weights(parts))


def test_it_learns_to_beat_whoever_does_not_learn(run: Any) -> None:
    """Three players at random, and a challenger begun as one of them, with a hundred thousand decisions."""
    from bluffhouse.train import model
    from bluffhouse.train.challengers import Challengers

    settings = make(CHALLENGED | {"challenger_lasts": 60, "places": 16, "thinks": False})
    found, network, rng = Challengers(settings), model.begin(settings), generator(3)
    won = [found.learn(0, found.lot(network, SEATS, rng).lessons(), rng)["challenger"] for _ in range(20)]
    assert np.mean(won[-5:]) > np.mean(won[:5]) + 0.1


def test_games_of_one_that_has_ended_teach_no_other(run: Any) -> None:
    from bluffhouse.train import model
    from bluffhouse.train.challengers import Challengers

    found, network, rng = Challengers(make(CHALLENGED)), model.begin(make(CHALLENGED)), generator(3)
    late = [found.lot(network, SEATS, rng) for _ in range(2)][1].lessons()
    found.lot(network, SEATS, rng)  # another begins, as the network is
    assert found.number == 1
    begun = found.all()[1].policy
    assert "challenger" in found.learn(0, late, rng)
    assert all((found.all()[1].policy[name] == array).all() for name, array in begun.items())
    found.learn(1, late, rng)
    assert any((found.all()[1].policy[name] != array).any() for name, array in begun.items())
