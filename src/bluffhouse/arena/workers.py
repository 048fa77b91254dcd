"""Where the games of a run are played: here, in a process for each core, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.arena.match import Match, Rules, play

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bluffhouse.arena.seating import Fixture

AT_A_TIME: Final = 4
"""Tasks for Ray that are under way, for each of its cores."""


class NoRay(Exception):
    """Ray was asked for and is not there."""


def here(rules: Rules, fixtures: Iterable[Fixture]) -> Iterator[Match]:
    return (play(rules, fixture) for fixture in fixtures)


def in_processes(rules: Rules, fixtures: Sequence[Fixture], jobs: int) -> Iterator[Match]:
    """As they end, not in order: a game's luck hangs on its number alone. The first failure ends the run."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = [pool.submit(play, rules, fixture) for fixture in fixtures]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def on_ray(rules: Rules, fixtures: Iterable[Fixture], address: str | None = None) -> Iterator[Match]:
    """On the Ray cluster at that address; None: one that is started here, and ended."""
    try:
        import ray  # noqa: PLC0415 - only who asks for Ray needs it
    except ImportError:
        raise NoRay("--ray needs Ray: pip install ray") from None
    ray.init(address=address, log_to_driver=False, include_dashboard=False)
    try:
        task, told = ray.remote(play), ray.put(rules)
        most = AT_A_TIME * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        waiting: list[Any] = []
        for fixture in fixtures:
            waiting.append(task.remote(told, fixture))
            if len(waiting) >= most:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        yield from ray.get(waiting)
    finally:
        ray.shutdown()
