"""The proxy of the fault kit does what it is told: a fault that never happens proves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.proxy import Place, Proxy, between

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def echo(kind: str, folder: Path) -> AsyncIterator[Proxy]:
    """A proxy in front of a server that says everything back."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1000):
                writer.write(data)
                await writer.drain()
        writer.close()

    back = Place(path=folder / "back") if kind == "path" else Place(port=0)
    server = await back.listen(serve)
    if kind == "port":
        back = Place(port=server.sockets[0].getsockname()[1])
    front = Place(path=folder / "front") if kind == "path" else Place(port=0)
    async with between(front, back) as proxy:
        yield proxy
    server.close()


@contextlib.asynccontextmanager
async def call(
    proxy: Proxy, folder: Path, kind: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    place = Place(path=folder / "front") if kind == "path" else Place(port=proxy.port)
    reader, writer = await place.connect()
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@pytest.mark.parametrize("kind", ["port", "path"])
async def test_faults(tmp_path: Path, kind: str) -> None:
    async with echo(kind, tmp_path) as proxy, call(proxy, tmp_path, kind) as (reader, writer):

        async def said(data: bytes, patience: float = 5.0) -> bytes:
            writer.write(data)
            async with asyncio.timeout(patience):
                return await reader.readexactly(len(data))

        assert await said(b"plain") == b"plain"
        proxy.slices = True
        assert await said(b"x" * 5000) == b"x" * 5000
        proxy.heal()
        proxy.latency = 0.05
        begin = time.monotonic()
        assert await said(b"late") == b"late"
        assert time.monotonic() - begin >= 0.1, "there and back"
        proxy.heal()
        proxy.silent = True
        with pytest.raises(TimeoutError):
            await said(b"held back", 0.1)
        proxy.heal()
        assert await said(b"more") == b"held", "nothing is lost, only late"
        (proxy.reset if kind == "port" else proxy.cut)()
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await said(b"anybody?" * 1000)
        proxy.refuses = True
        with contextlib.suppress(ConnectionError):
            async with call(proxy, tmp_path, kind) as (nobody, _):
                assert await nobody.read() == b""
