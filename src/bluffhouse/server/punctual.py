"""Connections that do not say in time what they want are closed: half a request is no way to keep a door occupied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

    import h11

PATIENCE: Final = 10.0  # seconds for the head of a request, and for its body


class Punctual(H11Protocol):
    """uvicorn's own protocol, which waits for ever once a request has begun."""

    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self or self._answers:
            self._calm()  # it has become a socket, which has its own patience, or it is our turn
        else:
            self._expect()

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
            self._alarm = self.loop.call_later(PATIENCE, self._close)

    def _close(self) -> None:
        self._alarm = None
        self.transport.close()

    def _calm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
