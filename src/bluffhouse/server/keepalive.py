"""A line whose other end answers no ping: it is dropped at once, with what was still to be sent on it."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Keepalive(WebSocketsSansIOProtocol):
    def keepalive_timeout(self) -> None:
        """A polite close waits until all is sent; a reader who takes nothing would keep the line for a minute."""
        super().keepalive_timeout()
        self.transport.abort()
