"""A line whose other end answers no ping is dropped at once, with what was to be sent; one that ended is gone."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Keepalive(WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # it waits for more, in a circle with the line, which would be gone only much later

    def keepalive_timeout(self) -> None:
        """A polite close waits until all is sent; a reader who takes nothing would keep the line for a minute."""
        super().keepalive_timeout()
        self.transport.abort()
