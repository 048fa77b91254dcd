"""The network that ships: its file, its chances, its moves, and that torch computes the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.bots import network
from bluffhouse.bots.network import WEIGHTS, NetworkMind, prospects, read, scores, shipped
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.sim import learning
from bluffhouse.sim.batch import Batch

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = sorted(path.stem for path in WEIGHTS.glob("*.npz"))


def watched(name: str, seats: int, steps: int = 40) -> Batch:
    batch = Batch(name, seats, 50, seed=1)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


@pytest.mark.parametrize("name", SHIPPED)
def test_the_file_is_small_and_says_how_it_was_made(name: str) -> None:
    path = WEIGHTS / f"{name}.npz"
    assert path.stat().st_size <= 1_000_000
    _, note = read(path)
    assert note["game"] == name
    assert {"settings", "iterations", "decisions", "minutes"} <= note.keys()


@pytest.mark.parametrize("name", SHIPPED)
def test_chances_are_chances_at_every_table(name: str) -> None:
    for seats in games.find(name).seats:
        batch = watched(name, seats)
        chances = shipped(name).chances(batch.observation, batch.legal)
        np.testing.assert_allclose(chances.sum(axis=0), 1, rtol=1e-5)
        assert chances[~batch.legal].max() == 0
        np.testing.assert_allclose(shipped(name).win_chances(batch.lanes).sum(axis=0), 1, rtol=1e-5)


@pytest.mark.parametrize("name", SHIPPED)
def test_one_column_is_judged_as_among_many(name: str) -> None:
    batch = watched(name, games.find(name).seats[1])
    together = shipped(name).chances(batch.observation, batch.legal)
    alone = shipped(name).chances(batch.observation[:, 7:8], batch.legal[:, 7:8])
    np.testing.assert_allclose(alone[:, 0], together[:, 7], atol=1e-5)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_sharper_one_has_the_same_chances_to_a_power(name: str) -> None:
    batch = watched(name, games.find(name).seats[1])
    squared = shipped(name).chances(batch.observation, batch.legal) ** 2
    found = shipped(name).sharper(2).chances(batch.observation, batch.legal)
    np.testing.assert_allclose(found, squared / squared.sum(axis=0), atol=1e-5)


@pytest.mark.parametrize("name", SHIPPED)
def test_one_that_is_less_open_mixes_more_where_a_choice_tells(name: str) -> None:
    """And does elsewhere what it did."""
    seats, told = games.find(name).seats[1], 0
    for steps in (0, 13, 24, 31):
        batch = watched(name, seats, steps)
        telling = learning.tells(name, batch.observation)
        plain = shipped(name).chances(batch.observation, batch.legal)
        wanted = np.where(telling, plain**0.7, plain)
        found = shipped(name).sharper(1, 0.7).chances(batch.observation, batch.legal)
        np.testing.assert_allclose(found, wanted / wanted.sum(axis=0), atol=1e-5)
        told += telling.sum()
    assert bool(told) == (name == "vabanque")


def test_a_kept_network_plays_the_same(tmp_path: Path) -> None:
    shipped("vabanque").save(tmp_path / "copy.npz", {"minutes": 1})
    copy, note = read(tmp_path / "copy.npz")
    batch = watched("vabanque", 4)
    assert note["minutes"] == 1
    np.testing.assert_array_equal(
        copy.chances(batch.observation, batch.legal), shipped("vabanque").chances(batch.observation, batch.legal)
    )


def test_a_game_without_a_network_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "WEIGHTS", tmp_path)
    with pytest.raises(LookupError, match="no trained network of chess"):
        shipped.__wrapped__("chess")


@pytest.mark.parametrize("name", SHIPPED)
def test_it_plays_legal_moves_to_the_end_and_beats_chance(name: str) -> None:
    game, below = games.find(name), random.Random(4).randrange
    won = 0.0
    for number in range(12):
        bots: list[Chooser[Any, Any]] = [Chooser(at_random, below) for _ in range(3)]
        bots[number % 3] = Chooser(NetworkMind(shipped(name)), below)
        *_, last = play(game, game.setup(game.options(), 3), bots, below)  # the door refuses what is not legal
        wealth = game.wealth(last.step.state)
        won += (wealth[number % 3] == max(wealth)) / wealth.count(max(wealth))
    assert won / 12 > 0.55


@pytest.mark.parametrize("name", SHIPPED)
def test_torch_computes_the_same(name: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is in the set `train` only")
    batch, found = watched(name, games.find(name).seats[1]), shipped(name)
    local = learning.places(name).local(batch.observation)
    seen, spread = found.floats(batch.observation), found.spread(local.shape[1])
    policy, critic = (
        {key: torch.from_numpy(array) for key, array in part.items()} for part in (found.policy, found.critic)
    )
    theirs = scores(policy, torch.from_numpy(spread), torch.from_numpy(seen), torch.from_numpy(local))
    np.testing.assert_allclose(theirs.numpy(), scores(found.policy, spread, seen, local), atol=1e-4)
    oracle = learning.oracle(name)
    seen = np.concatenate((seen, oracle.whole(batch.lanes)))
    local = np.concatenate((local, oracle.local(batch.lanes)))
    theirs = prospects(critic, torch.from_numpy(seen), torch.from_numpy(local))
    np.testing.assert_allclose(theirs.numpy(), prospects(found.critic, seen, local), atol=1e-4)
