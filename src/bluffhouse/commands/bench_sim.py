"""`bluffhouse bench sim`: the batch simulator beside memory, the plain rules and, with peers, OpenSpiel.

Measurements take turns until the time is over and medians are told, so that a busy moment spoils one of each. Rates
are decisions (`simulations_…`: play-outs of a search) per second of this process's CPU time; `floor_…` is the rate at
which memory is filled with the bytes of an observation.
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.commands.bench import Slice, commit, slice_of
from bluffhouse.commands.console import say
from bluffhouse.envs.extras import extra

with extra("bots"):
    from bluffhouse.sim import kernel, rollout, speed
    from bluffhouse.sim.batch import Batch

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

SEATS: Final = 4
GAMES: Final = speed.SIZE
SIZES: Final = (1, 16, 256, 4096, 65536)
SHORT: Final = 0.3  # CPU seconds of a slow measurement
STEPS: Final = 20

RATIOS: Final = {  # what is told, of what, and what the issue «Speed» asks of Vabanque
    "step_uint8 / floor_uint8": 1 / 9,
    "step_float32 / floor_float32": 1 / 5,
    "playouts_numpy / rules": None,
    "step_uint8 / rules": None,
    "playouts_numba / rules": None,
    "playouts_numpy / openspiel_python": 450,
    "playouts_numba / openspiel_python": 9000,
    "simulations_numpy / openspiel_ismcts": 100,
    "simulations_numba / openspiel_ismcts": 100,
}

WORK: Final = """
import time
from bluffhouse.sim.batch import Batch
batch = Batch({name!r}, {seats}, {games})
end, steps = time.monotonic() + {seconds}, 0
while time.monotonic() < end:
    batch.step(batch.sample())
    steps += 1
print(steps * {games} / {seconds})
"""


def run(arguments: Namespace) -> int:
    told: dict[str, Any] = {"python": platform.python_version(), "commit": commit(), "cores": os.cpu_count()}
    told["load_before"] = load()
    told["sim"] = {name: measure(name, arguments.seconds, peers=arguments.peers) for name in asked(arguments)}
    told["load_after"] = load()
    if arguments.json:
        say(json.dumps(told))
        return 0
    say(
        f"Python {told['python']}, commit {told['commit'] or 'unknown'}, {SEATS} seats, {GAMES} games in step, one core"
    )
    say(f"load before and after: {told['load_before']}, {told['load_after']} on {told['cores']} cores")
    for name, found in told["sim"].items():
        say(f"\n{name}")
        for part, values in found.items():
            for key, value in values.items() if isinstance(values, dict) else {"": values}.items():
                say(f"  {part:<24}{key!s:<40}{value:>18,.4g}")
    return 0


def asked(arguments: Namespace) -> list[str]:
    """The games to measure: the one named, or all that have a kernel."""
    return [name for name in kernel.NAMES if arguments.game in (None, name)]


def load() -> float | None:
    """How many processes want a core, over the last minute; None where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def measure(name: str, seconds: float, *, peers: bool) -> dict[str, Any]:
    """Everything that is told of one game."""
    rates = medians(_rates(name, peers=peers), seconds / 2)
    found: dict[str, Any] = {"rates": rates, "ratios": ratios(rates)}
    found["decisions_per_second_by_seats"] = {
        seats: GAMES / microseconds(name, seats, GAMES) * 1e6 for seats in games.find(name).seats
    }
    found["microseconds_a_step_by_games"] = {size: microseconds(name, SEATS, size) for size in SIZES}
    found["bytes_a_game"] = speed.bytes_per_game(name, SEATS, size=GAMES)
    found["start_cpu_seconds"] = {"numpy": speed.start_seconds(name, SEATS)}
    if rollout.can_be_fast():
        found["start_cpu_seconds"]["numba, warm"] = min(speed.start_seconds(name, SEATS, fast=True) for _ in range(2))
    found["two_processes_over_one"] = two_over_one(name, min(seconds / 10, 2.0))
    return found


def medians(turn: Callable[[], dict[str, float]], seconds: float) -> dict[str, float]:
    """Turn after turn until the time is over; the median of each figure."""
    turns: list[dict[str, float]] = []
    start = time.monotonic()
    while not turns or time.monotonic() - start < seconds:
        turns.append(turn())
    return {key: statistics.median(found[key] for found in turns) for key in turns[0]}


def ratios(rates: dict[str, float]) -> dict[str, float]:
    pairs = {told: told.split(" / ") for told in RATIOS}
    return {told: rates[over] / rates[under] for told, (over, under) in pairs.items() if {over, under} <= rates.keys()}


def _rates(name: str, *, peers: bool) -> Callable[[], dict[str, float]]:
    slow: dict[str, Callable[[], float]] = {"rules": lambda: _rules(name)}
    if peers:
        from bluffhouse.commands import bench_peers  # noqa: PLC0415 - needs the extra

        slow["openspiel_python"] = lambda: bench_peers.openspiel_decisions(f"bluffhouse_{name}(seats={SEATS})", SHORT)
        slow["openspiel_ismcts"] = lambda: bench_peers.ismcts_simulations(f"bluffhouse_{name}(seats={SEATS})")

    def turn() -> dict[str, float]:
        return speed.measure(name, SEATS, size=GAMES, turns=1) | {key: rate() for key, rate in slow.items()}

    return turn


def _rules(name: str) -> float:
    played: Slice = slice_of(games.find(name), SEATS, SHORT, random.Random(1))  # noqa: S311 - the same games every time
    return played.decisions / played.seconds


def microseconds(name: str, seats: int, size: int) -> float:
    """CPU time of a step of so many games, observation and mask included, early in the games."""
    batch = Batch(name, seats, size, seed=1)
    steps = STEPS if size <= GAMES else STEPS // 5
    spent = []
    for _ in range(3):
        whole = 0.0
        for _ in range(steps):
            actions = batch.sample()
            start = time.process_time()
            batch.step(actions)
            _ = batch.observation, batch.legal, batch.reward
            whole += time.process_time() - start
        spent.append(whole / steps)
    return max(statistics.median(spent) * 1e6, 1e-3)  # a coarse clock may not have moved


def two_over_one(name: str, seconds: float) -> float:
    """Decisions per second of wall time by two processes at once, over those of one."""
    program = WORK.format(name=name, seats=SEATS, games=GAMES, seconds=seconds)
    found = []
    for _ in range(3):
        one, two = (sum(_side_by_side(program, count)) for count in (1, 2))
        found.append(two / max(one, 1e-9))
    return statistics.median(found)


def _side_by_side(program: str, count: int) -> list[float]:
    command = [sys.executable, "-c", program]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]  # noqa: S603 - ours
    return [float(process.communicate()[0]) for process in started]
