"""Workers who share a database: who is alive, and which of them keeps each table's clock.

A worker is alive while its lease runs; leases are renewed every second and run by the database's time, so the workers'
own clocks may differ. Every change of keeper raises the table's fence, and what a keeper stores names the fence it has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, text, update

from bluffhouse.store import schema
from bluffhouse.store.model import RUNNING, Taken
from bluffhouse.store.part import Part

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

LONGEST_LEASE: Final = 60.0
"""Seconds; one that would run longer is left over from before the database's clock was set back, and counts as over."""

TIME: Final = {
    "sqlite": text("SELECT (julianday('now') - 2440587.5) * 86400.0 AS now"),
    "postgresql": text("SELECT extract(epoch FROM clock_timestamp())::float8 AS now"),
}

tables, workers, pages, log = schema.tables.c, schema.workers.c, schema.pages.c, schema.log.c

LAST: Final = select(func.max(log.seq)).where(log.table_id == tables.id).scalar_subquery().label("seq")
"""The last number of a table's log; None where there is none."""


class Workers(Part):
    """Leases, and whose table is whose."""

    async def time(self) -> float:
        """The database's own, the same for all who ask."""
        row = await self._reader.first(TIME[self._reader.dialect])
        assert row is not None, "a database knows the time"
        return float(row["now"])

    async def renew(self, worker: str, at: float, lasts: float) -> list[str]:
        """This worker lives for so long; the names of all who do now."""

        async def renew(connection: AsyncConnection) -> list[str]:
            await connection.execute(delete(schema.workers).where(workers.id == worker))
            await connection.execute(insert(schema.workers).values(id=worker, until=at + lasts))
            return list((await connection.execute(select(workers.id).where(alive(at)))).scalars())

        return await self._writer.write(renew)

    async def resign(self, worker: str) -> None:
        """This worker is gone: whoever comes next may keep its tables at once."""

        async def resign(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.pages).where(pages.worker == worker))
            await connection.execute(delete(schema.workers).where(workers.id == worker))

        await self._writer.write(resign)

    async def bury(self, at: float) -> None:
        """Remove what workers left behind whose lease ran out long ago."""
        old = select(workers.id).where(workers.until < at - LONGEST_LEASE)

        async def bury(connection: AsyncConnection) -> None:
            gone = list((await connection.execute(old)).scalars())
            if gone:
                await connection.execute(delete(schema.pages).where(pages.worker.in_(gone)))
                await connection.execute(delete(schema.workers).where(workers.id.in_(gone)))

        await self._writer.write(bury)

    async def adopt(
        self, worker: str, at: float, since: float, *, most: int = 100, only: str | None = None
    ) -> list[str]:
        """Keep running tables whose keeper is dead, or one of them only; which they are. Two who ask share them."""
        keeper_lives = exists().where(workers.id == tables.keeper, alive(at))
        orphans = select(tables.id).where(tables.status.in_(RUNNING), or_(tables.keeper.is_(None), ~keeper_lives))
        if only is not None:
            orphans = orphans.where(tables.id == only)
        some = orphans.limit(most).with_for_update(skip_locked=True, of=schema.tables)
        change = update(schema.tables).where(tables.id.in_(some))
        keep = change.values(keeper=worker, fence=tables.fence + 1, since=since).returning(tables.id)

        async def adopt(connection: AsyncConnection) -> list[str]:
            return list((await connection.execute(keep)).scalars())

        return await self._writer.write(adopt)

    async def newest(self, ids: Collection[str]) -> Mapping[str, int]:
        """The last number of each of these tables' logs, with one look."""
        found = await self._reader.all(select(tables.id, LAST).where(tables.id.in_(ids)))
        return {row["id"]: row["seq"] or 0 for row in found}


def kept(table: str, fence: int) -> ColumnElement[bool]:
    """That no other worker has become the keeper, nor does until this is committed (PostgreSQL needs it said)."""
    return (
        select(tables.id).where(tables.id == table, tables.fence == fence).with_for_update(read=True).scalar_subquery()
    ).is_not(None)


async def keepers_only(connection: AsyncConnection, fences: Mapping[str, int]) -> None:
    """`Taken` when one of these tables has another keeper now; else it stays so until this is committed."""
    if not fences:
        return
    asked = select(tables.id, tables.fence).where(tables.id.in_(fences)).order_by(tables.id).with_for_update(read=True)
    found = {row.id: row.fence for row in await connection.execute(asked)}
    if found != fences:
        raise Taken("another worker keeps the clock")


def alive(at: float) -> ColumnElement[bool]:
    return and_(workers.until > at, workers.until < at + LONGEST_LEASE)
