"""Whoever plays is read first: connections wait in two lines, and of the second only a few are looked at in a turn.

asyncio reads from everybody who has said something before it goes on with anything, so a move would stand behind each
of a thousand newcomers at every step it takes. Here a connection that has made no move yet stands in the second line,
and while somebody's move is under way that line is looked at only now and then. Timers, threads, stores and buses are
in the first line, as is all that nobody put into the second.
"""

from __future__ import annotations

import contextlib
import math
import select
import selectors
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping
    from selectors import SelectorKey

    from _typeshed import FileDescriptorLike

AT_ONCE: Final = 1
"""So many of the second line in one turn of the loop: whoever moves meanwhile waits for all of them."""
POLITE: Final = 0.01
"""Seconds for which the second line lets moves go first; where somebody always moves, the others are still heard …"""
TOGETHER: Final = 12
"""… so many at a time then, for they have waited."""
OFFERED: Final = hasattr(select, "epoll")
"""Whether this system can do it; elsewhere asyncio's own way will do."""

RANKS: Final = "ranks"
"""Under this name a server's state holds its ranks, for the protocols of its connections."""
PLAYS: Final = "plays"
"""Under this name a socket's state holds what is to be called when its guest has made a move."""


class Ranks(Protocol):
    """In which line a connection stands."""

    def later(self, fd: int) -> None:
        """It belongs to the second line; say so before it is waited for."""

    def first(self, fd: int) -> None:
        """It plays: from now on it stands in the first line."""

    def gone(self, fd: int) -> None:
        """It has ended: the next one with that number is somebody else."""


class OneLine:
    """Where the loop is asyncio's own, everybody is equal."""

    def later(self, fd: int) -> None: ...
    def first(self, fd: int) -> None: ...
    def gone(self, fd: int) -> None: ...


def number(transport: asyncio.BaseTransport) -> int:
    """Of a connection that has not been closed."""
    found: int = transport.get_extra_info("socket").fileno()
    return found


class Precedence(selectors.BaseSelector):
    """The loop's selector: two of the system's own, the second one a member of the first."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.gives_way: Callable[[], bool] = lambda: False
        """Whether a move is under way."""
        self._now = now
        self._first, self._second = select.epoll(), select.epoll()
        self._first.register(self._second.fileno(), select.EPOLLIN)
        self._keys: dict[int, SelectorKey] = {}
        self._later: set[int] = set()
        """Whose place is in the second line, whether they are waited for now or not."""
        self._heard = 0.0
        """When the second line was last looked at."""
        self._stopped = False

    # --- who stands where ---------------------------------------------------------------------------------------------

    def later(self, fd: int) -> None:
        self._later.add(fd)

    def first(self, fd: int) -> None:
        if fd not in self._later:
            return
        self._later.discard(fd)
        if (key := self._keys.get(fd)) is not None:
            self._second.unregister(fd)
            self._first.register(fd, _mask(key.events))

    def gone(self, fd: int) -> None:
        self._later.discard(fd)

    def _line(self, fd: int) -> select.epoll:
        return self._second if fd in self._later else self._first

    # --- what a loop asks of its selector -----------------------------------------------------------------------------

    def register(self, fileobj: FileDescriptorLike, events: int, data: Any = None) -> SelectorKey:
        fd = _number(fileobj)
        if fd in self._keys:
            raise KeyError(f"{fileobj!r} is waited for already")
        self._line(fd).register(fd, _mask(events))
        key = self._keys[fd] = selectors.SelectorKey(fileobj, fd, events, data)
        return key

    def unregister(self, fileobj: FileDescriptorLike) -> SelectorKey:
        fd = _number(fileobj)
        key = self._keys.pop(fd)
        with contextlib.suppress(OSError):  # one that is closed already the system forgot by itself
            self._line(fd).unregister(fd)
        return key

    def modify(self, fileobj: FileDescriptorLike, events: int, data: Any = None) -> SelectorKey:
        fd = _number(fileobj)
        if events != self._keys[fd].events:
            self._line(fd).modify(fd, _mask(events))
        key = self._keys[fd] = selectors.SelectorKey(fileobj, fd, events, data)
        return key

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Who is ready: everybody of the first line, and a few of the second if it is their turn."""
        waits = self._heard + POLITE - self._now() if self.gives_way() else 0.0
        self._stop(waits > 0)
        if waits > 0:
            timeout = waits if timeout is None else min(timeout, waits)
        ready = self._first.poll(_rounded(timeout), len(self._keys) + 1)
        others = self._second.fileno()
        if any(fd == others for fd, _ in ready):
            ready += self._second.poll(0, TOGETHER if self.gives_way() else AT_ONCE)
            self._heard = self._now()
        return [(key, _events(mask) & key.events) for fd, mask in ready if (key := self._keys.get(fd)) is not None]

    def _stop(self, stopped: bool) -> None:
        """Not to be woken by the second line, or to be woken by it again."""
        if stopped is not self._stopped:
            self._stopped = stopped
            self._first.modify(self._second.fileno(), 0 if stopped else select.EPOLLIN)

    def get_map(self) -> Mapping[FileDescriptorLike, SelectorKey]:
        return self._keys  # type: ignore[return-value]  # by number: asyncio asks with nothing else

    def close(self) -> None:
        self._second.close()
        self._first.close()
        self._keys.clear()


def _number(fileobj: FileDescriptorLike) -> int:
    return fileobj if isinstance(fileobj, int) else fileobj.fileno()


def _mask(events: int) -> int:
    reads = select.EPOLLIN if events & selectors.EVENT_READ else 0
    return reads | (select.EPOLLOUT if events & selectors.EVENT_WRITE else 0)


def _events(mask: int) -> int:
    """What the system tells, in selectors' words: an error or an end wakes readers and writers alike."""
    writes = selectors.EVENT_WRITE if mask & ~select.EPOLLIN else 0
    return writes | (selectors.EVENT_READ if mask & ~select.EPOLLOUT else 0)


def _rounded(timeout: float | None) -> float:
    """Up to the next millisecond, as the system counts: rounded down, a loop would turn idly until the moment came."""
    if timeout is None:
        return -1.0
    return math.ceil(max(0.0, timeout) * 1000) / 1000
