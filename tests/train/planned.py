"""Lots of games to be played, here or elsewhere."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.bots.network import shipped
from bluffhouse.sim.batch import generator
from bluffhouse.train import lots
from bluffhouse.train.selfplay import Lessons
from bluffhouse.train.settings import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.train.lots import Lot, Played

TINY = {"tables": [3, 4], "games": 8, "trunk": [8], "places": 8, "seat": 8, "keep_every": 2, "measure_every": 50}


def planned(game: str = "vabanque", count: int = 3) -> list[Lot]:
    settings = make({"game": game, "games": 24, "heuristic": 0.1, "past": 0.2, "random": 0.1})
    network, rng = shipped(game), generator(5)
    return [lots.among_guests(settings, network, [network.sharper(2)], 3, rng) for _ in range(count)]


def assert_same(here: Sequence[Played], there: Sequence[Played]) -> None:
    """To the last bit."""
    assert len(here) == len(there)
    for one, other in zip(here, there, strict=True):
        for field in dataclasses.fields(Lessons):
            np.testing.assert_array_equal(getattr(one.lessons, field.name), getattr(other.lessons, field.name))
