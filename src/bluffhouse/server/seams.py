"""What the server is handed instead of reaching for it: time, ids and chance. A test hands in its own."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.core.game import Below

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike when read out
CODE_LENGTH: Final = 8
WORD_LENGTH: Final = 26  # 128 bits and more
TOKEN_LENGTH: Final = 52  # 256 bits and more


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now(self) -> float:
        """Seconds that only ever grow: for clocks and deadlines."""

    def wall(self) -> float:
        """Seconds since 1970: for people to read."""

    def at(self, when: float, ring: Callable[[], None]) -> Alarm:
        """Call back at that `now`, from the event loop."""


class SystemClock:
    """Must be made inside the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        return self._loop.time()

    def wall(self) -> float:
        return time.time()

    def at(self, when: float, ring: Callable[[], None]) -> Alarm:
        return self._loop.call_at(when, ring)


class SharedClock(SystemClock):
    """For workers of one house: the time that people read is the database's, so whoever sets this machine's clock
    changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = time.time() - self.now()

    def wall(self) -> float:
        return self.now() + self._ahead

    def agree(self, wall: float, asked: float) -> None:
        """It was so late at the database between `asked` and now."""
        self._ahead = wall - (asked + self.now()) / 2


async def until(clock: Clock, when: float) -> None:
    """Wait for a moment of that clock; one that is past is no reason to wait."""
    if when <= clock.now():
        return
    bell = asyncio.Event()
    alarm = clock.at(when, bell.set)
    try:
        await bell.wait()
    finally:
        alarm.cancel()


@dataclass(frozen=True, slots=True)
class Ids:
    """Words nobody can guess, made of letters that survive links, mails and being read out."""

    below: Below = secrets.randbelow

    def word(self) -> str:
        """For tables and guests."""
        return self._draw(WORD_LENGTH)

    def code(self) -> str:
        """For reading out; asking for one is limited, so that guessing takes years."""
        return self._draw(CODE_LENGTH)

    def token(self) -> str:
        """For secrets: who has it, is it."""
        return self._draw(TOKEN_LENGTH)

    def _draw(self, length: int) -> str:
        return "".join(LETTERS[self.below(len(LETTERS))] for _ in range(length))
