"""Addresses, the settings that make committed mean kept, and the way from any schema to the newest."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bluffhouse.store import BadDatabase, Store, StoreDown, address
from bluffhouse.store.database import connect, read_address
from bluffhouse.store.schema import METADATA
from tests.store.values import a_table, rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", ["house.db", "a folder/with #signs? & 100%41.db", "Glücksspiel/賭博.db"])
async def test_any_path_is_an_address(tmp_path: Path, name: str) -> None:
    store = await Store.open(address(tmp_path / name))
    await store.ping()
    await store.close()
    assert (tmp_path / name).exists()
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("house.db", "no URL"),
        ("mysql://host/name", "must be one of sqlite, postgresql, and this is mysql"),
        ("sqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
    ],
)
async def test_a_wrong_address_is_refused_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(BadDatabase, match=reason):
        await Store.open(url)


def test_the_driver_may_be_left_out() -> None:
    assert read_address("sqlite:///house.db").drivername == "sqlite+aiosqlite"
    assert read_address("postgresql://host/name").drivername == "postgresql+psycopg"


async def test_nobody_there(tmp_path: Path) -> None:
    with pytest.raises(StoreDown):
        await Store.open(f"postgresql://postgres@/house?host={tmp_path}")


async def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="Is a directory"):
        await Store.open(address(tmp_path))


async def test_sqlite_keeps_what_is_committed(sqlite_url: str) -> None:
    for engine in connect(read_address(sqlite_url)):
        async with engine.connect() as connection:
            settings = {}
            for name in ("journal_mode", "synchronous", "foreign_keys", "fullfsync"):
                settings[name] = (await connection.execute(text(f"PRAGMA {name}"))).scalar()
        await engine.dispose()
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "fullfsync": 1}


async def test_sqlite_is_refused_where_a_setting_is_not_taken(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bluffhouse.store.database.SQLITE_SETS", ("journal_mode = WAL", "synchronous = NORMAL"))
    with pytest.raises(BadDatabase, match="synchronous is 1"):
        await Store.open(sqlite_url)


async def test_postgres_is_refused_where_commits_are_not_synced(postgres_url: str) -> None:
    with pytest.raises(BadDatabase, match="synchronous_commit is off"):
        await Store.open(f"{postgres_url}%20-csynchronous_commit%3Doff")


async def test_the_migrations_make_the_schema(url: str) -> None:
    store = await Store.open(url)
    await store.close()

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    writer, reader = connect(read_address(url))
    async with writer.begin() as connection:
        assert await connection.run_sync(differences) == []
    await writer.dispose()
    await reader.dispose()


async def test_migrating_again_changes_nothing(url: str) -> None:
    for _ in range(3):
        store = await Store.open(url)
        if await store.table("t1") is None:
            await store.add_table(a_table())
            await store.append("t1", rows(1, 2))
        assert await store.rows("t1") == rows(1, 2)
        await store.close()


async def test_workers_that_start_together_migrate_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    await stores[0].add_table(a_table())
    for store in stores:
        assert await store.table("t1") == a_table()
        await store.close()


async def test_a_start_waits_for_whoever_has_the_new_file_to_himself(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE something (a)")
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, other.close)
    release.start()
    store = await Store.open(address(path))
    release.join()
    await store.close()


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    store = await Store.open(address(tmp_path / "house.db"))
    await store.close()
    file = sqlite3.connect(tmp_path / "house.db")
    file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.commit()
    file.close()
    with pytest.raises(BadDatabase, match="newer version"):
        await Store.open(address(tmp_path / "house.db"))
