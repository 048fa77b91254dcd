"""A network that plays otherwise where all others are players of habit: whom it takes for such, what it does then."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.bots.network import Network, read, shipped
from bluffhouse.games.vabanque.kernel import habits
from bluffhouse.games.vabanque.model import Phase
from bluffhouse.sim import learning
from bluffhouse.train.selfplay import SelfPlay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bluffhouse.sim.policy import Policy

GAMES = 100
SEATS = 4


def plain() -> Network:
    return dataclasses.replace(shipped("vabanque"), thinks=True, habit=None)


def by_chance() -> Network:
    """It plays players of habit at random."""
    nothing = {name: np.zeros_like(array) for name, array in plain().policy.items()}
    return dataclasses.replace(plain(), habit=nothing)


def doubted(others: Sequence[Policy]) -> list[float]:
    """How likely the first seat takes all others for players of habit where it lays its first card, round by round."""
    network = by_chance()
    owner = np.tile(np.arange(SEATS)[:, None], GAMES)
    table = SelfPlay("vabanque", [network, *others], owner, seed=1)
    lanes: Any = table.batch.lanes
    found: dict[int, list[float]] = {}
    while not table.batch.over.any():
        if lanes.phase is Phase.CARDS and lanes.turn < SEATS:
            columns = np.flatnonzero(lanes.actor == 0)
            seen, legal = lanes.observation[:, columns], lanes.legal[:, columns]
            known = learning.recognised("vabanque", seen)
            own, even = plain().chances(seen, legal), legal / legal.sum(axis=0)
            np.testing.assert_allclose(network.chances(seen, legal), own + known * (even - own), atol=1e-5)
            found.setdefault(lanes.round, []).extend(known)
        table.batch.step(table.act())
    return [float(np.mean(known)) for known in found.values()]


def test_players_of_habit_are_recognised_and_played_otherwise() -> None:
    first, *later = doubted([habits] * 3)
    assert first > 0.7
    assert len(later) == 3
    assert min(later) > 0.9


def test_who_alone_plays_by_habit_is_not_believed() -> None:
    """Nobody can seem to be a heuristic, to be played as one, while the others are not."""
    assert max(doubted([habits, plain(), plain()])) < 0.05
    assert max(doubted([plain()] * 3)) < 0.01


def test_before_anything_is_known_it_plays_as_ever() -> None:
    network, table = by_chance(), SelfPlay("vabanque", [by_chance()], np.zeros((SEATS, GAMES), np.intp), seed=2)
    batch = table.batch
    np.testing.assert_array_equal(
        network.chances(batch.observation, batch.legal), plain().chances(batch.observation, batch.legal)
    )


def test_how_it_plays_them_is_kept_and_sharpened(tmp_path: Path) -> None:
    network = dataclasses.replace(plain(), habit=plain().policy)
    network.sharper(2.0).save(tmp_path / "copy.npz", {})
    copy, _ = read(tmp_path / "copy.npz")
    assert copy.habit is not None
    for name, array in plain().sharper(2.0).policy.items():
        assert copy.habit[name] == pytest.approx(array, rel=2e-3, abs=1e-6)  # half precision
