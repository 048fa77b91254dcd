"""The measurements run and tell what they promise; how fast it must be is not for a busy test machine to say."""

from __future__ import annotations

import pytest

from bluffhouse import games
from bluffhouse.sim import kernel, rollout, speed


@pytest.mark.parametrize("name", kernel.NAMES)
def test_every_rate_is_measured(name: str) -> None:
    rates = speed.measure(name, min(games.find(name).seats), size=64, turns=1)
    assert all(rate > 0 for rate in rates.values())
    assert {"floor_uint8", "step_uint8", "step_float32", "playouts_numpy", "simulations_numpy"} <= set(rates)
    assert ("playouts_numba" in rates) == rollout.can_be_fast()


@pytest.mark.parametrize("name", kernel.NAMES)
def test_size_and_start_are_measured(name: str) -> None:
    seats = min(games.find(name).seats)
    assert list(speed.by_size(name, seats, sizes=(1, 8))) == [1, 8]
    assert speed.bytes_per_game(name, seats, size=64) > kernel.encoder(name).FEATURES
    assert 0 < speed.start_seconds(name, seats) < 10
