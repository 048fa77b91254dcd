"""Lots of games to be played, here or elsewhere."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.bots.network import shipped
from bluffhouse.sim.batch import generator
from bluffhouse.train import lots
from bluffhouse.train.settings import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.train.expert import ExpertLot
    from bluffhouse.train.lots import Lot, Played
    from bluffhouse.train.selfplay import Lessons

TINY = {"tables": [3, 4], "games": 8, "trunk": [8], "places": 8, "seat": 8, "keep_every": 2, "measure_every": 50}


def planned(game: str = "vabanque", count: int = 3) -> list[Lot]:
    settings = make({"game": game, "games": 24, "heuristic": 0.1, "past": 0.2, "random": 0.1})
    network, rng = shipped(game), generator(5)
    return [lots.among_guests(settings, network, [network.sharper(2)], 3, rng) for _ in range(count)]


def searched() -> ExpertLot:
    settings = make({"game": "vabanque", "expert_games": 4, "expert_worlds": 2})
    return lots.with_an_expert(settings, shipped("vabanque"), 3, generator(7))


def assert_same(here: Sequence[Played[Lessons]], there: Sequence[Played[Lessons]]) -> None:
    """To the last bit."""
    assert len(here) == len(there)
    for one, other in zip(here, there, strict=True):
        assert type(one.lessons) is type(other.lessons)
        for field in dataclasses.fields(one.lessons):
            np.testing.assert_array_equal(getattr(one.lessons, field.name), getattr(other.lessons, field.name))
