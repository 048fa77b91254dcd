"""Legal actions only, each as likely, by whichever way they are found."""

from __future__ import annotations

import numpy as np
import pytest

from bluffhouse.sim.batch import generator
from bluffhouse.sim.sample import BLOCK, FEW, sample

TIMES = 400


@pytest.mark.parametrize("actions", [1, BLOCK, 2 * BLOCK + 5])
@pytest.mark.parametrize("games", [3, FEW + 20])
def test_each_legal_action_is_as_likely(actions: int, games: int) -> None:
    rng = generator(1)
    legal = rng.random((actions, games)) < 0.4
    legal[rng.integers(0, actions, games), np.arange(games)] = True
    found = np.zeros((actions, games), np.int64)
    for _ in range(TIMES):
        found[sample(legal, rng), np.arange(games)] += 1
    assert not found[~legal].any()
    wanted = TIMES / legal.sum(axis=0)
    surplus = np.abs(found - wanted)[legal] / np.broadcast_to(np.sqrt(wanted), legal.shape)[legal]
    assert surplus.max() < 6  # six standard deviations


@pytest.mark.parametrize("games", [1, FEW])
@pytest.mark.parametrize("action", [0, BLOCK - 1, BLOCK, 2 * BLOCK])
def test_the_only_legal_action_is_found(games: int, action: int) -> None:
    legal = np.zeros((2 * BLOCK + 1, games), np.bool_)
    legal[action] = True
    np.testing.assert_array_equal(sample(legal, generator(2)), np.full(games, action))
