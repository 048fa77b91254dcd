"""The bus of a server that is one process."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bluffhouse.bus.protocol import Hear, Unsubscribe

log = logging.getLogger(__name__)


class LocalBus:
    """Calls the subscribers one after another, at once.

    >>> bus = LocalBus()
    >>> stop = bus.subscribe(lambda table, seq: print(table, seq))
    >>> bus.publish("t1", 7)
    t1 7
    >>> stop()
    >>> bus.publish("t1", 8)
    """

    def __init__(self) -> None:
        self._subscribers: dict[object, Hear] = {}

    def publish(self, table: str, seq: int) -> None:
        """Tell every subscriber; one that fails keeps nobody else from hearing it, the sender least of all."""
        for callback in tuple(self._subscribers.values()):
            try:
                callback(table, seq)
            except Exception:
                log.exception("a subscriber of the bus failed at table %s, seq %d", table, seq)

    def subscribe(self, callback: Hear) -> Unsubscribe:
        """The same callback may subscribe twice and is then called twice."""
        ticket = object()
        self._subscribers[ticket] = callback

        def unsubscribe() -> None:
            self._subscribers.pop(ticket, None)

        return unsubscribe

    async def close(self) -> None:
        self._subscribers.clear()
