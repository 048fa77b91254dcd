"""The same lots on two Ray workers, and the same network from them; only where Ray is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bluffhouse.arena import workers
from bluffhouse.train import lots
from bluffhouse.train.settings import make
from tests.train.planned import TINY, assert_same, planned

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_lessons_on_two_ray_workers(two_ray_workers: None) -> None:
    with workers.on_ray() as each:
        assert_same([lots.play(lot) for lot in planned()], list(each(lots.play, planned())))


def test_the_same_network_on_two_ray_workers(two_ray_workers: None, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is in the set `train` only")
    from bluffhouse.train import run

    settings = make({"game": "vabanque", "iterations": 2, "lots": 2} | TINY)
    here = run.Run(tmp_path / "here", settings, print).go()
    elsewhere = run.Run(tmp_path / "there", settings, print)
    with workers.on_ray() as elsewhere.each:
        there = elsewhere.go()
    for name in here.policy:
        np.testing.assert_array_equal(here.policy[name], there.policy[name])
