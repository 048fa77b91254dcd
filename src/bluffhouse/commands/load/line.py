"""A socket of the load client: just enough of RFC 6455, so that the client costs little beside the server it loads."""

from __future__ import annotations

import asyncio
import base64
import os
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT: Final = 0x81
PONG: Final = 0x8A
CLOSE_CODE, PING_CODE, TEXT_CODE = 0x8, 0x9, 0x1
MASKED: Final = 0x80
NO_MASK: Final = b"\0\0\0\0"  # a mask is asked for; this one changes nothing
SHORT, LONG, MIDDLE = 126, 127, 1 << 16
END_OF_HEADERS: Final = b"\r\n\r\n"


class Line(asyncio.Protocol):
    """Calls `heard` with every text frame, and `ended` once, when the socket is gone."""

    def __init__(self, heard: Callable[[bytes], None], ended: Callable[[], None], greeting: bytes) -> None:
        self._heard = heard
        self._ended = ended
        self._greeting = greeting
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.upgraded.done() and not self._upgrade():
            return
        while self._frame():
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.upgraded.done():
            self.upgraded.set_exception(ConnectionError("the server closed before it answered"))
        self._ended()

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _write(self, opcode: int, payload: bytes) -> None:
        if self._transport is None:
            return
        size = len(payload)
        if size < SHORT:
            head = bytes((opcode, MASKED | size))
        elif size < MIDDLE:
            head = bytes((opcode, MASKED | SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((opcode, MASKED | LONG)) + size.to_bytes(8, "big")
        self._transport.write(head + NO_MASK + payload)

    def _upgrade(self) -> bool:
        end = self._buffer.find(END_OF_HEADERS)
        if end < 0:
            return False
        status = bytes(self._buffer[:end]).split(b" ", 2)[1]
        del self._buffer[: end + len(END_OF_HEADERS)]
        if status != b"101":
            self.upgraded.set_exception(ConnectionError(f"the server answered {status.decode()}"))
            return False
        self.upgraded.set_result(None)
        return True

    def _frame(self) -> bool:
        """Take one whole frame off the buffer, if there is one."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == SHORT:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size > SHORT:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        payload, opcode = bytes(buffer[start : start + size]), buffer[0] & 0xF
        del buffer[: start + size]
        if opcode == TEXT_CODE:
            self._heard(payload)
        elif opcode == PING_CODE:
            self._write(PONG, payload)
        elif opcode == CLOSE_CODE:
            self.close()
            return False
        return True


async def connect(
    origin: str, token: str, heard: Callable[[bytes], None], ended: Callable[[], None], address: str | None = None
) -> Line:
    """An open socket of the guest with that token, from that address of this machine if one is named.

    OSError where the server refuses it.
    """
    parts = urlsplit(origin)
    greeting = (
        f"GET /api/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {origin}\r\nCookie: bluffhouse={token}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(
        lambda: Line(heard, ended, greeting.encode()),
        parts.hostname or "",
        parts.port or 80,
        local_addr=None if address is None else (address, 0),
    )
    await line.upgraded
    return line
