"""The thread of a SQLite file is asked once for a statement, and never beside the loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING

import pytest

from bluffhouse.store import Store, address
from bluffhouse.store.sqlite_connection import Connection, open_file
from tests.store.values import a_table, acknowledged, rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_a_move_asks_the_thread_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin, for others may have the file, and to commit; and a read does once."""
    asked: list[str] = []
    honest = Connection._in_thread

    def counted(self: Connection, fn: object, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        asked.append(str(args[0]).split()[0] if args else getattr(fn, "__name__", ""))
        assert threading.current_thread() is not threading.main_thread()
        return honest(self, fn, args, kwargs)  # type: ignore[arg-type]

    store = await Store.open(address(tmp_path / "house.db"))
    await store.add_table(a_table())
    await store.rows("t1")
    monkeypatch.setattr(Connection, "_in_thread", counted)
    await store.append("t1", rows(1, 2), [acknowledged("a", 1)])
    assert asked == ["BEGIN", "commit"]
    asked.clear()
    assert await store.rows("t1") == rows(1, 2)
    assert asked == ["SELECT"]
    await store.close()


async def test_who_is_cancelled_leaves_the_thread_to_its_work(tmp_path: Path) -> None:
    """Nothing is done beside it: the next one waits for its turn."""
    connection = await open_file(str(tmp_path / "house.db"))
    begun, go_on = threading.Event(), threading.Event()

    def hold() -> int:
        begun.set()
        go_on.wait(10)
        return 1

    await connection.create_function("hold", 0, hold)
    cursor = await connection.cursor()
    held = asyncio.create_task(cursor.execute("SELECT hold()"))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    held.cancel()
    rolled_back = asyncio.create_task(connection.rollback())
    await asyncio.sleep(0.05)
    assert not rolled_back.done()
    go_on.set()
    await rolled_back
    await cursor.close()
    await connection.close()


async def test_rows_are_those_of_the_statement_before(tmp_path: Path) -> None:
    connection = await open_file(str(tmp_path / "house.db"))
    one, two = await connection.cursor(), await connection.cursor()
    await one.execute("SELECT 1 UNION SELECT 2")
    assert [tuple(row) for row in await one.fetchall()] == [(1,), (2,)]
    await one.execute("SELECT 3")
    await two.execute("SELECT 4")
    assert [tuple(row) for row in await one.fetchall()] == [(3,)]
    assert [tuple(row) for row in await two.fetchall()] == [(4,)]
    await one.execute("SELECT 5")
    with pytest.raises(TypeError, match="at once"):
        await one.fetchone()
    await one.execute("CREATE TABLE things (number)")
    assert await one.fetchall() == []
    with pytest.raises(sqlite3.OperationalError):
        await two.execute("SELECT nothing FROM nowhere")
    await connection.close()
