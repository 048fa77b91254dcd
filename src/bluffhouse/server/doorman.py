"""Newcomers come in one after another: however many there are at the door, those who play are not kept waiting."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from bluffhouse.server.limits import Bucket, Rate

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 60.0
"""So many need not wait when there was nobody: a page with all it loads, for some people."""
PER_SECOND: Final = 400.0
"""Looks, or handshakes of sockets, that a worker takes on: about half of its processor."""
LOOKS: Final = Rate("looks", AT_ONCE, AT_ONCE / PER_SECOND)
CHANGE: Final = 4.0
"""How many looks a request counts for that changes something: it waits for the disk."""
MOST_WAITING: Final = 1000


class Crowded(Exception):
    """So many are waiting that one more would wait for nothing."""


class Doorman:
    """By the real time, whatever clock the games go by: what is shared out is the processor."""

    def __init__(self, scale: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._bucket = Bucket(LOOKS, now(), scale)
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        self._letting_in: asyncio.Task[None] | None = None

    async def let_in(self, cost: float = 1.0) -> None:
        """Return when it is the caller's turn; Crowded where too many are before them."""
        if not self._waiting and self._bucket.take(self._now(), cost):
            return
        if len(self._waiting) >= MOST_WAITING:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((cost, turn))
        if self._letting_in is None or self._letting_in.done():
            self._letting_in = asyncio.create_task(self._let_all_in())
        await turn

    async def _let_all_in(self) -> None:
        while self._waiting:
            cost, turn = self._waiting[0]
            if turn.cancelled():  # who waited has gone
                self._waiting.popleft()
            elif self._bucket.take(self._now(), cost):
                self._waiting.popleft()
                turn.set_result(None)
            else:
                await asyncio.sleep(self._bucket.missing(cost))
