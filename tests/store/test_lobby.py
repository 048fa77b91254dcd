"""Tables are set up and found, and of many who want a chair one gets it."""

from __future__ import annotations

import asyncio

import pytest

from bluffhouse.store import ENDED, OVER, PAUSED, PLAYING, WAITING, Chair, Store, Table, Taken
from tests.store.values import a_table, rows

pytestmark = pytest.mark.anyio


def names(tables: list[Table]) -> list[str]:
    return [table.id for table in tables]


async def test_a_table_comes_back_as_it_was_given(store: Store) -> None:
    given = a_table(watch="nobody", delay=30, chat=False, listed=False, rematch_of="t0", created=123.5)
    await store.add_table(given)
    assert await store.table("t1") == given
    assert await store.table_by_code("code-t1") == given
    assert await store.table("t2") is None
    assert await store.table_by_code("t1") is None


async def test_a_code_is_given_once(store: Store) -> None:
    await store.add_table(a_table("t1"))
    with pytest.raises(Taken):
        await store.add_table(a_table("t2", code="code-t1"))
    assert await store.table("t2") is None


async def test_a_new_table_has_its_chairs(store: Store) -> None:
    ada = Chair(2, guest="ada", name="Ada")
    await store.add_table(a_table(), seated=[ada])
    assert await store.chairs("t1") == (Chair(0), Chair(1), ada, Chair(3))
    assert [chair.free for chair in await store.chairs("t1")] == [True, True, False, True]
    assert await store.chairs("t2") == ()


async def test_chairs_of_many_tables(store: Store) -> None:
    await store.add_table(a_table("t1", seats=2))
    await store.add_table(a_table("t2", seats=3))
    assert await store.chairs_of(["t1", "t2", "t3"]) == {
        "t1": (Chair(0), Chair(1)),
        "t2": (Chair(0), Chair(1), Chair(2)),
    }


async def test_of_a_hundred_who_claim_the_last_chair_one_gets_it(url: str, store: Store) -> None:
    await store.add_table(a_table(), seated=[Chair(seat, bot="random") for seat in range(3)])
    other = await Store.open(url)
    outcomes = await asyncio.gather(
        *((store, other)[number % 2].claim_seat("t1", 3, f"guest {number}", "Bo") for number in range(100)),
        return_exceptions=True,
    )
    await other.close()
    assert sum(isinstance(outcome, Taken) for outcome in outcomes) == 99
    winner = outcomes.index(None)
    assert (await store.chairs("t1"))[3] == Chair(3, guest=f"guest {winner}", name="Bo")


