"""Who is at a table through which worker, what they vote and say: known to all workers, needed by nobody tomorrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, delete, exists, func, insert, literal, or_, select

from bluffhouse.store import schema
from bluffhouse.store.model import FINISHED, Taken
from bluffhouse.store.part import Part
from bluffhouse.store.workers import alive

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

ATTEMPTS: Final = 5

tables, workers, pages, talk, farewells = (
    table.c for table in (schema.tables, schema.workers, schema.pages, schema.talk, schema.farewells)
)


class Company(Part):
    """Open pages with their votes, and talk."""

    async def note_pages(
        self,
        worker: str,
        here: Mapping[tuple[str, int], str | None],
        gone: Collection[tuple[str, int]],
    ) -> None:
        """Seats whose people have a page open at this worker, with their votes, and seats that have none any more."""
        changed = [*here, *gone]
        if not changed:
            return
        old = or_(*(and_(pages.table_id == table, pages.seat == seat) for table, seat in changed))
        rows = [
            {"table_id": table, "seat": seat, "worker": worker, "vote": vote} for (table, seat), vote in here.items()
        ]

        async def note(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.pages).where(pages.worker == worker, old))
            if rows:
                await connection.execute(insert(schema.pages), rows)

        await self._writer.write(note)

    async def pages_elsewhere(self, table: str, worker: str, at: float) -> dict[int, str | None]:
        """Seats whose people have a page open at another living worker, with the votes they gave there."""
        living = and_(workers.id == pages.worker, alive(at))
        asked = (
            select(pages.seat, pages.vote)
            .join(schema.workers, living)
            .where(pages.table_id == table, pages.worker != worker)
            .order_by(pages.vote.is_not(None))  # of two pages the one that votes
        )
        return {row["seat"]: row["vote"] for row in await self._reader.all(asked)}

    async def say(self, table: str, worker: str, frame: str, at: float) -> None:
        """Have it heard through the other workers too."""
        following = select(func.coalesce(func.max(talk.number), 0) + 1).where(talk.table_id == table).scalar_subquery()
        one = select(literal(table), following, literal(worker), literal(frame), literal(at))
        columns = [talk.table_id, talk.number, talk.worker, talk.frame, talk.at]

        async def say(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.talk).from_select(columns, one))

        for _ in range(ATTEMPTS):
            try:
                return await self._writer.write(say)
            except Taken:
                continue  # two spoke at once, and one of them comes after the other
        raise Taken("too many speak at once")

    async def said(self, table: str, after: int) -> list[tuple[int, str, str]]:
        """What was said after a number: its own number, the worker through whom, the frame."""
        asked = select(talk.number, talk.worker, talk.frame).where(talk.table_id == table, talk.number > after)
        found = await self._reader.all(asked.order_by(talk.number))
        return [(row["number"], row["worker"], row["frame"]) for row in found]

    async def hush(self, before: float) -> None:
        """Remove what was said before that time, and who left before it.

        The last thing said at a table that still plays stays, so that what is said next has a higher number.
        """
        other = schema.talk.alias()
        followed = exists().where(other.c.table_id == talk.table_id, other.c.number > talk.number)
        over = exists().where(tables.id == talk.table_id, tables.status.in_(FINISHED))

        async def hush(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.talk).where(talk.at < before, or_(followed, over)))
            await connection.execute(delete(schema.farewells).where(farewells.at < before))

        await self._writer.write(hush)
