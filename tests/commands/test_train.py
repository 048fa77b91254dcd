"""`bluffhouse train` as its user types it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bluffhouse.bots import network
from bluffhouse.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = """
game = "vabanque"
games = 8
tables = [3]
trunk = [8]
places = 8
seat = 8
thinks = true
trials = 1.0
remembered = 2
last_remembered = 3
hiding = 1.5
iterations = 2
averaging = 1
"""


def test_a_best_response_is_sought_by_ppo_whatever_the_target_learnt_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="torch is in the set `train` only")
    settings, target, response = tmp_path / "settings.toml", tmp_path / "target", tmp_path / "response"
    settings.write_text(SETTINGS)
    asked = ["train", "vabanque", "--settings", str(settings), "--jobs", "1", "--folder"]
    assert main([*asked, str(target)]) == 0
    found = network.read(target / "network.npz")[1]["settings"]
    assert (found["trials"], found["remembered"]) == (1, 2)
    assert (target / "curves.png").read_bytes().startswith(b"\x89PNG")
    against = ["--against", str(target / "network.npz"), "--iterations", "2", "--measured", "8"]
    assert main([*asked, str(response), *against]) == 0
    found = network.read(response / "network.npz")[1]["settings"]
    assert (found["trials"], found["remembered"], found["hiding"], found["iterations"]) == (0, 0, 1, 2)
    assert "win share against the target, 8 games" in capsys.readouterr().out
