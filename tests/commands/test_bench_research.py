"""`bluffhouse bench sim` and `bench env`: the measurements run and tell what they promise, however fast it is here."""

import json
import sys

import pytest

from bluffhouse.commands import bench_env, bench_peers, bench_sim
from bluffhouse.sim import kernel, rollout
from tests.commands.records import Shell

pytestmark = pytest.mark.xdist_group("bots")  # where Numba compiles


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sim, "GAMES", 16)
    monkeypatch.setattr(bench_sim, "SIZES", (1, 8))
    monkeypatch.setattr(bench_sim, "SHORT", 0.01)
    monkeypatch.setattr(bench_env, "GAMES", 16)
    monkeypatch.setattr(bench_peers, "SIMULATIONS", 3)
    monkeypatch.setattr(kernel, "NAMES", ("vabanque",))
    monkeypatch.setattr(rollout, "can_be_fast", lambda: False)


@pytest.mark.usefixtures("small")
def test_sim_with_peers(shell: Shell) -> None:
    code, out, err = shell("bench", "sim", "--json", "--peers", "--seconds", "0.5")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert {"python", "commit", "cores", "load_before", "load_after", "sim"} == told.keys()
    found = told["sim"]["vabanque"]
    assert {"playouts_numpy / openspiel_python", "simulations_numpy / openspiel_ismcts"} <= found["ratios"].keys()
    assert found["ratios"].keys() <= bench_sim.RATIOS.keys()
    assert all(value > 0 for value in [*found["rates"].values(), *found["ratios"].values()])
    assert list(found["microseconds_a_step_by_games"]) == ["1", "8"]
    assert list(found["decisions_per_second_by_seats"]) == ["3", "4", "5", "6"]
    assert found["bytes_a_game"] > 0
    assert found["two_processes_over_one"] > 0
    assert 0 < found["start_cpu_seconds"]["numpy"] < 10


@pytest.mark.usefixtures("small")
def test_env_with_peers(shell: Shell) -> None:
    code, out, err = shell("bench", "env", "--json", "--peers", "--seconds", "0.1")
    assert (code, err) == (0, "")
    told = json.loads(out)
    doors = ("pettingzoo aec", "pettingzoo parallel", "openspiel", "vector uint8", "vector float32")
    names = {*(f"vabanque {door}" for door in doors), *(f"openspiel {name}" for name in bench_peers.NATIVE)}
    assert names <= told["env"].keys()
    assert all(rate > 0 for rate in told["env"].values())
    assert told["vector_over_openspiel"]["vabanque"] > 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("subject", ["sim", "env"])
def test_without_json_it_is_a_table(shell: Shell, subject: str) -> None:
    code, out, err = shell("bench", subject, "--seconds", "0.1")
    assert (code, err) == (0, "")
    assert out.startswith("Python 3.")
    assert "vabanque" in out


def test_a_missing_extra_is_one_sentence(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bluffhouse.commands.bench_peers", raising=False)
    monkeypatch.delitem(sys.modules, "bluffhouse.commands.bench_env", raising=False)
    monkeypatch.delattr("bluffhouse.commands.bench_peers", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    code, out, err = shell("bench", "env", "--json")
    assert (code, out) == (2, "")
    assert err == 'bluffhouse bench: pyspiel is not installed; this installs it: pip install "bluffhouse[research]"\n'
