"""`bluffhouse bench env`: our games through each of the researchers' doors, and with peers what others' games do.

Random games in slices that take turns; the median is told, in decisions per second of this process's CPU time.
"""

from __future__ import annotations

import json
import os
import platform
import time
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.commands.bench import commit
from bluffhouse.commands.bench_sim import asked, load, medians
from bluffhouse.commands.console import say
from bluffhouse.envs.extras import extra

with extra("research"):
    import numpy as np

    from bluffhouse.commands import bench_peers
    from bluffhouse.envs.pettingzoo import env, parallel_env
    from bluffhouse.envs.vector import VectorEnv

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

SEATS: Final = 4
GAMES: Final = 4096
STEPS: Final = 10
SLICE: Final = 0.2  # CPU seconds


def run(arguments: Namespace) -> int:
    told: dict[str, Any] = {"python": platform.python_version(), "commit": commit(), "cores": os.cpu_count()}
    told["load_before"] = load()
    told |= measure(asked(arguments), arguments.seconds, peers=arguments.peers)
    told["load_after"] = load()
    if arguments.json:
        say(json.dumps(told))
        return 0
    say(f"Python {told['python']}, commit {told['commit'] or 'unknown'}, our games with {SEATS} seats, one core")
    say(f"load before and after: {told['load_before']}, {told['load_after']} on {told['cores']} cores")
    say(f"{'environment':<40}{'decisions/s':>16}")
    for name, rate in told["env"].items():
        say(f"{name:<40}{rate:>16,.0f}")
    return 0


def measure(names: list[str], seconds: float, *, peers: bool) -> dict[str, Any]:
    slices = _ours(names, min(SLICE, seconds / 20))
    if peers:
        slices |= bench_peers.peers(min(SLICE, seconds / 20))

    def turn() -> dict[str, float]:
        return {name: rate() for name, rate in slices.items()}

    rates = medians(turn, seconds)
    return {"env": rates, "vector_over_openspiel": {name: _gain(rates, name) for name in names}}


def _gain(rates: dict[str, float], name: str) -> float:
    return rates[f"{name} vector uint8"] / rates[f"{name} openspiel"]


def _ours(names: list[str], seconds: float) -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {}
    for name in names:
        turns, table = env(name, seats=SEATS), parallel_env(name, seats=SEATS)
        found[f"{name} pettingzoo aec"] = lambda turns=turns: bench_peers.aec_decisions(turns, seconds)  # type: ignore[misc]
        found[f"{name} pettingzoo parallel"] = lambda table=table: bench_peers.rate(  # type: ignore[misc]
            lambda: _parallel_game(table), seconds
        )
        found[f"{name} openspiel"] = lambda name=name: bench_peers.openspiel_decisions(  # type: ignore[misc]
            f"bluffhouse_{name}(seats={SEATS})", seconds
        )
        for kind in (np.uint8, np.float32):
            vector = VectorEnv(name, GAMES, seats=SEATS, dtype=kind)
            vector.reset(seed=1)
            found[f"{name} vector {np.dtype(kind)}"] = lambda vector=vector: _vector(vector)  # type: ignore[misc]
    return found


def _parallel_game(table: Any) -> int:
    seen, _ = table.reset(seed=1)
    decisions = 0
    while table.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in table.agents}
        decisions += sum(not mask[-1] for mask in masks.values())
        seen, *_ = table.step({agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()})
    return decisions


def _vector(vector: VectorEnv) -> float:
    """Steps with observation, mask and rewards; the choice of the actions is not counted."""
    spent = 0.0
    for _ in range(STEPS):
        actions = vector.sample()
        start = time.process_time()
        vector.step(actions)
        spent += time.process_time() - start
    return STEPS * vector.num_envs / max(spent, 1e-9)
