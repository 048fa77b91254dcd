"""A line whose other end answers no ping is dropped at once, with what was to be sent; one that ended is gone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bluffhouse.server.precedence import PLAYS, RANKS, number
from bluffhouse.server.punctual import uncircle
from bluffhouse.server.waiting import Gate, Letters

if TYPE_CHECKING:
    from websockets.http11 import Request


class Keepalive(WebSocketsSansIOProtocol):
    def __init__(self, *what: Any, **how: Any) -> None:
        super().__init__(*what, **how)
        self.queue = Letters()  # type: ignore[assignment]  # all of it that is used
        self.writable = Gate()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][PLAYS] = partial(self.app_state[RANKS].first, number(self.transport))

    def start_keepalive(self) -> None:
        """It is open: what was asked and answered at the door is of no use any more, and with thousands it adds up."""
        super().start_keepalive()
        self.scope["headers"] = ()
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response

    def connection_lost(self, exc: Exception | None) -> None:
        self.app_state[RANKS].gone(number(self.transport))
        super().connection_lost(exc)
        self.conn.parser.close()  # it waits for more, in a circle with the line, which would be gone only much later
        uncircle(self.transport)

    def keepalive_timeout(self) -> None:
        """A polite close waits until all is sent; a reader who takes nothing would keep the line for a minute."""
        super().keepalive_timeout()
        self.transport.abort()
