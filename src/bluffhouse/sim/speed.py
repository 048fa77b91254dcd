"""How fast the batch simulator is, in one run whose measurements take turns: a busy moment spoils one of each.

All rates are decisions per second of this process's CPU time, on one core, medians over the turns; `floor_…` is the
rate at which memory can be filled with the bytes of an observation, the limit for whoever hands observations out.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import tracemalloc
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse import games
from bluffhouse.core.game import DEALER, draw
from bluffhouse.sim import kernel, rollout
from bluffhouse.sim.batch import Batch, generator

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Rate = Callable[[], float]

SIZE: Final = 8192
TURNS: Final = 7
FILLS: Final = 20
WORLDS: Final = 64
TIMES: Final = 200
"""Play-outs for each move of a search."""
START: Final = """
from bluffhouse.sim.batch import Batch
batch = Batch({name!r}, {seats}, {SIZE})
batch.step(batch.sample())
if {fast}:
    batch.lanes.finish(batch.rng, fast=True)
"""


def measure(name: str, seats: int, *, size: int = SIZE, turns: int = TURNS) -> dict[str, float]:
    """Rates of everything a driver, a learner and a search do."""
    fill, fill_floats = _floors(name, size)
    stepping = _Stepping(name, seats, size)
    rates: dict[str, Rate] = {
        "floor_uint8": fill,
        "floor_float32": fill_floats,
        "step_uint8": stepping.in_place,
        "step_uint8_copied": lambda: stepping.copied(np.uint8),
        "step_float32": lambda: stepping.copied(np.float32),
        "playouts_numpy": lambda: _playouts(name, seats, size, stepping.length, fast=False),
        "simulations_numpy": _search(name, seats, fast=False),
    }
    if rollout.can_be_fast():
        rates["playouts_numba"] = lambda: _playouts(name, seats, size, stepping.length, fast=True)
        rates["simulations_numba"] = _search(name, seats, fast=True)
    for rate in rates.values():
        rate()  # compile and touch the memory
    found: dict[str, list[float]] = {key: [] for key in rates}
    for _ in range(turns):
        for key, rate in rates.items():
            found[key].append(rate())
    return {key: statistics.median(values) for key, values in found.items()}


def by_size(name: str, seats: int, *, sizes: tuple[int, ...] = (1, 16, 256, 4096, 65536)) -> dict[int, float]:
    """Microseconds a step of the whole batch takes, observation and mask included, by the number of games."""
    found = {}
    for size in sizes:
        stepping = _Stepping(name, seats, size)
        found[size] = size / statistics.median(stepping.in_place() for _ in range(3)) * 1e6
    return found


def bytes_per_game(name: str, seats: int, *, size: int = SIZE) -> float:
    """What a watched batch holds in memory, by the number of its games."""
    tracemalloc.start()
    batch = Batch(name, seats, size)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / batch.lanes.games


def start_seconds(name: str, seats: int, *, fast: bool = False) -> float:
    """CPU time of a new process for import and a first step (with Numba: and a first play-out)."""
    program = START.format(name=name, seats=seats, SIZE=SIZE, fast=fast) + "import time; print(time.process_time())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    return float(told.stdout)


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return max(time.process_time() - start, 1e-9)  # a coarse clock may not have moved


def _floors(name: str, size: int) -> tuple[Rate, Rate]:
    shape = kernel.encoder(name).FEATURES, size
    return _filling(np.empty(shape, np.uint8)), _filling(np.empty(shape, np.float32))


def _filling(array: NDArray[Any]) -> Rate:
    def fill() -> None:
        for _ in range(FILLS):
            array.fill(0)

    return lambda: FILLS * array.shape[1] / _timed(fill)


class _Stepping:
    """Random games through the driver; the clock runs for everything but the choice of the actions."""

    def __init__(self, name: str, seats: int, size: int) -> None:
        self.batch = Batch(name, seats, size, seed=1)
        self.size = size
        shape = self.batch.encoder.FEATURES, size
        self.out: dict[Any, Any] = {kind: np.empty(shape, kind) for kind in (np.uint8, np.float32)}
        self.length = self._game_length()

    def _game_length(self) -> float:
        """Decisions in a game, on average over one game of each column."""
        steps = np.zeros(self.size)
        live = np.ones(self.size, np.bool_)
        while live.any():
            steps += live
            self.batch.step(self.batch.sample())
            live &= ~self.batch.over
        self.batch.reset()
        return float(steps.mean())

    def in_place(self) -> float:
        """The driver's own arrays are looked at."""
        return self._rate(lambda: self.batch.observation)

    def copied(self, kind: type) -> float:
        """The observation is written into an array of the caller."""
        return self._rate(lambda: self.batch.observe(self.out[kind]))

    def _rate(self, look: Callable[[], object]) -> float:
        batch, spent, steps = self.batch, 0.0, round(self.length)
        for _ in range(steps):
            actions = batch.sample()

            def step(actions: Any = actions) -> object:
                batch.step(actions)
                return look(), batch.legal, batch.reward

            spent += _timed(step)
        return steps * self.size / spent


def _playouts(name: str, seats: int, size: int, length: float, *, fast: bool) -> float:
    rng = generator()
    return size * length / _timed(lambda: rollout.play_outs(name, seats, size, rng, fast=fast))


def _search(name: str, seats: int, *, fast: bool) -> Rate:
    """Simulations per second of a flat Monte-Carlo search early in a game: guess worlds, play every move out."""
    game, rng = games.find(name), generator(1)

    def below(number: int) -> int:
        return int(rng.integers(number))

    state = game.setup(game.options(), seats)
    decisions = 0
    while decisions < 5 * seats or DEALER in game.actors(state):
        actor = min(game.actors(state))
        dealer = actor == DEALER
        moves = game.moves(state, actor)
        decisions += not dealer
        state = game.apply(state, actor, draw(game, state, below) if dealer else moves[below(len(moves))]).state
    actor = min(game.actors(state))
    view, count = game.view(state, actor), len(game.moves(state, actor))

    def search() -> object:
        worlds = [game.guess(view, below) for _ in range(WORLDS)]
        return rollout.after_each_move(name, worlds, TIMES, rng, fast=fast)

    return lambda: count * TIMES / _timed(search)
