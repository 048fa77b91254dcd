"""The way to the database: where it is, how it must be set so that committed means kept, and reading from it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bluffhouse.store.borrowing import borrowed
from bluffhouse.store.patience import in_time
from bluffhouse.store.sqlite_connection import open_file
from bluffhouse.store.writer import down

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Executable, Result, RowMapping
    from sqlalchemy.engine.interfaces import DBAPIConnection

DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}

READERS: Final = 4
PATIENCE: Final = 2
"""Seconds to wait for another process's lock, or for a connection, before the store counts as down."""

QUEUE: Final = 10
"""Seconds to wait for those who want to read too: when a server has just started, everybody comes at once."""

SQLITE_MUST: Final = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
SQLITE_SETS: Final = (
    f"busy_timeout = {PATIENCE * 1000}",
    "journal_mode = WAL",  # already so since the file was made, and then this takes no lock
    "synchronous = FULL",
    "foreign_keys = ON",
    "fullfsync = ON",  # on a Mac the ordinary sync stops at the drive's memory; elsewhere this changes nothing
)
POSTGRES_MUST: Final = {"fsync": "on", "full_page_writes": "on"}
POSTGRES_SYNCED: Final = ("on", "local", "remote_apply")
POSTGRES_CONNECT: Final = {
    "connect_timeout": PATIENCE + 1,
    "keepalives_idle": 5,
    "tcp_user_timeout": 5000,  # a server that vanished is noticed after 5 s instead of a quarter of an hour
}


class BadDatabase(ValueError):
    """The database cannot be used as it is: a wrong address, unsafe settings, or one made by a newer program."""


def address(path: Path) -> str:
    """The URL of a SQLite file, whatever characters its path holds.

    >>> address(Path("/data/house.db"))
    'sqlite+aiosqlite:////data/house.db'
    """
    return URL.create(DRIVERS["sqlite"], database=str(path)).render_as_string()


def read_address(url: str) -> URL:
    """The URL with the driver that this project uses for it."""
    try:
        read = make_url(url)
    except ArgumentError:
        raise BadDatabase("the database's address is no URL such as sqlite:///PATH or postgresql://HOST/NAME") from None
    kind = read.get_backend_name()
    if kind not in DRIVERS:
        raise BadDatabase(f"the database must be one of {', '.join(DRIVERS)}, and this is {kind}")
    if kind == "sqlite" and read.database in (None, "", ":memory:"):
        raise BadDatabase("a SQLite database must be a file: what is only in memory is not kept")
    return read.set(drivername=DRIVERS[kind])


def connect(url: URL, *, streams: bool = False) -> tuple[AsyncEngine, AsyncEngine]:
    """One engine to write with and one to read with, so that readers never hold up the writer.

    Every connection they open is set to keep what is committed, and refused when it does not take the setting. Whoever
    reads more than fits into memory says that it streams.
    """
    if url.get_backend_name() == "sqlite":
        path = url.database or ""
        _make_file(Path(path))
        writer, reader = _engines(url, {} if streams else {"async_creator": partial(open_file, path)})
        event.listen(writer.sync_engine, "begin", lambda opened: opened.exec_driver_sql("BEGIN IMMEDIATE"))
        settle = _settle_sqlite
    else:
        # Asked before it is used: a server may have restarted since.
        writer, reader = _engines(url, {"connect_args": POSTGRES_CONNECT, "pool_pre_ping": True})
        settle = _settle_postgres

    def secure(connection: DBAPIConnection, _: object) -> None:
        try:
            settle(connection)
        except BaseException:
            connection.close()  # nobody else does, and its thread or socket would stay
            raise

    for engine in (writer, reader):
        event.listen(engine.sync_engine, "connect", secure)
    return writer, reader


def _make_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds hands and bids of running games
        path.open("ab").close()
    except OSError as fault:
        raise BadDatabase(f"the database's file {path} cannot be written: {fault.strerror}") from fault
    _turn_to_wal(path)


