"""One thing after another: what is asked of a table is done in the order it came, each to its end."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final, TypeVar

import structlog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")

MOST_WAITING: Final = 200

log = structlog.get_logger(__name__)


class Busy(Exception):
    """Too much is waiting at this table already."""


class Mailbox:
    """Has a task only while there is something to do: an idle table costs nothing."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        return self._task is None

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have it done and wait for what it gives. Who stops waiting does not stop the work."""
        if len(self._waiting) >= MOST_WAITING:
            raise Busy
        return await self._put(work)

    def post(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Have it done; nobody waits for it, so what goes wrong is only logged."""
        self._put(work).add_done_callback(_log_fault)

    async def drained(self) -> None:
        """When all that waits now is done."""
        while self._task is not None:
            await asyncio.wait([self._task])

    def _put(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return done

    async def _work(self) -> None:
        while self._waiting:
            work, done = self._waiting.popleft()
            try:
                result = await work()
            except Exception as fault:  # noqa: BLE001 - it belongs to whoever asked, and the next one is served
                if not done.cancelled():
                    done.set_exception(fault)
            else:
                if not done.cancelled():
                    done.set_result(result)
        self._task = None


def _log_fault(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (fault := done.exception()):
        log.error("work at a table failed", fault=type(fault).__name__, exc_info=fault)
