"""The store as one thing: opened once by the process, handed to whoever needs it, closed at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bluffhouse.store.company import Company
from bluffhouse.store.database import Reader, connect, read_address
from bluffhouse.store.jobs import Jobs
from bluffhouse.store.log import too_late, unload
from bluffhouse.store.migrate import migrate
from bluffhouse.store.people import People
from bluffhouse.store.records import Records
from bluffhouse.store.workers import Workers
from bluffhouse.store.writer import Writer, down

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine


class Store(Records, People, Workers, Company, Jobs):
    """The log, the lobby, the people and the records of one database, and the workers who share it."""

    _engines: tuple[AsyncEngine, ...]

    @classmethod
    async def open(cls, url: str) -> Store:
        """Connect, bring the schema up to date and be ready; SQLite makes its file where there is none.

        `BadDatabase` says what must be changed; `StoreDown` that it does not answer now.
        """
        engines = connect(read_address(url))
        writer, reader = engines
        try:
            async with writer.begin() as connection:
                await connection.run_sync(migrate)
        except BaseException as fault:
            await _dispose(engines)
            if isinstance(fault, SQLAlchemyError | OSError):
                raise down(fault) from fault
            raise
        store = cls(Writer(writer, unload, too_late), Reader(reader))
        store._engines = engines
        return store

    async def ping(self) -> None:
        """Have the database answer; `StoreDown` when it does not."""
        await self._reader.first(select(1))

    async def close(self) -> None:
        """Commit what waits and let go of the database; whoever comes later gets `StoreDown`."""
        await self._writer.close()
        await _dispose(self._engines)


async def _dispose(engines: tuple[AsyncEngine, ...]) -> None:
    for engine in engines:
        await engine.dispose()
