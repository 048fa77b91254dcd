"""Reading together: whoever asks for moves while others are being read is answered with the next question.

A worker that follows a table reads each of its moves as it is told of it. A question costs it more than all the rest it
does for such a move, and the database too; so many tables share one, as their moves share a commit.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import JSON, Integer, Text, bindparam, cast, func, select

from bluffhouse.store import schema
from bluffhouse.store.model import Row

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select

    from bluffhouse.store.database import Reader

LARGEST_QUESTION: Final = 100
"""Tables of one question: the first of them waits for the last."""

log: Final = schema.log.c
ROW: Final = [column for column in log if column.name not in ("table_id", "before")]


def _question(dialect: str) -> Select[Any]:
    """The rows of some tables, each from its own number on; which they are is one JSON object."""
    asked: ColumnElement[Any] = bindparam("asked", type_=Text)
    pairs = func.json_each(asked) if dialect == "sqlite" else func.json_each_text(cast(asked, JSON))
    each = pairs.table_valued("key", "value", name="asked")
    wanted = (log.table_id == each.c.key, log.seq > cast(each.c.value, Integer))
    return select(log.table_id, *ROW).select_from(each).join(schema.log, wanted[0] & wanted[1])


class Reading:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._statement = _question(reader.dialect).order_by(log.table_id, log.seq)
        self._waiting: list[tuple[str, int, asyncio.Future[list[Row]]]] = []
        self._task: asyncio.Task[None] | None = None

    async def rows(self, table: str, after: int) -> list[Row]:
        """The table's moves with a number above `after`, in order."""
        found: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, after, found))
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store reading")
        return await found

    async def _run(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:LARGEST_QUESTION], self._waiting[LARGEST_QUESTION:]
            try:
                rows = await self._read(group)
            except Exception as fault:  # noqa: BLE001 - it belongs to those who asked, and the next are answered
                for _, _, found in group:
                    if not found.done():
                        found.set_exception(fault)
            else:
                for table, after, found in group:
                    if not found.done():  # whoever asked may be gone
                        found.set_result([row for row in rows.get(table, ()) if row.seq > after])
        self._task = None

    async def _read(self, group: list[tuple[str, int, asyncio.Future[list[Row]]]]) -> dict[str, list[Row]]:
        asked: dict[str, int] = {}
        for table, after, _ in group:
            asked[table] = min(after, asked.get(table, after))
        rows: dict[str, list[Row]] = {}
        for table, *row in await self._reader.tuples(self._statement, {"asked": json.dumps(asked)}):
            rows.setdefault(table, []).append(Row(*row))
        return rows
