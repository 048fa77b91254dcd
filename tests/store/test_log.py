"""What is appended is there, in order, whole, once; and a key keeps its answer."""

from __future__ import annotations

import pytest

from bluffhouse.store import OVER, PLAYING, Store, StoreDown, Taken
from tests.store.values import a_row, a_table, acknowledged, refused, rows

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def table(store: Store) -> None:
    await store.add_table(a_table())


async def test_rows_come_back_as_they_were_given(store: Store) -> None:
    given = [
        a_row(1, actor=-1, move="first s2", elapsed=0, by="dealer", key=None),
        a_row(2, actor=2, move="«Ö» 博", elapsed=30 * 24 * 3600 * 1000),
        a_row(3, by="stand-in", key=None, at=1_800_000_000.125),
    ]
    await store.append("t1", given)
    assert await store.rows("t1") == given
    assert await store.rows("t1", after=1) == given[1:]
    assert await store.rows("t1", after=3) == []
    assert await store.rows("no such table") == []


async def test_what_is_stored_outlives_the_process(url: str, store: Store) -> None:
    await store.append("t1", rows(1, 3), [acknowledged("key-1", 1)], PLAYING)
    other = await Store.open(url)
    assert await other.rows("t1") == rows(1, 3)
    assert await other.answer("t1", "key-1") == acknowledged("key-1", 1)
    assert [table.status for table in await other.running_tables()] == [PLAYING]
    await other.close()


async def test_a_number_is_given_once(store: Store) -> None:
    await store.append("t1", rows(1, 2))
    with pytest.raises(Taken):
        await store.append("t1", [a_row(2, move="chip 4"), a_row(3)], [acknowledged("other", 2)], PLAYING)
    assert await store.rows("t1") == rows(1, 2)
    assert await store.answer("t1", "other") is None
    assert await store.running_tables() == []


@pytest.mark.parametrize("first", [2, 5, 0, -1])
async def test_the_log_has_no_hole(store: Store, first: int) -> None:
    with pytest.raises(Taken):
        await store.append("t1", rows(first, first + 1))
    assert await store.rows("t1") == []


async def test_a_table_must_exist(store: Store) -> None:
    with pytest.raises(Taken):
        await store.append("t2", rows(1, 1))


async def test_rows_of_one_append_follow_one_another(store: Store) -> None:
    with pytest.raises(ValueError, match="row 1 is followed by 3"):
        await store.append("t1", [a_row(1), a_row(3)])


async def test_a_status_needs_a_time(store: Store) -> None:
    with pytest.raises(ValueError, match="set_status"):
        await store.append("t1", [], status=OVER)


async def test_an_answer_is_kept_for_its_key(store: Store) -> None:
    await store.append("t1", rows(1, 1), [acknowledged("a", 1)])
    await store.append("t1", [], [refused("b")])
    assert await store.answer("t1", "a") == acknowledged("a", 1)
    assert await store.answer("t1", "b") == refused("b")
    assert await store.answer("t1", "c") is None


async def test_a_key_is_answered_once(store: Store) -> None:
    await store.append("t1", rows(1, 1), [acknowledged("a", 1)])
    with pytest.raises(Taken):
        await store.append("t1", rows(2, 2), [acknowledged("a", 2)])
    assert await store.rows("t1") == rows(1, 1)


async def test_two_seats_may_choose_the_same_key(store: Store) -> None:
    await store.append("t1", [], [refused("a", at=1, seat=0)])
    await store.append("t1", [], [refused("a", at=2, seat=3)])
    assert await store.answer("t1", "a", seat=3) == refused("a", at=2, seat=3)
    assert await store.answer("t1", "a", seat=1) is None
    assert await store.answer("t1", "a") == refused("a", at=1, seat=0)


async def test_old_answers_are_forgotten_and_moves_are_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bluffhouse.store.log.SLICE", 2)
    await store.append("t1", rows(1, 5), [acknowledged(f"key-{seq}", seq, at=seq) for seq in range(1, 6)])
    assert await store.forget(before=4.0) == 3
    assert await store.forget(before=4.0) == 0
    assert [await store.answer("t1", f"key-{seq}") is None for seq in range(1, 6)] == [True, True, True, False, False]
    assert await store.rows("t1") == rows(1, 5)


async def test_a_status_comes_with_its_time(store: Store) -> None:
    await store.append("t1", rows(1, 1), status=PLAYING)
    await store.append("t1", rows(2, 2), status=OVER)
    table = await store.table("t1")
    assert table is not None
    assert (table.status, table.started, table.ended) == (OVER, 201.0, 202.0)


async def test_the_store_counts(store: Store) -> None:
    before = store.commits
    await store.append("t1", rows(1, 3))
    await store.append("t1", rows(4, 4))
    assert (store.commits - before, store.appended) == (2, 4)


async def test_a_closed_store_takes_nothing(url: str) -> None:
    store = await Store.open(url)
    await store.close()
    with pytest.raises(StoreDown):
        await store.append("t1", rows(1, 1))
