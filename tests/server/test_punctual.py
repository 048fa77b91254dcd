"""Half a request does not keep a connection; whole ones, answers that take long, and sockets do."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from bluffhouse.server import punctual
from bluffhouse.server.punctual import AT_ONCE, LEAST
from tests.server.world import running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

SHORT = 0.3


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(punctual, "PATIENCE", SHORT)


async def dawdle(origin: str, begin: str, more: bytes) -> tuple[float, bytes]:
    """How long the house puts up with somebody who goes on with `more` for ever, and what it answers."""
    host, _, port = origin.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    begun, told = time.monotonic(), b""
    writer.write(begin.encode())
    async with asyncio.timeout(20):
        while not reader.at_eof():
            writer.write(more)
            try:
                told += await asyncio.wait_for(reader.read(4096), SHORT / 6)
            except TimeoutError:
                continue
            except ConnectionError:  # what was said last was not read any more
                break
    writer.close()
    return time.monotonic() - begun, told


async def test_headers_that_never_end(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        lasted, told = await dawdle(server.origin, "GET / HTTP/1.1\r\n", b"X: y\r\n")
        assert LEAST * SHORT <= lasted < 20 * SHORT
        assert told == b""


async def test_a_second_request_that_never_ends(tmp_path: Path) -> None:
    host = "Host: 127.0.0.1\r\n"
    async with running(tmp_path) as server:
        whole = f"GET /health HTTP/1.1\r\n{host}\r\n"
        lasted, told = await dawdle(server.origin, f"{whole}GET /health HTTP/1.1\r\n{host}", b"X: y\r\n")
        assert LEAST * SHORT <= lasted < 20 * SHORT
        assert told.count(b"HTTP/1.1 200") == 1


async def test_a_body_that_never_ends(tmp_path: Path) -> None:
    """Whoever got stuck is told; whoever goes on with a word now and then is just cut off."""
    async with running(tmp_path) as server:
        head = f"POST /api/guests HTTP/1.1\r\nHost: {server.origin[7:]}\r\nOrigin: {server.origin}\r\n"
        head += "Content-Length: 10000\r\n\r\n{"
        stuck, told = await dawdle(server.origin, head, b"")
        assert told.startswith(b"HTTP/1.1 408")
        assert json.loads(told.rpartition(b"\r\n")[2])["code"] == "slow"
        dawdled, _ = await dawdle(server.origin, head, b" ")
        assert LEAST * SHORT <= min(stuck, dawdled) <= max(stuck, dawdled) < 20 * SHORT


async def test_a_request_in_pieces_is_read_and_who_dawdles_is_looked_at_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bytes] = []
    read = H11Protocol.data_received

    def counted(self: H11Protocol, data: bytes) -> None:
        looks.append(data)
        read(self, data)

    monkeypatch.setattr(H11Protocol, "data_received", counted)
    monkeypatch.setattr(punctual, "PATIENCE", 20.0)
    monkeypatch.setattr(punctual, "LATER", (SHORT, SHORT))
    async with running(tmp_path) as server:
        host, _, port = server.origin.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        pieces = ("GET /health HTTP/1.1\r\n", f"Host: {host}\r\n", *(f"X: {number}\r\n" for number in range(20)))
        begun = time.monotonic()
        for piece in (*pieces, "\r\n"):
            writer.write(piece.encode())
            await asyncio.sleep(SHORT / 30)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()
        assert b"".join(looks).count(b"X:") == 20
        assert len(looks) <= AT_ONCE + 2 + (time.monotonic() - begun) / SHORT


async def test_sockets_and_quiet_connections_stay(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        await ann.create(bots="random")
        async with ann.page() as page:
            await asyncio.sleep(3 * SHORT)
            await page.send(type="ping")
            assert (await page.until(lambda frame: frame["type"] == "pong"))["type"] == "pong"
