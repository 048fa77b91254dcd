"""What every bus can do, whatever carries it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

Hear: TypeAlias = Callable[[str, int], None]
"""Called with the table and its newest number; must not block."""

Unsubscribe: TypeAlias = Callable[[], None]

BESIDE_THE_LOG: Final = 0
"""Instead of a number: who sits, looks on or speaks has changed, not the log."""


class Bus(Protocol):
    """One worker's end: carries «table T has seq n» to all other workers."""

    def publish(self, table: str, seq: int) -> None:
        """Tell every other worker; never waits, never fails."""

    def subscribe(self, callback: Hear) -> Unsubscribe:
        """Have the callback told from now on, until what is given back is called."""

    def missed(self) -> bool:
        """Whether something may have been said since this was last asked that nobody here heard."""

    async def close(self) -> None:
        """Tell nobody any more."""
