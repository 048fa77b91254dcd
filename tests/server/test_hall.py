"""Tables in memory: loaded, forgotten, set aside when damaged, shared by two workers, cut off from their store."""

from __future__ import annotations

import asyncio
import gc
import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.bus import LocalBus
from bluffhouse.server.hall import CLEANING, Full, Hall, NoTable
from bluffhouse.server.mailbox import Busy, Mailbox
from bluffhouse.server.room import Room
from bluffhouse.server.security import IDLE, hashed
from bluffhouse.store import Guest, Row, Store, StoreDown
from tests.server.rooms import Ear, inn
from tests.server.world import StillClock, breathe, opened

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_idle_tables_are_forgotten_and_running_ones_are_not(tmp_path: Path) -> None:
    bus = LocalBus()
    async with inn(tmp_path, bus=bus) as here:
        waiting = await here.seat(["ann", "bob", "cid"], start=False)
        running = await here.seat(["ann", "bob", "cid"])
        ear = Ear(waiting, "ann")
        await ear.open()
        await here.pass_time(200)
        assert set(here.hall.rooms) == {waiting.meta.id, running.meta.id}
        ear.close()
        await here.pass_time(70)
        assert set(here.hall.rooms) == {running.meta.id}
        assert set(bus._subscribers.tables) == {running.meta.id}, "nobody hears of a table that is forgotten"
        assert (await here.hall.room(waiting.meta.id)).meta == waiting.meta


async def test_a_forgotten_table_is_gone_at_once(tmp_path: Path) -> None:
    """Else every game that was played stays in memory until all garbage is looked for."""
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob"], "bankueberfall", start=False)
        ears = [Ear(room, name) for name in ("ann", "bob")]
        for ear in ears:
            await ear.open()
            ear.close()
        trace = weakref.ref(room)
        gc.collect()
        gc.disable()
        try:
            del room, ears, ear
            await here.pass_time(70)
            assert not here.hall.rooms
            assert trace() is None
        finally:
            gc.enable()


