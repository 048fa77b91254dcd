"""What each key of each seat was answered with: the same key gets the same answer, whatever happens in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse.store import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bluffhouse.store import Row

MOST: Final = 5_000


class Answers:
    """Those given since the table was loaded, and the acknowledged ones before.

    The store has them all for a day and takes no key of a seat twice: a key that is not known here is tried, and
    whoever finds it taken reads there what it was answered with. So nobody looks there before every move.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Answer] = {}

    def find(self, seat: int, key: str) -> Answer | None:
        return self._known.get((seat, key))

    def remember(self, answer: Answer) -> None:
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[answer.seat, answer.key] = answer

    def read(self, rows: Iterable[Row]) -> None:
        """Rows that were written elsewhere or earlier: their refusals are in the store only."""
        for row in rows:
            if row.key is not None:
                self.remember(Answer(row.key, row.actor, row.seq, None, None, row.at))
