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
    """One worker's end: carries «table T has seq n» to the other workers who have that table."""

    def publish(self, table: str, seq: int) -> None:
        """Tell every other worker that listens to the table; never waits, never fails."""

    async def subscribe(self, table: str, callback: Hear) -> Unsubscribe:
        """Have the callback told of the table, until what is given back is called.

        What is said after this returns is heard, or `missed` tells that it may not have been.
        """

    def missed(self) -> bool:
        """Whether something may have been said since this was last asked that somebody here did not hear."""

    async def close(self) -> None:
        """Tell nobody any more."""