def _turn_to_wal(path: Path) -> None:
    """Set the journal of a new file before anybody works on it.

    The switch wants the file for itself, and SQLite answers «locked» to the others at once, whatever their
    busy_timeout: processes that start together have to ask again by themselves.
    """
    until = time.monotonic() + PATIENCE
    while True:
        file = sqlite3.connect(path, isolation_level=None)
        try:
            file.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                return  # whatever is the matter, the first connection says it
        except sqlite3.DatabaseError:
            return
        else:
            return
        finally:
            file.close()
        time.sleep(0.02)


def _engines(url: URL, way: dict[str, Any]) -> tuple[AsyncEngine, AsyncEngine]:
    settings: dict[str, Any] = {
        "hide_parameters": True,  # moves and hashes stay out of error messages
        "pool_timeout": PATIENCE,
        "max_overflow": 0,
        **way,
    }
    return (
        create_async_engine(url, pool_size=1, **settings),
        create_async_engine(url, pool_size=READERS, isolation_level="AUTOCOMMIT", **settings),
    )


def _settle_sqlite(connection: DBAPIConnection) -> None:
    connection.isolation_level = None  # the driver begins nothing behind our back: savepoints and DDL are ours
    connection.driver_connection.text_factory = _text
    cursor = connection.cursor()
    for setting in SQLITE_SETS:
        cursor.execute(f"PRAGMA {setting}")
    for name, wanted in SQLITE_MUST.items():
        cursor.execute(f"PRAGMA {name}")
        _insist(name, cursor.fetchone(), (wanted,))
    cursor.close()


def _text(stored: bytes) -> str:
    """A byte that changed on the disk may leave no text at all: it is read with a mark, and only its log is broken."""
    return stored.decode(errors="replace")


def _settle_postgres(connection: DBAPIConnection) -> None:
    autocommit, connection.autocommit = connection.autocommit, True  # a setting is not to hang on a transaction
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {PATIENCE * 1000}")
    for name, wanted in POSTGRES_MUST.items():
        cursor.execute(f"SHOW {name}")
        _insist(name, cursor.fetchone(), (wanted,))
    cursor.execute("SHOW synchronous_commit")
    _insist("synchronous_commit", cursor.fetchone(), POSTGRES_SYNCED)
    cursor.close()
    connection.autocommit = autocommit


def _insist(name: str, found: Sequence[object] | None, wanted: Sequence[object]) -> None:
    if found is None or found[0] not in wanted:
        raise BadDatabase(f"the database's setting {name} is {found and found[0]}, and safe is only {wanted[0]}")


class Reader:
    """Reads what is committed, by connections of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.dialect = engine.dialect.name
        self._engine = engine
        self._turns = asyncio.Semaphore(READERS)
        """First come, first served: the pool lets newcomers pass, and who waited too long would take it for a fault."""

    async def all(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[RowMapping]:
        """Every row the statement finds, by column; StoreDown when the database does not answer."""
        return (await self._answer(statement, values)).mappings().all()

    async def tuples(self, statement: Executable, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """The same in the order of the columns, which is quicker for many rows."""
        return (await self._answer(statement, values)).all()

    async def _answer(self, statement: Executable, values: Mapping[str, Any] | None) -> Result[Any]:
        try:
            async with asyncio.timeout(QUEUE):
                await self._turns.acquire()
        except TimeoutError as fault:
            raise down(fault) from fault
        try:
            return await in_time(self._engine, self._read(statement, values))
        except (SQLAlchemyError, OSError) as fault:
            raise down(fault) from fault
        finally:
            self._turns.release()

    async def _read(self, statement: Executable, values: Mapping[str, Any] | None) -> Result[Any]:
        async with borrowed(self._engine) as connection:
            return await connection.execute(statement, values)  # all of it is here: only `stream` would leave some

    async def first(self, statement: Executable, values: Mapping[str, Any] | None = None) -> RowMapping | None:
        return next(iter(await self.all(statement, values)), None)
