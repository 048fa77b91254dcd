"""Those who listen at one end of a bus, table by table."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from bluffhouse.bus.protocol import Hear, Unsubscribe

log = logging.getLogger(__name__)


class Subscribers:
    """Calls those of a table one after another, at once."""

    def __init__(self) -> None:
        self._callbacks: dict[str, dict[object, Hear]] = {}

    @property
    def tables(self) -> Collection[str]:
        """Those of which somebody wants to hear."""
        return self._callbacks.keys()

    def subscribe(self, table: str, callback: Hear) -> Unsubscribe:
        """The same callback may subscribe twice and is then called twice."""
        ticket = object()
        self._callbacks.setdefault(table, {})[ticket] = callback

        def unsubscribe() -> None:
            callbacks = self._callbacks.get(table, {})
            callbacks.pop(ticket, None)
            if not callbacks:
                self._callbacks.pop(table, None)

        return unsubscribe

    def tell(self, table: str, seq: int) -> None:
        """One that fails keeps nobody else from hearing it, the sender least of all."""
        for callback in tuple(self._callbacks.get(table, {}).values()):
            try:
                callback(table, seq)
            except Exception:
                log.exception("a subscriber of the bus failed at table %s, seq %d", table, seq)

    def clear(self) -> None:
        self._callbacks.clear()
