"""What holds for all tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import bluffhouse.sim  # noqa: F401 - before anybody loads NumPy: it settles how many threads NumPy takes
from bluffhouse.commands import speech
from bluffhouse.games import vabanque

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.core.record import AnyGame


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever language the machine's user reads, and whatever a test before has spoken."""
    for variable in speech.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    speech.speak(speech.ENGLISH)


@pytest.fixture
def two_ray_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that is made here has two of them, whatever this machine has; without Ray the test is left out."""
    ray = pytest.importorskip("ray")
    begin = ray.init
    monkeypatch.setattr(ray, "init", lambda **how: begin(**how | {"num_cpus": 2}))


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AnyGame]:
    """Have new rules of Vabanque from now on, by which nobody can play a game that began before."""

    def never(*_: Any) -> Any:
        raise AssertionError("an old game is played by new rules")

    def change(*, keep: bool = True) -> AnyGame:
        old = vabanque.GAME
        monkeypatch.setattr(vabanque, "GAME", replace(old, version=2, apply=never, before=old if keep else None))
        return vabanque.GAME

    return change
