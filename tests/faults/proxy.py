"""A small TCP proxy that misbehaves when told to: slow, sliced, cut, reset, or silent."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

CHUNK = 65_536
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing sends no good-bye but an RST

Writer = asyncio.StreamWriter


@dataclass(frozen=True)
class Place:
    """Where a server listens: a port, usually of loopback, or a socket in the file system."""

    port: int | None = None
    path: Path | None = None
    host: str = "127.0.0.1"

    async def connect(self) -> tuple[asyncio.StreamReader, Writer]:
        if self.path is not None:
            return await asyncio.open_unix_connection(self.path)
        return await asyncio.open_connection(self.host, self.port)

    async def listen(self, serve: Callable[[asyncio.StreamReader, Writer], object]) -> asyncio.Server:
        if self.path is not None:
            return await asyncio.start_unix_server(serve, self.path)  # type: ignore[arg-type]
        return await asyncio.start_server(serve, self.host, self.port or 0)  # type: ignore[arg-type]


class Proxy:
    """Between whoever connects to `front` and the server at `back`; its faults may be changed at any time."""

    def __init__(self, front: Place, back: Place) -> None:
        self._front = front
        self.back = back
        self.latency = 0.0
        """Seconds by which every piece is late."""
        self.slices = False
        """Whether everything arrives in small pieces."""
        self.silent = False
        """Whether nothing arrives any more, though the line stays open."""
        self.refuses = False
        """Whether whoever connects is sent away."""
        self._server: asyncio.Server | None = None
        self._lines: set[Writer] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._goes = asyncio.Event()

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def open(self) -> None:
        self._server = await self._front.listen(self._serve)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    def heal(self) -> None:
        """Misbehave no more; what was held back is on its way again."""
        self.latency, self.slices, self.silent, self.refuses = 0.0, False, False, False
        self._goes.set()
        self._goes = asyncio.Event()

    def cut(self) -> None:
        """End every line, as when a cable is pulled and both ends notice."""
        for line in list(self._lines):
            line.transport.abort()

    def reset(self) -> None:
        """End every line with an RST: what was under way is lost."""
        for line in list(self._lines):
            found: socket.socket | None = line.get_extra_info("socket")
            if found is not None and found.family != socket.AF_UNIX:
                with contextlib.suppress(OSError):
                    found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            line.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # when all ends; asyncio would tell it as a fault
            await self._connect(reader, writer)

    async def _connect(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await self.back.connect()
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, far_writer}
        pumps = [
            asyncio.create_task(self._pump(reader, far_writer)),
            asyncio.create_task(self._pump(far_reader, writer)),
        ]
        self._pumps |= set(pumps)
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for line in (writer, far_writer):
            line.transport.abort()
        await asyncio.gather(*pumps, return_exceptions=True)
        self._lines -= {writer, far_writer}
        self._pumps -= set(pumps)

    async def _pump(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                while self.silent:
                    await self._goes.wait()
                if self.latency:
                    await asyncio.sleep(self.latency)
                for piece in self._pieces(data):
                    writer.write(piece)
                    await writer.drain()
                    if self.slices:
                        await asyncio.sleep(0)

    def _pieces(self, data: bytes) -> list[bytes]:
        if not self.slices:
            return [data]
        pieces, begin = [], 0
        while begin < len(data):
            end = begin + random.randrange(1, 200)
            pieces.append(data[begin:end])
            begin = end
        return pieces


@contextlib.asynccontextmanager
async def between(front: Place, back: Place) -> AsyncIterator[Proxy]:
    proxy = Proxy(front, back)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
