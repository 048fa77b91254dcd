"""Workers at one database: one keeper a table, nothing stored by an earlier one, everybody's pages and words known."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bluffhouse.store import PLAYING, Chair, Guest, Store, Taken
from tests.store.values import a_row, a_table, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.anyio

LEASE = 5.0


async def play(store: Store, *names: str) -> None:
    for name in names:
        await store.add_table(a_table(name), [Chair(0, "ada"), Chair(1, "bob")])
        await store.set_status(name, PLAYING, 50.0)


async def keepers(store: Store, *names: str) -> Sequence[tuple[str | None, int]]:
    found = [await store.table(name) for name in names]
    return [(table.keeper, table.fence) for table in found if table is not None]


async def test_the_database_tells_the_time(store: Store) -> None:
    one, other = await store.time(), await store.time()
    assert 1_700_000_000 < one <= other < one + 60


async def test_who_is_alive(store: Store) -> None:
    assert await store.renew("a", 100.0, LEASE) == ["a"]
    assert sorted(await store.renew("b", 104.0, LEASE)) == ["a", "b"]
    assert await store.renew("b", 105.0, LEASE) == ["b"]
    await store.resign("b")
    assert await store.renew("c", 105.0, LEASE) == ["c"]
    assert await store.renew("d", 10.0, LEASE) == ["d"], "what would last for minutes is from before the clock was set"


async def test_each_table_has_one_keeper_until_that_one_is_dead(store: Store) -> None:
    await play(store, "t1", "t2")
    await store.renew("a", 100.0, LEASE)
    await store.renew("b", 100.0, LEASE)
    assert await store.adopt("a", 100.0, 130.0, only="t1") == ["t1"]
    assert await store.adopt("b", 101.0, 131.0) == ["t2"]
    assert await store.adopt("b", 104.9, 131.0) == []
    await store.renew("b", 104.0, LEASE)
    assert await store.adopt("b", 105.0, 131.0) == ["t1"]
    assert await keepers(store, "t1", "t2") == [("b", 2), ("b", 1)]
    await store.resign("b")
    await store.renew("a", 105.0, LEASE)
    assert sorted(await store.adopt("a", 105.0, 131.0)) == ["t1", "t2"]


async def test_two_who_ask_at_once_share_what_is_left(url: str) -> None:
    names = [f"t{number}" for number in range(20)]
    stores = [await Store.open(url) for _ in range(3)]
    await play(stores[0], *names)
    for number, store in enumerate(stores):
        await store.renew(f"w{number}", 100.0, LEASE)
    adopted = await asyncio.gather(*(store.adopt(f"w{n}", 100.0, 0.0, most=9) for n, store in enumerate(stores)))
    while (total := sum(len(some) for some in adopted)) < 20:
        adopted.append(await stores[0].adopt("w0", 100.0, 0.0, most=20 - total))
    assert sorted(table for some in adopted for table in some) == sorted(names)
    assert {fence for _, fence in await keepers(stores[0], *names)} == {1}
    for store in stores:
        await store.close()


async def test_an_earlier_keeper_stores_nothing(store: Store) -> None:
    await play(store, "t1", "t2")
    await store.renew("a", 100.0, LEASE)
    await store.adopt("a", 100.0, 0.0)
    await store.append("t1", [a_row(1, fence=1)], fence=1)
    await store.renew("b", 106.0, LEASE)
    assert await store.adopt("b", 106.0, 0.0, only="t1") == ["t1"]
    outcomes = await asyncio.gather(
        store.append("t1", [a_row(2, fence=1)], fence=1),
        store.append("t2", rows(1, 1), fence=1),
        store.set_stand_in("t1", 0, True, fence=1),
        store.set_stand_in("t2", 0, True, fence=1),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Taken, type(None), Taken, type(None)]
    assert [row.fence for row in await store.rows("t1")] == [1]
    await store.append("t1", [a_row(2, fence=2)], fence=2)
    await store.append("t1", rows(3, 3))
    assert [row.fence for row in await store.rows("t1")] == [1, 2, None]


async def test_the_newest_numbers_of_many_tables(store: Store) -> None:
    await play(store, "t1", "t2", "t3")
    await store.append("t1", rows(1, 7))
    await store.append("t2", rows(1, 2))
    assert await store.newest(["t1", "t2", "t3", "t4"]) == {"t1": 7, "t2": 2, "t3": 0}


async def test_pages_and_votes_of_living_workers(store: Store) -> None:
    await play(store, "t1", "t2")
    await store.renew("a", 100.0, LEASE)
    await store.renew("b", 103.0, LEASE)
    await store.note_pages("a", {("t1", 0): None, ("t2", 1): "pause"}, [])
    await store.note_pages("b", {("t1", 1): None}, [])
    assert await store.pages_elsewhere("t1", "b", 104.0) == {0: None}
    assert await store.pages_elsewhere("t2", "b", 104.0) == {1: "pause"}
    await store.note_pages("a", {("t1", 0): "end"}, [("t2", 1)])
    assert await store.pages_elsewhere("t1", "b", 104.0) == {0: "end"}
    assert await store.pages_elsewhere("t2", "b", 104.0) == {}
    await store.note_pages("b", {("t1", 0): None}, [])
    assert await store.pages_elsewhere("t1", "c", 104.0) == {0: "end", 1: None}, "of two pages the one that votes"
    assert await store.pages_elsewhere("t1", "b", 105.0) == {}, "a dead worker has no pages"
    await store.bury(200.0)
    await store.renew("a", 200.0, LEASE)
    assert await store.pages_elsewhere("t1", "c", 200.0) == {}
    await store.note_pages("a", {}, [])


async def test_talk_is_numbered_whoever_speaks(url: str) -> None:
    one, other = await Store.open(url), await Store.open(url)
    await play(one, "t1", "t2")
    await asyncio.gather(
        *(
            store.say("t1", name, f"{name}{number}", 100.0)
            for store, name in ((one, "a"), (other, "b"))
            for number in range(9)
        )
    )
    heard = await one.said("t1", 0)
    assert [number for number, *_ in heard] == list(range(1, 19))
    assert sorted(frame for *_, frame in heard) == sorted(f"{name}{number}" for name in "ab" for number in range(9))
    assert await one.said("t1", 17) == heard[17:]
    await one.hush(101.0)
    assert await one.said("t1", 0) == heard[17:], "the next thing said has a higher number"
    await one.say("t1", "a", "more", 102.0)
    assert await other.said("t1", 18) == [(19, "a", "more")]
    for store in (one, other):
        await store.close()


async def test_who_signed_out_is_known_for_a_while(store: Store) -> None:
    await store.add_guest(Guest("ada", "Ada", 1.0, 1.0), "hash")
    await store.drop_guest("ada", 100.0)
    assert await store.farewells(99.0) == ["ada"]
    assert await store.farewells(100.0) == []
    await store.hush(200.0)
    assert await store.farewells(0.0) == []
