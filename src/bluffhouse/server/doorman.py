"""Newcomers come in one after another: however many there are at the door, those who play are not kept waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PER_SECOND: Final = 400.0
"""Looks, or handshakes of sockets, that a worker takes on: about half of its processor."""
CHANGE: Final = 4.0
"""How many looks a request counts for that changes something: it waits for the disk."""
AT_ONCE: Final = 60.0
"""So many need not wait when there was nobody: a page with all it loads, for some people."""
MOST_WAITING: Final = 1000


class Crowded(Exception):
    """So many are waiting that one more would wait for nothing."""


class Doorman:
    """By the real time, whatever clock the games go by: what is shared out is the processor."""

    def __init__(self, scale: float = 1.0, now: Callable[[], float] | None = None) -> None:
        self._rate = PER_SECOND * scale
        self._full = self._left = AT_ONCE * scale
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._then: float | None = None
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        self._letting_in: asyncio.Task[None] | None = None

    async def let_in(self, cost: float = 1.0) -> None:
        """Return when it is the caller's turn; Crowded where too many are before them."""
        if not self._waiting and self._take(cost):
            return
        if len(self._waiting) >= MOST_WAITING:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((cost, turn))
        if self._letting_in is None or self._letting_in.done():
            self._letting_in = asyncio.create_task(self._let_all_in())
        await turn

    def _take(self, cost: float) -> bool:
        now = self._now()
        self._left = min(self._full, self._left + (now - (self._then if self._then is not None else now)) * self._rate)
        self._then = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    async def _let_all_in(self) -> None:
        while self._waiting:
            cost, turn = self._waiting[0]
            if turn.cancelled():  # who waited has gone
                self._waiting.popleft()
            elif self._take(cost):
                self._waiting.popleft()
                turn.set_result(None)
            else:
                await asyncio.sleep((cost - self._left) / self._rate)
