"""A store that cannot write acknowledges nobody, and works again by itself when the fault is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy import event, make_url
from sqlalchemy.exc import OperationalError

from bluffhouse.store import Store, StoreDown
from bluffhouse.store.database import SQLITE_SETS
from tests.store.values import a_row, a_table, rows

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from tests.store.postgres import PostgresServer

pytestmark = pytest.mark.anyio

TABLES = [f"t{number}" for number in range(20)]


async def everybody_appends(store: Store, first: int) -> list[type]:
    outcomes = await asyncio.gather(
        *(store.append(name, rows(first, first)) for name in TABLES), return_exceptions=True
    )
    return [type(outcome) for outcome in outcomes]


async def set_up(url: str) -> Store:
    store = await Store.open(url)
    await asyncio.gather(*(store.add_table(a_table(name)) for name in TABLES))
    assert await everybody_appends(store, 1) == [type(None)] * 20
    return store


async def it_is_down(store: Store) -> None:
    assert await everybody_appends(store, 2) == [StoreDown] * 20


async def it_works_again(store: Store) -> None:
    """Nothing of what was not acknowledged is there, and all of what was."""
    assert [await store.rows(name) for name in TABLES] == [rows(1, 1)] * 20
    assert await everybody_appends(store, 2) == [type(None)] * 20
    assert [await store.rows(name) for name in TABLES] == [rows(1, 2)] * 20
    await store.close()


async def test_a_full_disk(sqlite_url: str) -> None:
    store = await set_up(sqlite_url)
    full = ["PRAGMA max_page_count = 1"]  # SQLite then refuses every new page, as it does on a full disk
    event.listen(
        store._engines[0].sync_engine, "begin", lambda opened: [opened.exec_driver_sql(limit) for limit in full]
    )
    long = a_row(2, move="chip 3" * 100_000)
    for _ in range(2):
        with pytest.raises(StoreDown, match="full"):
            await store.append("t1", [long])
    full[:] = ["PRAGMA max_page_count = 1000000"]
    await it_works_again(store)


async def test_a_file_that_is_locked(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient = (*SQLITE_SETS, "busy_timeout = 100")
    monkeypatch.setattr("bluffhouse.store.database.SQLITE_SETS", impatient)
    store = await set_up(sqlite_url)
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await it_is_down(store)
    other.execute("ROLLBACK")
    other.close()
    await it_works_again(store)


async def test_a_commit_that_fails(url: str) -> None:
    store = await set_up(url)
    broken = True

    def fail(_: Connection) -> None:
        if broken:
            raise OperationalError("COMMIT", {}, OSError(5, "Input/output error"))

    event.listen(store._engines[0].sync_engine, "commit", fail)
    await it_is_down(store)
    with pytest.raises(StoreDown, match="Input/output error"):
        await store.add_table(a_table("new"))
    broken = False
    assert await store.table("new") is None
    await it_works_again(store)


@pytest.mark.parametrize(("clashes", "outcome"), [(2, type(None)), (3, StoreDown)])
async def test_a_transaction_that_made_way_for_another_workers_is_tried_again(
    sqlite_url: str, clashes: int, outcome: type
) -> None:
    store = await set_up(sqlite_url)

    class Deadlock(Exception):
        sqlstate = "40P01"

    def clash(_: Connection) -> None:
        nonlocal clashes
        clashes -= 1
        if clashes >= 0:
            raise OperationalError("COMMIT", {}, Deadlock("deadlock detected"))

    event.listen(store._engines[0].sync_engine, "commit", clash)
    assert await everybody_appends(store, 2) == [outcome] * 20
    await store.close()


async def test_connections_that_are_cut(postgres_url: str, postgres: PostgresServer) -> None:
    store = await set_up(postgres_url)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(cut, [make_url(postgres_url).query["application_name"]])
    await it_works_again(store)


async def test_another_workers_lock_is_not_waited_for_endlessly(postgres_url: str) -> None:
    store = await set_up(postgres_url)
    with psycopg.connect(postgres_url) as other:
        other.execute("LOCK TABLE log IN EXCLUSIVE MODE")
        await it_is_down(store)
        other.rollback()
    await it_works_again(store)


async def test_a_server_that_restarts(own_postgres: PostgresServer) -> None:
    store = await set_up(own_postgres.get_uri())
    own_postgres.stop()
    await it_is_down(store)
    with pytest.raises(StoreDown):
        await store.rows("t1")
    with pytest.raises(StoreDown):
        await store.ping()
    own_postgres.start()
    await it_works_again(store)


async def test_a_server_that_is_frozen(own_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes what is sent and says nothing: nobody waits for ever, nobody is acknowledged, and nothing is torn."""
    store = await set_up(own_postgres.get_uri())
    monkeypatch.setattr("bluffhouse.store.patience.LONGEST", 0.5)
    frozen = _processes(own_postgres)
    try:
        for process in frozen:
            os.kill(process, signal.SIGSTOP)
        async with asyncio.timeout(20):
            await it_is_down(store)
            with pytest.raises(StoreDown):
                await store.rows("t1")
    finally:
        for process in frozen:
            os.kill(process, signal.SIGCONT)
    monkeypatch.undo()
    kept = [await store.rows(name) for name in TABLES]
    assert all(found in (rows(1, 1), rows(1, 2)) for found in kept), "not acknowledged: there or not, but whole"
    await asyncio.gather(
        *(store.append(name, rows(len(found) + 1, len(found) + 1)) for name, found in zip(TABLES, kept, strict=True))
    )
    async with asyncio.timeout(20):
        await store.close()


def _processes(server: PostgresServer) -> list[int]:
    """The server's own, and those that serve the connections open now."""
    main = server.get_pid()
    assert main is not None
    mine = psycopg.connect(server.get_uri(), autocommit=True)
    with mine:
        found = mine.execute("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()").fetchall()
    return [main, *(pid for (pid,) in found)]