async def test_a_table_whose_log_does_not_replay_is_set_aside_alone(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        good = await here.seat(["ann", "bob", "cid"])
        bad = await here.seat(["ann", "bob", "cid"])
        old = await here.seat(["ann", "bob", "cid"])
        assert bad.table is not None
        store = here.hall.house.store
        await store.append(bad.meta.id, [Row(bad.table.seq + 1, 0, "jump 7", 0, "person", None, 0.0)])
    async with inn(tmp_path) as here:
        assert set(here.hall.rooms) == {good.meta.id, old.meta.id}
        with pytest.raises(NoTable):
            await here.hall.room(bad.meta.id)
        with pytest.raises(NoTable):
            await here.hall.room("nowhere")


async def test_a_table_is_taken_up_again_whose_moves_were_stored_by_clocks_that_differ(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"])
        ears = [Ear(room, guest) for guest in ("ann", "bob", "cid")]
        for ear in ears:
            await ear.open()
        for by in (0.0, 3600.0, -3600.0):  # a worker whose clock was wrong for one move
            here.clock.jump(by)
            await next(ear for ear in ears if ear.last("update", "sync")["moves"]).move()
        last = room.table
        assert last is not None
    async with inn(tmp_path) as here:
        again = (await here.hall.room(room.meta.id)).table
        assert again is not None
        assert again.seq == last.seq


async def test_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with inn(tmp_path, most_tables=1) as here:
        await here.seat(["ann", "bob", "cid"])
        with pytest.raises(Full):
            await here.seat(["ann", "bob", "cid"])


async def test_two_workers_share_a_table(tmp_path: Path) -> None:
    """Both have the table in memory and both are asked: the log's numbers make one of them first."""
    clock, bus = StillClock(), LocalBus()
    async with inn(tmp_path, clock=clock, bus=bus) as one:
        room = await one.seat(["ann", "bob"], "bankueberfall")
        async with opened(tmp_path, clock=clock, bus=bus.beside(), seed=9) as house:
            hall = Hall(house)
            twin = await hall.room(room.meta.id)
            ears = {"ann": Ear(room, "ann"), "bob": Ear(twin, "bob")}
            for ear in ears.values():
                await ear.open()
            while room.status == "playing":
                ready = [ear for ear in ears.values() if ear.last("update", "sync")["moves"]]
                answers = await asyncio.gather(*(ear.move() for ear in ready))
                assert all(answer["type"] == "ack" for answer in answers), answers
                await one.calm()
                await twin.mailbox.drained()
            assert twin.status == "over"
            ann, bob = (ear.last("update") for ear in ears.values())
            assert ann["seq"] == bob["seq"]
            rows = await house.store.rows(room.meta.id)
            assert [row.seq for row in rows] == list(range(1, ann["seq"] + 1))
            await hall.close()


async def test_a_move_that_is_heard_of_while_its_table_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was made after the log was read and told before the table was there: it is looked up."""
    clock, bus = StillClock(), LocalBus()
    async with inn(tmp_path, clock=clock, bus=bus) as one:
        room = await one.seat(["ann", "bob"], "bankueberfall")
        ears = [Ear(room, name) for name in ("ann", "bob")]
        for ear in ears:
            await ear.open()
        async with opened(tmp_path, clock=clock, bus=bus.beside(), seed=9) as house:
            honest = Room.meet

            async def meet(self: Room) -> None:
                monkeypatch.undo()
                await next(ear for ear in ears if ear.last("update", "sync")["moves"]).move()
                await honest(self)

            monkeypatch.setattr(Room, "meet", meet)
            hall = Hall(house)
            twin = await hall.room(room.meta.id)
            await twin.mailbox.drained()
            assert twin.table is not None
            assert room.table is not None
            assert twin.table.seq == room.table.seq
            await hall.close()


async def test_what_is_heard_again_and_again_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = StillClock()
    async with inn(tmp_path, clock=clock) as one:
        room = await one.seat(["ann", "bob"], "bankueberfall")
        ears = [Ear(room, name) for name in ("ann", "bob")]
        for ear in ears:
            await ear.open()
        async with opened(tmp_path, clock=clock, seed=9) as house:
            hall, honest, reads = Hall(house), house.store.rows, list[int]()
            twin = await hall.room(room.meta.id)

            async def rows(table: str, after: int = 0) -> list[Row]:
                reads.append(after)
                return await honest(table, after)

            monkeypatch.setattr(house.store, "rows", rows)
            for _ in range(3):
                await next(ear for ear in ears if ear.last("update", "sync")["moves"]).move()
            assert room.table is not None
            for seq in range(room.table.seq - 2, room.table.seq + 1):
                twin.hear(seq)
            await twin.mailbox.drained()
            assert len(reads) == 1
            assert twin.table is not None
            assert twin.table.seq == room.table.seq
            await hall.close()


class Flaky(Store):
    """Fails when told to: before it stores, or after, when nobody can know."""

    fails: str = ""

    async def append(
        self, table: str, rows: Sequence[Row], answers: Sequence[Any] = (), status: Any = None, **more: Any
    ) -> None:
        if self.fails == "before":
            raise StoreDown("the disk is full")
        await super().append(table, rows, answers, status, **more)
        if self.fails == "after":
            raise StoreDown("the line broke")


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_store_that_fails_is_never_acknowledged_and_a_repeat_settles_it(tmp_path: Path, when: str) -> None:
    store = await Flaky.open(f"sqlite:///{tmp_path / 'house.db'}")
    assert isinstance(store, Flaky)
    async with inn(tmp_path, store=store) as here:
        room = await here.seat(["ann", "bob"], "bankueberfall")
        ears = [Ear(room, name) for name in ("ann", "bob")]
        for ear in ears:
            await ear.open()
        mover = next(ear for ear in ears if ear.last("sync")["moves"])
        other = next(ear for ear in ears if ear is not mover)
        told = len(other.told)
        store.fails = when
        assert (await mover.move(key="k"))["code"] == "not saved"
        assert len(other.told) == told, "nothing is shown that is not kept"
        store.fails = ""
        answer = await mover.move(mover.last("sync")["moves"][0], asked=mover.last("sync")["asked"], key="k")
        assert answer["type"] == "ack"
        assert other.last("update")["seq"] == mover.last("update")["seq"]
        rows = await store.rows(room.meta.id)
        assert sum(row.key == "k" for row in rows) == 1
    await store.close()


async def test_whoever_came_back_while_the_store_failed_can_leave_again(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None], time="live 10 0")
        await here.pass_time(200)
        assert room.chairs[0].stand_in
        ann = Ear(room, "ann")
        keep, room.house.store.set_stand_in = room.house.store.set_stand_in, _fails  # type: ignore[method-assign]
        with pytest.raises(StoreDown):
            await ann.open()
        room.house.store.set_stand_in = keep  # type: ignore[method-assign]
        await ann.open()
        assert room.company.has_page(0)
        ann.close()
        assert not room.company.has_page(0)


async def _fails(*_given: Any, **_named: Any) -> None:
    raise StoreDown("the disk is full")


async def test_bots_go_on_when_the_store_is_back(tmp_path: Path) -> None:
    store = await Flaky.open(f"sqlite:///{tmp_path / 'house.db'}")
    assert isinstance(store, Flaky)
    async with inn(tmp_path, store=store, bot_pause=(1.0, 1.0)) as here:
        room = await here.seat([None, None], "bankueberfall")
        assert room.table is not None
        seq = room.table.seq
        store.fails = "before"
        await here.pass_time(20)
        assert room.table.seq == seq
        store.fails = ""
        await here.pass_time(20)
        assert room.table.seq > seq + 10
    await store.close()


async def test_a_lost_alarm_is_found_again(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None], time="live 10 0")
        room._alarm = None
        here.clock.forget()
        here.hall._tick()
        await here.pass_time(200)
        assert room.chairs[0].stand_in


async def test_who_may_not_watch_is_told_nothing_once_it_begins(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None], start=False, watch="nobody", listed=True)
        ann, eve = Ear(room, "ann"), Ear(room, "eve")
        await ann.open()
        await room.mailbox.ask(partial(room.do_open, eve, -1, watches=False))
        await room.mailbox.ask(room.do_start)
        await here.calm()
        assert ann.last("update")
        assert {frame["type"] for frame in eve.told} <= {"sync", "lobby", "presence"}


async def test_two_guests_from_one_address_are_told_of_where_strangers_play(tmp_path: Path) -> None:
    def told(ear: Ear) -> object:
        last = ear.last("sync", "presence")
        return last.get("presence", last)["neighbours"]

    async with inn(tmp_path) as here:
        for listed in (True, False):
            room = await here.seat(["ann", "ben", "cem", None], listed=listed)
            ann, ben, cem = (Ear(room, name, address) for name, address in (("ann", "a"), ("ben", "b"), ("cem", "a")))
            for ear in (ann, ben, Ear(room, "ann", "a")):
                await ear.open()
            assert told(ben) == []  # a second page of one's own is no neighbour
            await cem.open()
            assert told(cem) == told(ben) == ([[0, 2]] if listed else [])
            cem.close()
            await here.calm()
            assert told(ben) == []


async def test_a_mailbox_does_one_thing_after_another_and_outlives_faults() -> None:
    box = Mailbox()
    done: list[int] = []

    async def work(number: int) -> int:
        await asyncio.sleep(0.001 * (3 - number))
        done.append(number)
        if number == 1:
            raise ValueError("one")
        return number

    answers = await asyncio.gather(*(box.ask(partial(work, number)) for number in range(3)), return_exceptions=True)
    assert done == [0, 1, 2]
    assert [answers[0], answers[2]] == [0, 2]
    assert isinstance(answers[1], ValueError)
    waiting = asyncio.create_task(box.ask(partial(work, 4)))
    await asyncio.sleep(0)
    waiting.cancel()
    await box.drained()
    assert done[-1] == 4, "who stops waiting does not stop the work"
    gate = asyncio.Event()
    stuck = [asyncio.create_task(box.ask(gate.wait)) for _ in range(250)]
    await asyncio.sleep(0.01)
    full = [task for task in stuck if task.done() and isinstance(task.exception(), Busy)]
    assert 40 < len(full) < 60
    gate.set()
    await asyncio.gather(*stuck, return_exceptions=True)
    assert box.idle


async def test_guests_whose_token_has_ended_are_forgotten(tmp_path: Path) -> None:
    clock = StillClock()
    async with opened(tmp_path, clock=clock) as house:
        hall = Hall(house)
        await hall.open()
        for name, seen in (("gone", clock.wall() - IDLE), ("here", clock.wall())):
            await house.store.add_guest(Guest(name, name, seen, seen), hashed(name))
        clock.jump(CLEANING)
        await clock.advance(2)
        async with asyncio.timeout(20):
            while await house.store.guest("gone") is not None:
                await breathe()
        await hall.close()
        assert await house.store.guest("here") is not None
