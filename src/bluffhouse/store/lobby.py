"""Tables and their chairs: what changes outside the log."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Select, Update, delete, exists, func, insert, or_, select, update

from bluffhouse.store import schema
from bluffhouse.store.jobs import Thought, defer
from bluffhouse.store.model import FINISHED, PLAYING, RUNNING, WAITING, Chair, Table, Taken
from bluffhouse.store.part import Part
from bluffhouse.store.workers import kept

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sqlalchemy import RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection

FREE: Final = {"guest": None, "bot": None, "name": "", "stand_in": False, "word": ""}

tables, chairs = schema.tables.c, schema.chairs.c


class Lobby(Part):
    """Setting up tables, sitting down and getting up; each is one statement, so of two at once one is first."""

    async def add_table(self, table: Table, seated: Iterable[Chair] = ()) -> None:
        """A new table with its chairs, free but for those given; `Taken` when its id or code exists."""
        sitting = {chair.seat: chair for chair in seated}
        rows = [asdict(sitting.get(seat) or Chair(seat)) | {"table_id": table.id} for seat in range(table.seats)]

        async def add(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.tables).values(_written(table)))
            await connection.execute(insert(schema.chairs), rows)

        await self._writer.write(add)

    async def table(self, table: str) -> Table | None:
        return next(iter(await self._tables(select(schema.tables).where(tables.id == table))), None)

    async def table_by_code(self, code: str) -> Table | None:
        return next(iter(await self._tables(select(schema.tables).where(tables.code == code))), None)

    async def open_tables(self, limit: int = 100) -> list[Table]:
        """Listed tables that wait and have a free chair, the newest first."""
        free = exists().where(chairs.table_id == tables.id, chairs.guest.is_(None), chairs.bot.is_(None))
        waiting = select(schema.tables).where(tables.status == WAITING, tables.listed, free)
        return await self._tables(waiting.order_by(tables.created.desc()).limit(limit))

    async def tables_of(self, guest: str) -> list[Table]:
        """The tables not yet finished at which the guest sits or which the guest set up, the newest first."""
        sits = exists().where(chairs.table_id == tables.id, chairs.guest == guest)
        own = select(schema.tables).where(tables.status.not_in(FINISHED), or_(sits, tables.host == guest))
        return await self._tables(own.order_by(tables.created.desc()))

    async def running_tables(self) -> list[Table]:
        """The tables in play or paused, the oldest first: what a server takes up again after a restart."""
        return await self._tables(select(schema.tables).where(tables.status.in_(RUNNING)).order_by(tables.created))

    async def set_status(self, table: str, status: str, at: float, expected: str | None = None) -> None:
        """Change the status; `Taken` when there is no such table or it is not in the expected status any more.

        Once a table no longer waits its chairs change hands no more: who starts a game reads them after this.
        """
        change = move_on(table, status, at)
        await self._insist(change if expected is None else change.where(tables.status == expected))

    async def set_chat(self, table: str, chat: bool) -> None:
        await self._insist(update(schema.tables).where(tables.id == table).values(chat=chat))

    async def set_host(self, table: str, host: str) -> None:
        await self._insist(update(schema.tables).where(tables.id == table).values(host=host))

    async def drop_waiting(self, before: float) -> int:
        """Remove the tables set up before that time and never started; say how many they were."""
        old = delete(schema.tables).where(tables.status == WAITING, tables.created < before)

        async def drop(connection: AsyncConnection) -> int:
            return (await connection.execute(old)).rowcount

        return await self._writer.write(drop)

    async def chairs(self, table: str) -> tuple[Chair, ...]:
        """All chairs of the table by seat."""
        return (await self.chairs_of([table]))[table]

    async def chairs_of(self, ids: Collection[str]) -> Mapping[str, tuple[Chair, ...]]:
        """The chairs of several tables with one look."""
        found: defaultdict[str, tuple[Chair, ...]] = defaultdict(tuple)
        asked = select(schema.chairs).where(chairs.table_id.in_(ids)).order_by(chairs.table_id, chairs.seat)
        for row in await self._reader.all(asked):
            values = dict(row)
            found[values.pop("table_id")] += (Chair(**values),)
        return found

    async def claim_seat(self, table: str, seat: int, guest: str, name: str) -> None:
        """Sit down on a free chair of a waiting table; `Taken` when it is not free or the guest has another there."""
        free = _chair(table, seat).where(chairs.guest.is_(None), chairs.bot.is_(None), _waits(table))
        await self._insist(free.values(guest=guest, name=name))

    async def leave_seat(self, table: str, seat: int, guest: str) -> None:
        """Get up before the game starts; `Taken` when the chair is not the guest's or the game has begun."""
        await self._insist(_chair(table, seat).where(chairs.guest == guest, _waits(table)).values(FREE))

    async def add_word(self, table: str, seat: int, guest: str, word: str) -> None:
        """What the guest adds to the dealer's chance; `Taken` when the chair is not the guest's or the game began."""
        await self._insist(_chair(table, seat).where(chairs.guest == guest, _waits(table)).values(word=word))

    async def seat_bot(self, table: str, seat: int, level: str, name: str) -> None:
        """Put a bot on a free chair of a waiting table, or in another bot's place; `Taken` when a guest sits there."""
        free = _chair(table, seat).where(chairs.guest.is_(None), _waits(table))
        await self._insist(free.values(bot=level, name=name))

    async def clear_seat(self, table: str, seat: int) -> None:
        """Free a chair of a waiting table, whoever sits there; `Taken` when the game has begun."""
        await self._insist(_chair(table, seat).where(_waits(table)).values(FREE))

    async def set_stand_in(
        self, table: str, seat: int, stand_in: bool, fence: int | None = None, thought: Thought | None = None
    ) -> None:
        """Whether a bot plays for the guest of this chair; `Taken` when no guest has it, or the fence has risen."""
        change = _chair(table, seat).where(chairs.guest.is_not(None)).values(stand_in=stand_in)
        await self._insist(change if fence is None else change.where(kept(table, fence)), thought)

    async def _insist(self, change: Update, thought: Thought | None = None) -> None:
        """Make a change that meets exactly one row; `Taken` when it meets none."""

        async def make(connection: AsyncConnection) -> None:
            if (await connection.execute(change)).rowcount == 0:
                raise Taken("somebody was first, or it is not there")
            if thought is not None:
                await defer(connection, [thought])

        await self._writer.write(make)

    async def _tables(self, asked: Select[Any]) -> list[Table]:
        return [read_table(row) for row in await self._reader.all(asked)]


def read_table(row: RowMapping) -> Table:
    return Table(**{**row, "options": json.loads(row["options"])})


def move_on(table: str, status: str, at: float) -> Update:
    """The statement that changes a table's status, and notes when it first played and when it ended."""
    change: dict[str, Any] = {"status": status}
    if status == PLAYING:
        change |= {"started": func.coalesce(tables.started, at), "since": at}
    elif status in FINISHED:
        change["ended"] = at
    return update(schema.tables).where(tables.id == table).values(change)


def _written(table: Table) -> dict[str, Any]:
    return asdict(table) | {"options": json.dumps(dict(table.options), sort_keys=True)}


def _chair(table: str, seat: int) -> Update:
    return update(schema.chairs).where(chairs.table_id == table, chairs.seat == seat)


def _waits(table: str) -> ColumnElement[bool]:
    """That the table waits, and goes on waiting until this statement is committed (PostgreSQL needs it said)."""
    return select(tables.id).where(tables.id == table, tables.status == WAITING).with_for_update(read=True).exists()
