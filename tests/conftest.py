"""What holds for all tests."""

from __future__ import annotations

import pytest

import bluffhouse.sim  # noqa: F401 - before anybody loads NumPy: it settles how many threads NumPy takes


@pytest.fixture
def two_ray_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that is made here has two of them, whatever this machine has; without Ray the test is left out."""
    ray = pytest.importorskip("ray")
    begin = ray.init
    monkeypatch.setattr(ray, "init", lambda **how: begin(**how | {"num_cpus": 2}))
