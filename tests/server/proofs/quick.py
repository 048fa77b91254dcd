"""A store whose log is in memory: proofs about what leaves the house need no disk, and play many more games so."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bluffhouse.store import Answer, Row, Store, Taken

if TYPE_CHECKING:
    from collections.abc import Sequence


class QuickStore(Store):
    """Tables, chairs and people are in SQLite as ever."""

    def remember(self) -> QuickStore:
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        self._answers: dict[tuple[str, int, str], Answer] = {}
        return self

    async def append(
        self,
        table: str,
        rows: Sequence[Row],
        answers: Sequence[Answer] = (),
        status: str | None = None,
        **_: object,
    ) -> None:
        known = self._rows[table]
        if rows and rows[0].seq != len(known) + 1:
            raise Taken("the number is taken")
        known += rows
        for answer in answers:
            self._answers[table, answer.seat, answer.key] = answer
        if status is not None:
            await self.set_status(table, status, [*(row.at for row in rows), *(answer.at for answer in answers)][-1])

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        return self._rows[table][after:]

    def drop(self, table: str) -> None:
        """Forget a table's log, where thousands are played and each is looked at once."""
        self._rows.pop(table, None)
        self._answers = {key: answer for key, answer in self._answers.items() if key[0] != table}

    async def answer(self, table: str, key: str, seat: int | None = None) -> Answer | None:
        return self._answers.get((table, -1 if seat is None else seat, key))


async def quick(address: str) -> QuickStore:
    store = await QuickStore.open(address)
    assert isinstance(store, QuickStore)
    return store.remember()
