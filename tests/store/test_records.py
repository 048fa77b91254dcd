"""Records are of finished games only."""

from __future__ import annotations

import pytest

from bluffhouse.store import ENDED, OVER, PAUSED, PLAYING, WAITING, Chair, Finished, Store
from tests.store.values import a_table, rows

pytestmark = pytest.mark.anyio


async def test_a_finished_game_is_there_whole(store: Store) -> None:
    await store.add_table(a_table(seats=2), seated=[Chair(0, guest="ada", name="Ada")])
    await store.append("t1", rows(1, 5), status=PLAYING)
    await store.append("t1", rows(6, 6), status=OVER)
    table = a_table(seats=2, status=OVER, started=205.0, ended=206.0, since=205.0)
    chairs = (Chair(0, guest="ada", name="Ada"), Chair(1))
    assert await store.record("t1") == Finished(table, chairs, tuple(rows(1, 6)))


@pytest.mark.parametrize("status", [WAITING, PLAYING, PAUSED])
async def test_what_is_not_over_is_no_record(store: Store, status: str) -> None:
    await store.add_table(a_table(status=status), seated=[Chair(0, guest="ada", name="Ada")])
    assert await store.record("t1") is None
    assert await store.finished() == []
    assert await store.finished(guest="ada") == []
    assert await store.record("no such table") is None


async def test_finding_finished_games(store: Store) -> None:
    ada = [Chair(0, guest="ada", name="Ada")]
    await store.add_table(a_table("t1", status=OVER, ended=1.0), seated=ada)
    await store.add_table(a_table("t2", status=ENDED, ended=2.0, game="bankueberfall"))
    await store.add_table(a_table("t3", status=OVER, ended=3.0, listed=False), seated=ada)
    found = {
        "listed": await store.finished(),
        "newest": await store.finished(limit=1),
        "older": await store.finished(before=2.0),
        "of a guest": await store.finished(guest="ada"),
        "of a game": await store.finished(game="bankueberfall"),
    }
    assert {what: [table.id for table in tables] for what, tables in found.items()} == {
        "listed": ["t2", "t1"],
        "newest": ["t2"],
        "older": ["t1"],
        "of a guest": ["t3", "t1"],
        "of a game": ["t2"],
    }