async def test_a_guest_has_one_chair_at_a_table(store: Store) -> None:
    await store.add_table(a_table("t1"))
    await store.add_table(a_table("t2"))
    outcomes = await asyncio.gather(
        *(store.claim_seat("t1", seat, "ada", "Ada") for seat in range(4)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Taken, Taken, Taken]
    await store.claim_seat("t2", 1, "ada", "Ada")


async def test_leaving_frees_the_chair_for_others(store: Store) -> None:
    await store.add_table(a_table())
    await store.claim_seat("t1", 1, "ada", "Ada")
    with pytest.raises(Taken):
        await store.leave_seat("t1", 1, "bo")
    await store.leave_seat("t1", 1, "ada")
    await store.claim_seat("t1", 1, "bo", "Bo")
    with pytest.raises(Taken):
        await store.leave_seat("t1", 1, "ada")


async def test_bots_take_free_chairs_only(store: Store) -> None:
    await store.add_table(a_table())
    await store.claim_seat("t1", 0, "ada", "Ada")
    with pytest.raises(Taken):
        await store.seat_bot("t1", 0, "random", "Rook")
    await store.seat_bot("t1", 1, "random", "Rook")
    await store.seat_bot("t1", 1, "heuristic", "Finch")
    assert (await store.chairs("t1"))[1] == Chair(1, bot="heuristic", name="Finch")
    with pytest.raises(Taken):
        await store.claim_seat("t1", 1, "bo", "Bo")
    await store.clear_seat("t1", 1)
    await store.claim_seat("t1", 1, "bo", "Bo")


async def test_once_the_game_has_begun_no_chair_changes_hands(store: Store) -> None:
    await store.add_table(a_table())
    await store.claim_seat("t1", 0, "ada", "Ada")
    await store.set_status("t1", PLAYING, 150.0, expected=WAITING)
    for attempt in (
        store.claim_seat("t1", 1, "bo", "Bo"),
        store.leave_seat("t1", 0, "ada"),
        store.seat_bot("t1", 1, "random", "Rook"),
        store.clear_seat("t1", 0),
    ):
        with pytest.raises(Taken):
            await attempt
    assert (await store.chairs("t1"))[:2] == (Chair(0, guest="ada", name="Ada"), Chair(1))


async def test_a_claim_and_a_start_at_once_agree(url: str, store: Store) -> None:
    """Whoever starts the game and then reads the chairs sees every claim that was granted."""
    other = await Store.open(url)
    for number in range(30):
        name = f"t{number}"
        await store.add_table(a_table(name))

        async def start(name: str = name) -> tuple[Chair, ...]:
            await store.set_status(name, PLAYING, 150.0, expected=WAITING)
            return await store.chairs(name)

        seen, claim = await asyncio.gather(start(), other.claim_seat(name, 0, "ada", "Ada"), return_exceptions=True)
        assert not isinstance(seen, BaseException)
        assert seen[0].free == isinstance(claim, Taken)
    await other.close()


async def test_a_stand_in_plays_for_a_guest_only(store: Store) -> None:
    await store.add_table(a_table())
    await store.claim_seat("t1", 0, "ada", "Ada")
    await store.set_stand_in("t1", 0, True)
    assert (await store.chairs("t1"))[0].stand_in
    await store.set_stand_in("t1", 0, False)
    assert not (await store.chairs("t1"))[0].stand_in
    with pytest.raises(Taken):
        await store.set_stand_in("t1", 1, True)


async def test_status_changes_once(store: Store) -> None:
    await store.add_table(a_table())
    outcomes = await asyncio.gather(
        *(store.set_status("t1", PLAYING, at, expected=WAITING) for at in (150.0, 151.0)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Taken]
    await store.set_status("t1", PAUSED, 160.0)
    await store.set_status("t1", PLAYING, 170.0)
    await store.set_status("t1", ENDED, 180.0)
    table = await store.table("t1")
    assert table is not None
    assert (table.status, table.started, table.ended) == (ENDED, 150.0, 180.0)
    with pytest.raises(Taken):
        await store.set_status("t2", PLAYING, 150.0)


async def test_host_and_chat_may_change(store: Store) -> None:
    await store.add_table(a_table())
    await store.set_host("t1", "bo")
    await store.set_chat("t1", False)
    table = await store.table("t1")
    assert table is not None
    assert (table.host, table.chat) == ("bo", False)


async def test_open_tables_are_listed_and_have_room(store: Store) -> None:
    await store.add_table(a_table("old", created=1.0))
    await store.add_table(a_table("new", created=2.0))
    await store.add_table(a_table("private", listed=False))
    await store.add_table(a_table("full"), seated=[Chair(seat, bot="random") for seat in range(4)])
    await store.add_table(a_table("playing", status=PLAYING))
    assert names(await store.open_tables()) == ["new", "old"]
    assert names(await store.open_tables(limit=1)) == ["new"]


async def test_ones_own_tables(store: Store) -> None:
    ada = [Chair(0, guest="ada", name="Ada")]
    await store.add_table(a_table("hosted", created=1.0))
    await store.add_table(a_table("seated", created=2.0, host="bo", status=PAUSED, listed=False), seated=ada)
    await store.add_table(a_table("done", status=OVER), seated=ada)
    await store.add_table(a_table("other", host="bo"))
    assert names(await store.tables_of("ada")) == ["seated", "hosted"]


async def test_running_tables_are_those_to_take_up_again(store: Store) -> None:
    for number, status in enumerate((WAITING, PLAYING, PAUSED, OVER, ENDED)):
        await store.add_table(a_table(status, status=status, created=-number))
    assert names(await store.running_tables()) == [PAUSED, PLAYING]


async def test_tables_that_never_started_are_dropped(store: Store) -> None:
    await store.add_table(a_table("old", created=1.0))
    await store.add_table(a_table("new", created=9.0))
    await store.add_table(a_table("begun", created=1.0))
    await store.append("begun", rows(1, 2), status=PLAYING)
    assert await store.drop_waiting(before=5.0) == 1
    assert [await store.table(name) is None for name in ("old", "new", "begun")] == [True, False, False]
    assert await store.chairs("old") == ()
