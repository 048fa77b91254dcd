"""Those who listen at one end of a bus."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bluffhouse.bus.protocol import Hear, Unsubscribe

log = logging.getLogger(__name__)


class Subscribers:
    """Calls them one after another, at once."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Hear] = {}

    def subscribe(self, callback: Hear) -> Unsubscribe:
        """The same callback may subscribe twice and is then called twice."""
        ticket = object()
        self._callbacks[ticket] = callback

        def unsubscribe() -> None:
            self._callbacks.pop(ticket, None)

        return unsubscribe

    def tell(self, table: str, seq: int) -> None:
        """One that fails keeps nobody else from hearing it, the sender least of all."""
        for callback in tuple(self._callbacks.values()):
            try:
                callback(table, seq)
            except Exception:
                log.exception("a subscriber of the bus failed at table %s, seq %d", table, seq)

    def clear(self) -> None:
        self._callbacks.clear()
