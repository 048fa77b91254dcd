"""One who waits, for letters or for an open gate: what asyncio's Queue and Event do, without their lines of waiters.

A socket has one reader and one writer. The empty lines of asyncio's own, which are made for many, take four kilobytes a
socket, and there may be ten thousand.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

Letter = TypeVar("Letter")


class Letters(Generic[Letter]):
    """In the order in which they came, for one reader."""

    __slots__ = ("_kept", "_reader")

    def __init__(self) -> None:
        self._kept: list[Letter] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._kept

    def put_nowait(self, letter: Letter) -> None:
        self._kept.append(letter)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Letter:
        while not self._kept:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._kept.pop(0)


class Gate:
    """Open until it is closed."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: list[asyncio.Future[None]] = []

    def set(self) -> None:
        self._open = True
        for one in self._waiting:
            if not one.done():
                one.set_result(None)

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> None:
        while not self._open:
            one = asyncio.get_running_loop().create_future()
            self._waiting.append(one)
            try:
                await one
            finally:
                self._waiting.remove(one)
