"""What every bus can do, whatever carries it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Hear: TypeAlias = Callable[[str, int], None]
"""Called with the table and its newest number; must not block."""

Unsubscribe: TypeAlias = Callable[[], None]


class Bus(Protocol):
    """Carries «table T has seq n» between workers."""

    def publish(self, table: str, seq: int) -> None:
        """Tell everybody who subscribed, the sender's own process included; never waits, never fails."""

    def subscribe(self, callback: Hear) -> Unsubscribe:
        """Have the callback told from now on, until what is given back is called."""

    async def close(self) -> None:
        """Tell nobody any more."""
