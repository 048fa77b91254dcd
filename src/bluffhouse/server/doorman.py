"""Newcomers come in one after another: however many there are at the door, those who play are not kept waiting.

Each address has a line of its own, and the lines come in in turn: a crowd from one of them delays nobody from another.
While a move is under way no line moves on: coming in is work in several steps, and a move would stand behind each.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from bluffhouse.server.limits import Bucket, Rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

AT_ONCE: Final = 60.0
"""So many need not wait when there was nobody: a page with all it loads, for some people."""
PER_SECOND: Final = 200.0
"""Looks, or handshakes of sockets, that a worker takes on: a fifth of its processor. With half of it, whoever moved
stood behind two or three of them at every step."""
LOOKS: Final = Rate("looks", AT_ONCE, AT_ONCE / PER_SECOND)
CHANGE: Final = 4.0
"""How many looks a request counts for that changes something: it waits for the disk."""
MOST_WAITING: Final = 1000
MOST_OF_ONE: Final = 200
"""How many of one address may wait: all pages of a school whose people come at once, and no more of the room."""
POLITE: Final = 0.01
"""Seconds for which a newcomer lets moves go first; where somebody always moves, people still come in …"""
TOGETHER: Final = 8
"""… and so many steps of newcomers follow one another then, or a crowd would come in at ten milliseconds a step."""


class Crowded(Exception):
    """So many are waiting that one more would wait for nothing."""


class Doorman:
    """By the real time, whatever clock the games go by: what is shared out is the processor."""

    def __init__(self, scale: float = 1.0, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        # Where people may do less, each worker of many, the processor can still do as much; and a change must fit in.
        self._bucket = Bucket(LOOKS, now(), max(1.0, scale))
        self._lines: dict[str, deque[tuple[float, asyncio.Future[None]]]] = {}
        """By address; the first is next, and goes behind the others when one of it has come in."""
        self._waiting = 0
        self._letting_in: asyncio.Task[None] | None = None
        self._moves = 0
        self._waited_for = 0
        """How many need not wait now, because somebody has waited for long."""
        self._still = asyncio.Event()
        self._still.set()
        self._aside = asyncio.Lock()

    @contextlib.contextmanager
    def first(self) -> Iterator[None]:
        """Around a move: as long as it takes, newcomers wait."""
        self._moves += 1
        self._still.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._still.set()

    def gives_way(self) -> bool:
        """Whether a move is under way."""
        return self._moves > 0

    async def wait_for_moves(self) -> None:
        """Until no move is under way; not for long."""
        if not self._moves:
            return
        if self._waited_for:
            self._waited_for -= 1
            return
        try:
            async with asyncio.timeout(POLITE):
                await self._still.wait()
        except TimeoutError:
            self._waited_for = TOGETHER - 1

    @contextlib.asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Around a small thing for somebody who does not play: one of them at a time, and after the moves."""
        async with self._aside:
            await self.wait_for_moves()
            yield

    async def let_in(self, address: str, cost: float = 1.0) -> None:
        """Return when it is the caller's turn; Crowded where too many are before them."""
        if not self._lines and self._bucket.take(self._now(), cost):
            return
        if self._waiting >= MOST_WAITING or len(self._lines.get(address, ())) >= MOST_OF_ONE:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append((cost, turn))
        self._waiting += 1
        if self._letting_in is None or self._letting_in.done():
            self._letting_in = asyncio.create_task(self._let_all_in())
        await turn

    async def _let_all_in(self) -> None:
        while self._lines:
            await self.wait_for_moves()
            address, line = next(iter(self._lines.items()))
            cost, turn = line[0]
            if not turn.cancelled() and not self._bucket.take(self._now(), cost):
                await asyncio.sleep(self._bucket.missing(cost))
                continue
            line.popleft()
            self._waiting -= 1
            del self._lines[address]
            if line:
                self._lines[address] = line
            if not turn.cancelled():  # else who waited has gone
                turn.set_result(None)
