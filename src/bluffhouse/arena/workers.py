"""Where work that comes in pieces is done: here, in processes, or on a Ray cluster.

Everywhere it is done as `map` does it, results in order, so whoever has the work need not know where it is done. What
travels must be picklable; the first failure ends it all. Elsewhere it begins with the call; here there is nobody to do
it before a result is asked for.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

Task = TypeVar("Task")
Result = TypeVar("Result")

AT_A_TIME: Final = 4
"""Tasks for Ray that are under way, for each of its cores."""
DIED: Final = "a process that did part of the work died: it was killed, or the memory did not suffice"


class WorkersFailed(Exception):
    """The work cannot be done there, or not any more."""


class NoRay(WorkersFailed):
    """Ray was asked for and is not there."""


class Each(Protocol):
    """Does the same to every task."""

    def __call__(self, work: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]: ...


def chosen(jobs: int, ray: str | None) -> AbstractContextManager[Each]:
    """As somebody asks for it: on Ray (an empty address: a cluster made here), or in so many processes."""
    if ray is not None:
        return on_ray(ray or None)
    return in_processes(jobs) if jobs > 1 else here()


def one_by_one(work: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
    return (work(task) for task in tasks)


@contextmanager
def here() -> Iterator[Each]:
    yield one_by_one


@contextmanager
def in_processes(jobs: int) -> Iterator[Each]:
    """So many, started when there is work and kept until all of it is done."""
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))

    def each(work: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        with _missing(BrokenProcessPool):
            begun = pool.map(work, tasks)  # not in a generator, which would begin only when a result is wanted
        return arriving(begun)

    def arriving(begun: Iterator[Result]) -> Iterator[Result]:
        with _missing(BrokenProcessPool):
            yield from begun

    try:
        yield each
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def on_ray(address: str | None = None) -> Iterator[Each]:
    """On the Ray cluster at that address; None: one that is started here, and ended."""
    try:
        import ray  # noqa: PLC0415 - only who asks for Ray needs it
    except ImportError:
        raise NoRay("--ray needs Ray: pip install ray") from None
    try:
        ray.init(address=address, log_to_driver=False, include_dashboard=False)
    except ConnectionError:
        raise NoRay(f"no Ray cluster answers at {address}") from None

    def each(work: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        remote, told = ray.remote(_do), ray.put(work)
        most = AT_A_TIME * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        begun = (remote.remote(told, task) for task in tasks)
        return arriving(deque(islice(begun, most)), begun)

    def arriving(waiting: deque[Any], later: Iterator[Any]) -> Iterator[Any]:
        exceptions = ray.exceptions
        with _missing(exceptions.WorkerCrashedError, exceptions.OutOfMemoryError, exceptions.NodeDiedError):
            while waiting:
                found = ray.get(waiting.popleft())
                waiting.extend(islice(later, 1))
                yield found

    try:
        yield each
    finally:
        ray.shutdown()


@contextmanager
def _missing(*deaths: type[Exception]) -> Iterator[None]:
    """Whoever dies meanwhile is missed in a sentence."""
    try:
        yield
    except deaths:
        raise WorkersFailed(DIED) from None


def _do(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)
