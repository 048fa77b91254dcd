"""The driver: arrays of the promised shapes, legal games, rewards once, and games that begin again."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, Illegal, draw
from bluffhouse.sim import kernel
from bluffhouse.sim.batch import Batch, generator, win_shares

TABLES = [(name, seats) for name in kernel.NAMES for seats in games.find(name).seats]


def somewhere(name: str, seats: int, decisions: int) -> Any:
    """A position of a random game."""
    game, chance = games.find(name), random.Random(decisions)
    state = game.setup(game.options(), seats)
    while decisions > 0 or DEALER in game.actors(state):
        actor = min(game.actors(state))
        if actor == DEALER:
            move = draw(game, state, chance.randrange)
        else:
            move = chance.choice(game.moves(state, actor))
            decisions -= 1
        state = game.apply(state, actor, move).state
    return state


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_games_are_played_rewarded_and_begun_again(name: str, seats: int) -> None:
    batch = Batch(name, seats, 16, seed=3, careful=True)
    ended = np.zeros(16, np.int64)
    for _ in range(1000):
        assert batch.observation.shape == (batch.encoder.FEATURES, 16)
        assert batch.legal.shape == (batch.encoder.ACTIONS, 16)
        assert batch.legal.any(axis=0).all()
        assert (batch.actor < seats).all()
        batch.step(batch.sample())
        np.testing.assert_allclose(batch.reward.sum(axis=0), batch.over, rtol=1e-6)
        np.testing.assert_array_equal(batch.reward[:, batch.over], win_shares(batch.final)[:, batch.over])
        ended += batch.over
    assert ended.min() >= 2


@pytest.mark.parametrize("name", kernel.NAMES)
def test_floats_are_the_scaled_bytes(name: str) -> None:
    batch = Batch(name, 3, 8, seed=4)
    for _ in range(200):
        batch.step(batch.sample())
    seen = np.empty((batch.encoder.FEATURES, 8), np.float32)
    batch.observe(seen)
    np.testing.assert_array_equal(seen, batch.observation * batch.encoder.SCALE[:, None])
    same = np.empty((batch.encoder.FEATURES, 8), np.uint8)
    batch.observe(same)
    np.testing.assert_array_equal(same, batch.observation)


@pytest.mark.parametrize("name", kernel.NAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    one, other = (Batch(name, 3, 8, seed=5) for _ in range(2))
    for _ in range(300):
        actions = one.sample()
        np.testing.assert_array_equal(actions, other.sample())
        one.step(actions)
        other.step(actions)
    assert one.lanes.states() == other.lanes.states()


@pytest.mark.parametrize("name", kernel.NAMES)
@pytest.mark.parametrize("decisions", [1, 17, 40])
def test_worlds_begin_again_where_they_were_loaded(name: str, decisions: int) -> None:
    world = somewhere(name, 3, decisions)
    batch = Batch(name, 3, 5, worlds=[world], seed=6)
    first = batch.lanes.states()
    seen = batch.observation.copy()
    batch.step(batch.sample())
    batch.reset()
    assert batch.lanes.states() == first
    np.testing.assert_array_equal(batch.observation, seen)
    while not batch.over.any():
        batch.step(batch.sample())
    ended = np.flatnonzero(batch.over)
    assert [batch.lanes.states()[column] for column in ended] == [first[column] for column in ended]


@pytest.mark.parametrize("name", kernel.NAMES)
def test_reset_forgets_the_last_rewards(name: str) -> None:
    batch = Batch(name, 3, 4, seed=7)
    while not batch.over.any():
        batch.step(batch.sample())
    batch.reset()
    assert not batch.over.any()
    assert not batch.reward.any()
    assert not batch.final.any()


def test_win_is_shared_among_equals() -> None:
    wealth = np.array([[5, 9, 1], [5, 3, 1], [2, 9, 1]], np.int32)
    np.testing.assert_allclose(win_shares(wealth), [[0.5, 0.5, 1 / 3], [0.5, 0, 1 / 3], [0, 0.5, 1 / 3]])


@pytest.mark.parametrize("name", kernel.NAMES)
def test_a_careful_batch_refuses_an_illegal_action(name: str) -> None:
    batch = Batch(name, 3, 4, seed=8, careful=True)
    actions = batch.sample()
    actions[2] = int(np.flatnonzero(~batch.legal[:, 2])[0])
    with pytest.raises(ValueError, match="not legal in game 2"):
        batch.step(actions)


@pytest.mark.parametrize("name", kernel.NAMES)
def test_wrong_tables_are_refused(name: str) -> None:
    with pytest.raises(Illegal):
        Batch(name, 99, 4)
    with pytest.raises(ValueError, match="seats"):
        Batch(name, 99, 4, worlds=[somewhere(name, 3, 1)])
    with pytest.raises(LookupError):
        Batch("no such game", 3, 4)


@pytest.mark.parametrize("name", kernel.NAMES)
def test_unwatched_games_show_nothing(name: str) -> None:
    lanes = kernel.begin(name, None, 3, 2, generator(9))
    with pytest.raises(ValueError, match="watched"):
        assert lanes.observation.any()
