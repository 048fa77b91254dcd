"""A run can be repeated: the same settings make the same network, in one go or stopped and gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.arena import workers
from bluffhouse.train.settings import make
from tests.train.planned import TINY

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def run() -> Any:
    pytest.importorskip("torch", reason="torch is in the set `train` only")
    from bluffhouse.train import run

    return run


def weights(folder: Path) -> dict[str, Any]:
    with np.load(folder / "network.npz") as file:
        return {name: file[name] for name in file.files if name != "note"}


def assert_equal(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name])


@pytest.mark.parametrize("game", ["vabanque", "bankueberfall"])
def test_stopped_and_gone_on_with_or_in_one_go(run: Any, game: str, tmp_path: Path) -> None:
    settings = {"game": game, "iterations": 4} | TINY | ({"tables": [2, 3]} if game == "bankueberfall" else {})
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run.Run(whole, make(settings), print).go()
    begun = run.Run(parts, make(settings), print)
    begun.go(stop=2)
    assert begun.made()["iterations"] == 2
    begun._iterate()  # lost: the checkpoint is older
    run.resume(parts, print, {}).go()
    first = weights(whole)
    assert_equal(first, weights(parts))
    assert len((parts / "curves.jsonl").read_text().splitlines()) == 4
    other = tmp_path / "other"
    run.Run(other, make(settings | {"seed": 2}), print).go()
    assert any((weights(other)[name] != first[name]).any() for name in first)


def test_lots_make_the_same_network_here_and_in_processes(run: Any, tmp_path: Path) -> None:
    settings = make({"game": "vabanque", "iterations": 2, "lots": 3} | TINY)
    here, there = tmp_path / "here", tmp_path / "there"
    run.Run(here, settings, print).go()
    elsewhere = run.Run(there, settings, print)
    with workers.in_processes(2) as elsewhere.each:
        elsewhere.go()
    assert_equal(weights(here), weights(there))
    assert elsewhere.spent > 0
