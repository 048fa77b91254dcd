"""A database that takes work and never answers: whoever waits is set free, and the work is left to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

LONGEST: Final = 10.0
"""Seconds until a database that says nothing counts as down: far above any commit on a busy machine."""

_left: set[asyncio.Task[object]] = set()
"""What is still being waited for behind everybody's back; a task that nobody holds may vanish."""


async def in_time(engine: AsyncEngine, work: Coroutine[object, object, T]) -> T:
    """What the work gives, or TimeoutError when it takes too long; then the engine begins with new connections.

    Cancelling is not enough: the driver answers it by asking the database to stop, and waits for that too. The
    forgotten work may yet be committed when the database wakes up, like that of a process killed in the middle.
    """
    if engine.dialect.name == "sqlite":  # a file has no other side that could fall silent
        return await work
    task: asyncio.Task[T] = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait([task], timeout=LONGEST)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        return task.result()
    _left.add(task)
    task.add_done_callback(_forget)
    task.cancel()
    await engine.dispose(close=False)  # the connection in use belongs to the old pool, and goes with it
    raise TimeoutError("the database does not answer")


def _forget(task: asyncio.Task[object]) -> None:
    _left.discard(task)
    if not task.cancelled():
        task.exception()  # looked at, so that nobody reports it
