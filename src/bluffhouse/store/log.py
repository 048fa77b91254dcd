"""The log: what was moved at each table, and what each client was told about its keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, insert, select, tuple_

from bluffhouse.store import schema
from bluffhouse.store.jobs import Thought, defer
from bluffhouse.store.lobby import move_on
from bluffhouse.store.model import Answer
from bluffhouse.store.part import Part
from bluffhouse.store.reading import Reading
from bluffhouse.store.workers import LAST, keepers_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bluffhouse.store.database import Reader
    from bluffhouse.store.model import Row
    from bluffhouse.store.writer import Writer

SLICE: Final = 1000
"""How many old answers are removed in one go: moves wait no longer than that."""

ANSWER: Final = [column for column in schema.answers.c if column.name != "table_id"]


@dataclass(frozen=True, slots=True)
class Append:
    """What one call of `append` stores, all or nothing."""

    table: str
    rows: Sequence[Row]
    answers: Sequence[Answer]
    status: str | None
    fence: int | None
    """What the keeper of the clock stores is stored only while it is the keeper."""
    thoughts: Sequence[Thought]
    """Questions that arise with it, for bots who think elsewhere."""

    def __post_init__(self) -> None:
        for one, other in zip(self.rows, self.rows[1:], strict=False):
            if other.seq != one.seq + 1:
                raise ValueError(f"row {one.seq} is followed by {other.seq}")
        if self.status is not None and not (self.rows or self.answers):
            raise ValueError("a status comes with the row or answer that brought it about; else use set_status")

    def is_late(self, last: int, fence: int) -> bool:
        """Where the log has that last number and the clock's keeper that fence."""
        return (bool(self.rows) and self.rows[0].seq != last + 1) or self.fence not in (None, fence)

    @property
    def at(self) -> float:
        return (self.rows or self.answers)[-1].at


class Log(Part):
    """Moves and answers in, moves and answers out."""

    def __init__(self, writer: Writer[Any], reader: Reader) -> None:
        super().__init__(writer, reader)
        self._reading = Reading(reader)
        self._appended = 0

    @property
    def appended(self) -> int:
        """How many rows were appended and acknowledged through this store: by `commits`, the moves per sync."""
        return self._appended

    @property
    def commits(self) -> int:
        """How many transactions were committed through this store."""
        return self._writer.commits

    async def append(
        self,
        table: str,
        rows: Sequence[Row],
        answers: Sequence[Answer] = (),
        status: str | None = None,
        *,
        fence: int | None = None,
        thoughts: Sequence[Thought] = (),
    ) -> None:
        """Store moves that follow the last stored one, with their answers and the table's new status.

        All of it is on the disk when this returns. `Taken`: the first number or a key is there already, or the number
        before the first one is not, or another worker keeps the clock; read the table anew. `StoreDown`: see there.
        """
        await self._writer.load(Append(table, tuple(rows), tuple(answers), status, fence, thoughts))
        self._appended += len(rows)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The table's moves with a number above `after`, in order."""
        return await self._reading.rows(table, after)

    async def answer(self, table: str, key: str, seat: int | None = None) -> Answer | None:
        """What was told about a key. Keys are a seat's own: without a seat, the oldest answer to such a key."""
        answers = schema.answers.c
        found = select(*ANSWER).where(answers.table_id == table, answers.key == key).order_by(answers.at)
        row = await self._reader.first(found if seat is None else found.where(answers.seat == seat))
        return None if row is None else Answer(**row)

    async def acknowledged(self, table: str) -> int:
        """The highest number of which a client was told and which is not forgotten; 0 where there is none."""
        found = await self._reader.first(
            select(func.max(schema.answers.c.seq).label("seq")).where(schema.answers.c.table_id == table)
        )
        return 0 if found is None else found["seq"] or 0

    async def forget(self, before: float) -> int:
        """Remove the answers given before that time, little by little, and say how many they were."""
        answers = schema.answers
        key = tuple_(*answers.primary_key)
        old = select(*answers.primary_key).where(answers.c.at < before).limit(SLICE)

        async def remove(connection: AsyncConnection) -> int:
            return (await connection.execute(delete(answers).where(key.in_(old)))).rowcount

        total = 0
        while removed := await self._writer.write(remove):
            total += removed
        return total


async def unload(connection: AsyncConnection, appends: Sequence[Append]) -> None:
    """Write everybody's appends with one statement a kind."""
    await keepers_only(connection, {append.table: append.fence for append in appends if append.fence is not None})
    rows = [_row(append.table, row) for append in appends for row in append.rows]
    answers = [_answer(append.table, answer) for append in appends for answer in append.answers]
    if rows:
        await connection.execute(insert(schema.log), rows)
    if answers:
        await connection.execute(insert(schema.answers), answers)
    for append in appends:
        if append.status is not None:
            await connection.execute(move_on(append.table, append.status, append.at))
    await defer(connection, [thought for append in appends for thought in append.thoughts])


async def too_late(connection: AsyncConnection, appends: Sequence[Append]) -> list[bool]:
    """Which of them do not follow the last row of their table, or come from a keeper that is none any more."""
    asked = select(schema.tables.c.id, schema.tables.c.fence, LAST).where(
        schema.tables.c.id.in_({append.table for append in appends})
    )
    found = {row.id: (row.seq or 0, row.fence) for row in await connection.execute(asked)}
    return [append.table in found and append.is_late(*found[append.table]) for append in appends]


# Written out: every move of every table goes through here, and `asdict` costs as much as the move itself.


def _row(table: str, row: Row) -> dict[str, Any]:
    return {
        "table_id": table,
        "seq": row.seq,
        "before": row.seq - 1 if row.seq > 1 else None,
        "actor": row.actor,
        "move": row.move,
        "elapsed": row.elapsed,
        "by": row.by,
        "key": row.key,
        "at": row.at,
        "fence": row.fence,
        "chain": row.chain,
    }


def _answer(table: str, answer: Answer) -> dict[str, Any]:
    return {
        "table_id": table,
        "seat": answer.seat,
        "key": answer.key,
        "seq": answer.seq,
        "rule": answer.rule,
        "sentence": answer.sentence,
        "at": answer.at,
    }
