"""The vector environment: arrays as promised, the same games as the plain rules, rewards once a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete

from bluffhouse import games
from bluffhouse.core.game import Illegal, Seat, winners
from bluffhouse.envs.vector import VectorEnv
from bluffhouse.sim import kernel

SEATS = [(name, seats) for name in kernel.NAMES for seats in games.find(name).seats]
GAMES = 32


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_arrays_have_a_row_a_game(name: str, seats: int) -> None:
    env = VectorEnv(name, GAMES, seats=seats)
    encoder = kernel.encoder(name)
    seen, infos = env.reset(seed=1)
    ended = 0
    for _ in range(300):
        assert seen.shape == (GAMES, encoder.FEATURES)
        assert seen.dtype == np.float32
        assert infos["action_mask"].shape == (GAMES, encoder.ACTIONS)
        assert infos["seat"].shape == (GAMES,)
        assert infos["seat"].max() < seats
        actions = env.sample()
        assert infos["action_mask"][np.arange(GAMES), actions].all()
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == infos["final_wealth"].shape == (GAMES, seats)
        assert np.allclose(rewards.sum(axis=1), terminations)
        best = infos["final_wealth"] == infos["final_wealth"].max(axis=1, keepdims=True)
        assert np.array_equal(rewards > 0, best & terminations[:, None])
        assert not truncations.any()
        ended += int(terminations.sum())
    assert ended >= GAMES
    env.close()


@pytest.mark.parametrize("name", kernel.NAMES)
def test_it_shows_what_the_rules_show(name: str) -> None:
    game, encoder = games.find(name), kernel.encoder(name)
    env = VectorEnv(name, 8, seats=3, dtype=np.uint8)
    seen, infos = env.reset(seed=2)
    for _ in range(60):
        for number, state in enumerate(env._batch.lanes.states()):
            seat = Seat(int(infos["seat"][number]))
            view = game.view(state, seat)
            assert seat == min(game.actors(state))
            assert np.array_equal(seen[number], encoder.encode(view))
            assert np.array_equal(infos["action_mask"][number], encoder.legal(view, game.moves(state, seat)))
            assert winners(game, state) == ()
        seen, _, _, _, infos = env.step(env.sample())


@pytest.mark.parametrize("name", kernel.NAMES)
def test_a_seed_is_the_same_games(name: str) -> None:
    def run(seed: int | None) -> list[Any]:
        env.reset(seed=seed)
        return [env.step(env.sample())[0].copy() for _ in range(20)]

    env = VectorEnv(name, GAMES, seats=3)
    first, again, other, fresh = run(5), run(5), run(6), run(None)
    assert all(np.array_equal(left, right) for left, right in zip(first, again, strict=True))
    assert not np.array_equal(first[-1], other[-1])
    assert not np.array_equal(first[-1], fresh[-1])


@pytest.mark.parametrize("name", kernel.NAMES)
def test_centred_rewards_add_up_to_nothing(name: str) -> None:
    env = VectorEnv(name, GAMES, seats=4, centred=True)
    env.reset(seed=1)
    most = 0.0
    for _ in range(300):
        _, rewards, terminations, _, _ = env.step(env.sample())
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
        assert not rewards[~terminations].any()
        most = max(most, float(rewards.max()))
    assert most == pytest.approx(0.75)


def test_spaces() -> None:
    for dtype in (np.uint8, np.float32):
        env = VectorEnv("vabanque", 4, dtype=dtype)
        seen, _ = env.reset(seed=1)
        assert isinstance(env.single_observation_space, Box)
        assert env.single_observation_space.contains(np.ascontiguousarray(seen[0]))
        assert env.single_action_space == Discrete(env.actions)


def test_options_and_care() -> None:
    env = VectorEnv("vabanque", 4, seats=3, edition="2019", first="s1", careful=True)
    _, infos = env.reset(seed=1)
    assert set(infos["seat"]) == {1}
    with pytest.raises(ValueError, match="is not legal"):
        env.step(np.full(4, env.actions - 1))
    with pytest.raises(Illegal, match="2 to 4 players"):
        VectorEnv("bankueberfall", 4, seats=5)
    assert VectorEnv("bankueberfall", 4, seats=5, fifth_seat=True).seats == 5
