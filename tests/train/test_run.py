"""A run can be repeated: the same settings make the same network, in one go or stopped and gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.train.settings import make

if TYPE_CHECKING:
    from pathlib import Path

TINY = {"tables": [3, 4], "games": 8, "trunk": [8], "places": 8, "seat": 8, "keep_every": 2, "measure_every": 50}


@pytest.fixture
def run() -> Any:
    pytest.importorskip("torch", reason="torch is in the set `train` only")
    from bluffhouse.train import run

    return run


def weights(folder: Path) -> dict[str, Any]:
    with np.load(folder / "network.npz") as file:
        return {name: file[name] for name in file.files if name != "note"}


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
    first, second = weights(whole), weights(parts)
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name])
    assert len((parts / "curves.jsonl").read_text().splitlines()) == 4
    other = tmp_path / "other"
    run.Run(other, make(settings | {"seed": 2}), print).go()
    assert any((weights(other)[name] != first[name]).any() for name in first)
