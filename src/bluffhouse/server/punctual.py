"""Connections that do not say in time what they want are closed: half a request is no way to keep a door occupied.

Until then they are looked at now and then only: thousands of them that say a word each second, all in the same moment,
would keep everybody waiting.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from bluffhouse.server.precedence import RANKS, number

if TYPE_CHECKING:
    import asyncio

PATIENCE: Final = 10.0  # seconds for the head of a request, and for its body, at most
LEAST: Final = 0.6
"""Of that patience everybody has this part for sure: a crowd that came at once must not be sent away at once."""
AT_ONCE: Final = 1
"""So many pieces of a request that are not its last are read as they come: a head often comes before its body …"""
LATER: Final = (0.5, 1.5)
"""… and whatever follows after some seconds, drawn, so that a crowd's words are not read all in the same moment."""


def patience() -> float:
    """Seconds that this one has."""
    return PATIENCE * _between(LEAST, 1.0)


def _between(least: float, most: float) -> float:
    """Somewhere, drawn."""
    return least + (most - least) * secrets.randbelow(1 << 16) / (1 << 16)


def uncircle(transport: asyncio.Transport) -> None:
    """A transport that has ended holds its own methods, so it would be gone only when all garbage is looked for."""
    for method in ("_read_ready_cb", "_write_ready"):
        vars(transport).pop(method, None)


class Punctual(H11Protocol):
    """uvicorn's own protocol, which waits for ever once a request has begun."""

    _alarm: asyncio.TimerHandle | None = None
    _pieces = 0
    """Of the request that is being read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state[RANKS].later(number(transport))
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        self.app_state[RANKS].gone(number(self.transport))
        super().connection_lost(exc)
        uncircle(self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self or self._answers:
            self._calm()  # it has become a socket, which has its own patience, or it is our turn
        else:
            self._expect()
        self._pieces = self._pieces + 1 if self._half else 0
        if self._pieces > AT_ONCE and not self.transport.is_closing():
            self.transport.pause_reading()
            self.loop.call_later(_between(*LATER), self._read_on)

    @property
    def _half(self) -> bool:
        """Whether a request has begun to arrive and has not arrived."""
        state, (unread, _) = self.conn.their_state, self.conn.trailing_data
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(unread))

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    @property
    def _answers(self) -> bool:
        """Whether a request is being answered."""
        return bool(self.cycle) and not self.cycle.response_complete

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._calm()
        super().handle_websocket_upgrade(event)

    def _expect(self) -> None:
        """A whole head from now on, in time; what is expected already is not put off by another byte."""
        if self._alarm is None:
            self._alarm = self.loop.call_later(patience(), self._close)

    def _close(self) -> None:
        self._alarm = None
        self.transport.close()

    def _calm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
