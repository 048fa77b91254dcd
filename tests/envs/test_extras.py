"""The house itself needs no extra: importing it is quick, and who lacks one is told how to get it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import Any

import pytest

from bluffhouse.envs.extras import MissingExtra, extra

MOST_SECONDS = 0.15
EXTRAS = ("numpy", "numba", "pettingzoo", "gymnasium", "pyspiel", "open_spiel", "torch", "pydantic", "sqlalchemy")

DOORS = [
    ("numpy", "vector", "bots"),
    ("pettingzoo", "pettingzoo", "research"),
    ("gymnasium", "vabanque_v0", "research"),
    ("pyspiel", "openspiel", "research"),
    ("numpy", "openspiel", "bots"),
]


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_importing_the_house_is_quick_and_takes_no_extra() -> None:
    """CPU time of the import alone, the best of five processes: other programs on the machine do not count."""
    program = (
        "import sys, time; before = time.process_time()\n"
        "import bluffhouse, bluffhouse.games\n"
        "print(time.process_time() - before, *sys.modules)"
    )
    told = [run(program) for _ in range(5)]
    assert all(done.returncode == 0 for done in told)
    seconds = min(float(done.stdout.split()[0]) for done in told)
    assert seconds < MOST_SECONDS
    loaded = {module.partition(".")[0] for module in told[0].stdout.split()[1:]}
    assert not loaded & set(EXTRAS)


def test_the_rules_and_the_command_take_no_extra() -> None:
    program = (
        "import sys\n"
        "from bluffhouse import cli, games\n"
        "found = [games.find(name) for name in games.NAMES]; cli.parser()\n"
        "print(*sys.modules)"
    )
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert not {module.partition(".")[0] for module in done.stdout.split()} & set(EXTRAS)


@pytest.mark.parametrize(("package", "door", "name"), DOORS)
def test_a_missing_extra_is_one_sentence(package: str, door: str, name: str) -> None:
    """As if the package were not there: None in sys.modules makes its import fail as a missing one does."""
    program = f"import sys; sys.modules[{package!r}] = None; import bluffhouse.envs.{door}"
    done = run(program)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    sentence = f'{package} is not installed; this installs it: pip install "bluffhouse[{name}]"'
    assert last == f"bluffhouse.envs.extras.MissingExtra: {sentence}"


def test_a_fault_of_our_own_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as raised, extra("research"):
        importlib.import_module("bluffhouse.nowhere")
    assert not isinstance(raised.value, MissingExtra)


def test_the_inner_door_names_its_extra() -> None:
    def inner() -> Any:
        with extra("bots"):
            raise ModuleNotFoundError(name="numpy.linalg")

    with pytest.raises(MissingExtra, match=r'pip install "bluffhouse\[bots\]"'), extra("research"):
        inner()
