"""The examples run, with small settings, and say what they promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bluffhouse import games

ROOT = Path(__file__).parents[2]


def run(example: str, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / example), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", games.NAMES)
def test_random_rollouts(name: str) -> None:
    told = run("random_rollouts.py", "--game", name, "--seats", "3", "--games", "64")
    shares = re.search(r"win share by seat: \[([^]]*)\]", told)
    assert shares
    assert sum(float(share) for share in shares[1].split(",")) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("name", games.NAMES)
def test_openspiel_ismcts(name: str) -> None:
    told = run("openspiel_ismcts.py", "--game", name, "--seats", "3", "--games", "1", "--simulations", "3")
    assert re.search(r"mean win share [01]\.\d{3}, even is 0\.333", told)


@pytest.mark.parametrize("name", games.NAMES)
def test_ppo(name: str) -> None:
    told = run("ppo.py", "--game", name, "--seats", "3", "--seconds", "1", "--envs", "32")
    assert re.search(r"after \d+ rounds: win share against random players 0\.\d{3}", told)


def test_every_example_is_run() -> None:
    tested = {"random_rollouts.py", "openspiel_ismcts.py", "ppo.py"}
    tested.add("greedy_bot.py")  # in tests/bots/test_external.py
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == tested
