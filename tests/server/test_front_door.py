"""The front door: one connection after another, moves first, and open whatever happens to a connection."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.server import doorman, front_door, run
from bluffhouse.server.doorman import Doorman
from bluffhouse.server.front_door import FrontDoor

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio


class Greeting(asyncio.Protocol):
    """Says when the connection was taken."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(b"welcome")
        transport.close()


@contextlib.asynccontextmanager
async def opened(protocol: Any = Greeting) -> AsyncIterator[tuple[Doorman, int]]:
    listening, man = run.listen("127.0.0.1", 0), Doorman()
    door = FrontDoor(listening, protocol, man)
    door.open()
    try:
        yield man, listening.getsockname()[1]
    finally:
        await door.close()
        listening.close()


async def knock(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = await reader.read()
    writer.close()
    return said


async def test_a_crowd_comes_in() -> None:
    async with opened() as (_, port):
        assert await asyncio.gather(*(knock(port) for _ in range(50))) == [b"welcome"] * 50


async def test_nobody_comes_in_before_a_move_but_after_a_while_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "POLITE", 0.3)
    monkeypatch.setattr(doorman, "TOGETHER", 1)
    async with opened() as (man, port):
        assert await knock(port) == b"welcome"
        with man.first():
            await knock(port)  # the door was waiting for this one already when the move began
            waiting = asyncio.create_task(knock(port))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            assert await asyncio.wait_for(waiting, 2) == b"welcome"
            again = asyncio.create_task(knock(port))
            await asyncio.sleep(0.1)
            assert not again.done()
        assert await asyncio.wait_for(again, 0.15) == b"welcome"


async def test_a_connection_that_fails_does_not_close_the_door(caplog: pytest.LogCaptureFixture) -> None:
    first = iter([ValueError("no")])

    def protocol() -> Greeting:
        for fault in first:
            raise fault
        return Greeting()

    async with opened(protocol) as (_, port):
        assert await asyncio.wait_for(knock(port), 2) == b""
        assert await asyncio.wait_for(knock(port), 2) == b"welcome"


async def test_where_the_system_has_no_room_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "NO_ROOM", 0.05)
    loop = asyncio.get_running_loop()
    accept, refusals = loop.sock_accept, iter([OSError(24, "too many open files"), ConnectionAbortedError()])

    async def sometimes(listening: socket.socket) -> tuple[socket.socket, Any]:
        for fault in refusals:
            raise fault
        return await accept(listening)

    monkeypatch.setattr(loop, "sock_accept", sometimes)
    async with opened() as (_, port):
        assert await asyncio.wait_for(knock(port), 2) == b"welcome"
