"""Games that are over. What still plays is not found here, so no door to records can open it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import exists, select

from bluffhouse.store import schema
from bluffhouse.store.lobby import Lobby, read_table
from bluffhouse.store.log import Log
from bluffhouse.store.model import FINISHED, Finished, Table

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

tables, chairs = schema.tables.c, schema.chairs.c


class Records(Lobby, Log):
    """Finding finished games."""

    async def finished(
        self, guest: str | None = None, game: str | None = None, before: float | None = None, limit: int = 50
    ) -> list[Table]:
        """Finished tables, the newest first: all at which a guest sat, or the listed ones when no guest is named.

        `before` takes the `ended` of the last one seen, to read on from there.
        """
        wanted: list[ColumnElement[bool]] = [tables.status.in_(FINISHED)]
        if guest is None:
            wanted.append(tables.listed)
        else:
            wanted.append(exists().where(chairs.table_id == tables.id, chairs.guest == guest))
        if game is not None:
            wanted.append(tables.game == game)
        if before is not None:
            wanted.append(tables.ended < before)
        asked = select(schema.tables).where(*wanted).order_by(tables.ended.desc(), tables.id).limit(limit)
        return [read_table(row) for row in await self._reader.all(asked)]

    async def record(self, table: str) -> Finished | None:
        """The finished game with its chairs and all its moves; None while it still plays, as if it were not there."""
        found = await self.table(table)
        if found is None or found.status not in FINISHED:
            return None
        return Finished(found, await self.chairs(table), tuple(await self.rows(table)))
