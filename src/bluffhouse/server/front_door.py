"""Connections are taken from the system's queue one after another, and none while somebody's move is under way.

asyncio's own server takes all that wait at a time: a thousand newcomers would stand before everybody who plays.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from bluffhouse.server.doorman import Doorman

BACKLOG: Final = 2048
"""The system's queue is long, for we take our time."""
NO_ROOM: Final = 1.0  # seconds until the next try, where the system has no room for one more

log = structlog.get_logger(__name__)


class FrontDoor:
    """A listening socket, and the protocol that each connection gets."""

    def __init__(self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol], doorman: Doorman) -> None:
        self._listening = listening
        self._protocol = protocol
        self._doorman = doorman
        self._taking: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._listening.listen(BACKLOG)
        self._listening.setblocking(False)
        self._taking = asyncio.create_task(self._take())

    async def close(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            await asyncio.wait([self._taking])

    async def _take(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._doorman.wait_for_moves()
            try:
                connection, _ = await loop.sock_accept(self._listening)
            except ConnectionError:  # it was given up before we came to it
                continue
            except OSError:
                await asyncio.sleep(NO_ROOM)
                continue
            try:
                await loop.connect_accepted_socket(self._protocol, connection)
            except Exception as fault:  # whatever is wrong with one connection, the door stays open
                connection.close()
                log.error("a connection failed", fault=type(fault).__name__, exc_info=fault)
