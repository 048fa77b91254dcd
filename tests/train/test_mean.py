"""Older selves as one player: it does what they do on average, and a network learns to play like it."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.bots.network import Network, shipped
from bluffhouse.sim import learning
from bluffhouse.sim.batch import Batch, generator
from bluffhouse.sim.policy import AtRandom, draw_each
from bluffhouse.train import lots
from bluffhouse.train.mean import Mean, Shown, mean
from bluffhouse.train.settings import make
from tests.train.planned import TINY
from tests.train.test_run import MEANWHILE, REMEMBERING, assert_equal, weights

if TYPE_CHECKING:
    from pathlib import Path

SEATS = 3


def selves(game: str = "vabanque") -> list[Network]:
    network = shipped(game)
    return [network.sharper(power) for power in (1.0, 3.0)]


@pytest.mark.parametrize("game", ["vabanque", "bankueberfall"])
def test_it_does_what_its_members_do_on_average(game: str) -> None:
    one, other = selves(game)
    both = mean([one, other])
    batch: Any = Batch(game, SEATS, 40, seed=1)
    if both.thinks:
        learning.think(batch.lanes, both)
    differed = 0.0
    for _ in range(20):
        observation, legal = batch.observation, batch.legal
        found = both.chances(observation, legal)
        each = [network.chances(observation, legal) for network in (one, other)]
        assert found == pytest.approx((each[0] + each[1]) / 2, abs=1e-6)
        assert (found[~legal] == 0).all()
        differed += float(np.abs(each[0] - each[1]).max())
        batch.step(draw_each(found, batch.rng))
    assert differed > 1
    assert both.critic is other.critic  # the newest one's


@pytest.mark.parametrize("disguised", [0.0, 1.0])
def test_what_it_shows_is_what_it_does(disguised: float) -> None:
    settings = make({"game": "vabanque", "games": 12, "trials": 1.0, "disguised": disguised, "astray": 0.2})
    both = mean(selves())
    lot = lots.among_guests(settings, both, [selves()[0]], SEATS, generator(3))
    found = lot.lessons()
    assert isinstance(found, Shown)
    assert found.target == pytest.approx(_chances(both, found), abs=0.01)  # what places are told is kept in halves
    assert found.target.sum(axis=0) == pytest.approx(1, abs=1e-5)
    decisions = int((lot.owner == 0).sum()) * 26
    assert len(found) == pytest.approx(decisions, abs=12)  # all of every game; who stands first may be another
    taken = np.take_along_axis(found.target, found.action[None], axis=0)[0]
    surprise = -np.log(np.maximum(taken, 1e-6)).mean()
    assert (surprise > 1.5) == bool(disguised)  # what is shown is the mean's, whatever those do who are sent astray


def _chances(both: Mean, found: Shown) -> Any:
    local = found.local.astype(np.float32)
    return both.choose(found.observation, local, found.legal)


AVERAGING = {"iterations": 9, "averaging": 4, "keep_every": 2, "epochs": 4, "batch": 64, "rate": 0.01}


@pytest.mark.parametrize("meanwhile", [False, True])
def test_a_run_ends_by_learning_what_its_selves_do_on_average(run: Any, tmp_path: Path, meanwhile: bool) -> None:
    settings = {"game": "vabanque"} | TINY | REMEMBERING | MEANWHILE | AVERAGING | {"meanwhile": meanwhile}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    learnt = run.Run(whole, make(settings), print)
    learnt.go()
    assert len(learnt.past) == 4  # at the beginning, after two and four iterations, and where the averaging begins
    curves = [json.loads(line) for line in (whole / "curves.jsonl").read_text().splitlines()]
    assert ["missed" in told for told in curves] == [False] * 5 + [True] * 4
    missed = [told["missed"] for told in curves[5:]]
    assert missed[-1] < missed[0]
    run.Run(parts, make(settings), print).go(stop=6)
    resumed = run.resume(parts, print, {})
    resumed.go()
    assert_equal(weights(whole), weights(parts))
    assert len(resumed.past) == 4


def test_the_newest_part_of_the_selves_counts(run: Any, tmp_path: Path) -> None:
    settings = make({"game": "vabanque"} | TINY | AVERAGING | {"averaged": 0.5})
    begun = run.Run(tmp_path, settings, print)
    begun.go(stop=5)
    plan = begun._plan(5)
    together = plan.lots[0].network
    assert isinstance(together, Mean)
    assert [id(one) for one in together.members] == [id(kept.policy) for kept in begun.past[2:]]
    all_of_them = dataclasses.replace(settings, averaged=1.0)
    begun.settings = all_of_them
    assert len(begun._plan(6).lots[0].network.members) == 4


def test_something_must_be_learnt_before_it_is_averaged() -> None:
    with pytest.raises(ValueError, match="averaging is less than iterations"):
        make({"game": "vabanque", "iterations": 5, "averaging": 5})


def test_chance_is_no_self() -> None:
    """A table of guests is played by the mean at one seat only."""
    settings = make({"game": "vabanque", "games": 6, "random": 0.9, "past": 0.0, "heuristic": 0.0, "apart": True})
    lot = lots.among_guests(settings, mean(selves()), [selves()[0]], SEATS, generator(3))
    assert isinstance(lots.policy("vabanque", "random"), AtRandom)
    found = lot.lessons()
    assert len(found) == pytest.approx(int((lot.owner == 0).sum()) * 26, abs=6)
