"""Bots that think as jobs on other machines: enqueued with the move, done again when a thinker died, harmless twice."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import psycopg
import pytest

from bluffhouse.bus import NoBus
from bluffhouse.server import thinkers
from bluffhouse.server.botseat import OwnMinds
from bluffhouse.server.remote_minds import RemoteMinds
from bluffhouse.server.settings import BadSettings, from_environment
from bluffhouse.store import Row, Store, Taken, Thought
from tests.server.rooms import Inn, inn
from tests.server.world import breathe
from tests.store.values import a_row, a_table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


async def jobs(url: str) -> list[dict[str, object]]:
    """What waits in the queue."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        found = await connection.execute("SELECT args FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id")
        return [row[0] for row in await found.fetchall()]


@contextlib.asynccontextmanager
async def house(folder: Path, url: str) -> AsyncIterator[Inn]:
    """One whose bots think elsewhere."""
    store = await Store.open(url)
    await store.set_up_queue()
    minds = RemoteMinds(store)
    async with inn(folder, store=store, minds=minds, bus=NoBus()) as here:
        yield here
    minds.close()
    await store.close()


@contextlib.asynccontextmanager
async def thinking(url: str) -> AsyncIterator[None]:
    """A thinker at work."""
    up = asyncio.Event()
    task = asyncio.create_task(thinkers.run(url, 0, up.set))
    async with asyncio.timeout(30):
        await up.wait()
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.anyio
async def test_a_game_of_bots_is_thought_out_elsewhere(tmp_path: Path, postgres_url: str) -> None:
    async with house(tmp_path, postgres_url) as here, thinking(postgres_url):
        room = await here.seat([None, None], "bankueberfall")
        store = here.hall.house.store
        rows: list[Row] = []
        async with asyncio.timeout(60):
            while sum(row.actor >= 0 for row in rows) < 6:
                await breathe()
                rows = await store.rows(room.meta.id)
        answered = await store.chosen([(room.meta.id, seat, asked) for seat in (0, 1) for asked in range(len(rows))])
        chosen = {(seat, move) for (_, seat, _), move in answered.items()}
        assert sum((row.actor, row.move) in chosen for row in rows if row.actor >= 0) >= 3, "they were chosen there"


@pytest.mark.anyio
async def test_a_question_is_due_when_its_move_is_stored_and_only_then(tmp_path: Path, postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    await store.set_up_queue()
    await store.set_up_queue()
    await store.add_table(a_table())
    thought = Thought("t1", 1, 1, "random")
    await store.append("t1", [a_row(1)], thoughts=[thought])
    assert await jobs(postgres_url) == [{"table": "t1", "seat": 1, "asked": 1, "level": "random"}]
    with pytest.raises(Taken):
        await store.append("t1", [a_row(1)], thoughts=[Thought("t1", 2, 1, "random")])
    assert len(await jobs(postgres_url)) == 1, "a move that is not stored asks nobody"
    assert await store.choose(thought, "chip 3")
    assert not await store.choose(thought, "chip 4"), "the second answer changes nothing"
    assert await store.chosen([("t1", 1, 1), ("t1", 2, 1)]) == {("t1", 1, 1): "chip 3"}
    await store.close()


@pytest.mark.anyio
async def test_without_thinkers_the_table_goes_on_with_plain_moves(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bluffhouse.server.botseat.BUDGET", 0.05)
    async with house(tmp_path, postgres_url) as here:
        room = await here.seat([None, None], "bankueberfall")
        async with asyncio.timeout(30):
            while room.table is None or room.table.seq < 30:
                await breathe()


@pytest.mark.anyio
async def test_jobs_done_late_or_of_dead_thinkers(tmp_path: Path, postgres_url: str) -> None:
    async with house(tmp_path, postgres_url) as here:
        store = here.hall.house.store
        room = await here.seat(["ann", None, None])
        assert room.table is not None
        late = Thought(room.meta.id, 1, room.table.seq + 99, "random")
        assert not await thinkers.think(store, OwnMinds(), late), "nobody is asked that"
        assert not await thinkers.think(store, OwnMinds(), Thought("nowhere", 0, 1, "random"))
        await store.append(room.meta.id, (), (), thoughts=[late])
        async with await psycopg.AsyncConnection.connect(postgres_url, autocommit=True) as connection:
            await connection.execute("UPDATE procrastinate_jobs SET status = 'doing'")
        app = thinkers.application(postgres_url, store, OwnMinds())
        async with app.open_async():
            redoing = asyncio.create_task(thinkers.redo(app))
            async with asyncio.timeout(30):
                while late.asked not in [job["asked"] for job in await jobs(postgres_url)]:
                    await breathe()
            redoing.cancel()


def test_jobs_need_a_database_for_several() -> None:
    with pytest.raises(BadSettings, match="only at a PostgreSQL"):
        from_environment({"BLUFFHOUSE_BOTS": "jobs", "BLUFFHOUSE_DATABASE": "sqlite:///house.db"})
    with pytest.raises(BadSettings, match="here or jobs"):
        from_environment({"BLUFFHOUSE_BOTS": "there"})
