"""The bus inside one process, and the bus of workers who have none between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.bus.subscribers import Subscribers

if TYPE_CHECKING:
    from bluffhouse.bus.protocol import Hear, Unsubscribe


class LocalBus:
    """One of the ends that know each other; the first has nobody to tell until there is a second.

    >>> import asyncio
    >>> bus = LocalBus()
    >>> other = bus.beside()
    >>> stop = asyncio.run(other.subscribe("t1", lambda table, seq: print(table, seq)))
    >>> bus.publish("t1", 7)
    t1 7
    >>> other.publish("t1", 8)
    """

    def __init__(self, ends: list[LocalBus] | None = None) -> None:
        self._subscribers = Subscribers()
        self._ends = [] if ends is None else ends
        self._ends.append(self)

    def beside(self) -> LocalBus:
        """Another worker's end."""
        return LocalBus(self._ends)

    def publish(self, table: str, seq: int) -> None:
        for end in self._ends:
            if end is not self:
                end._subscribers.tell(table, seq)

    async def subscribe(self, table: str, callback: Hear) -> Unsubscribe:
        return self._subscribers.subscribe(table, callback)

    def missed(self) -> bool:
        return False

    async def close(self) -> None:
        self._ends.remove(self)
        self._subscribers.clear()


class NoBus:
    """Nobody is told anything: whoever wants to know must look."""

    def publish(self, table: str, seq: int) -> None:
        """There is no way to them."""

    async def subscribe(self, table: str, callback: Hear) -> Unsubscribe:
        return lambda: None

    def missed(self) -> bool:
        return True

    async def close(self) -> None:
        """Nothing was opened."""
