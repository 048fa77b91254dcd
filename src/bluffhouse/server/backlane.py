"""Where tables go on at which nobody looks: one after another, so that they never keep people waiting.

After a restart thousands of deserted games may be due at once, each with a stand-in to think and a move to store.
"""

from __future__ import annotations

from typing import Final

SPACING: Final = 0.04  # seconds between two thoughts: a thousand deserted tables take a small part of one core
AT_ONCE: Final = 100
"""So many need not wait when nobody has thought here for a while: a game or two is no crowd."""


class BackLane:
    def __init__(self) -> None:
        self._free = 0.0

    def slot(self, now: float) -> float:
        """The moment at which the next one may think; it is taken."""
        slot = max(self._free, now - AT_ONCE * SPACING)
        self._free = slot + SPACING
        return slot
