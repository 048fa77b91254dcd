"""Several workers at one PostgreSQL: any of them serves any table, one of them keeps each clock."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.bus import LocalBus, NoBus
from bluffhouse.play.clock import MERCY
from bluffhouse.play.lobby import VoteWord
from bluffhouse.server.cluster import LEASE, Cluster
from bluffhouse.store import Taken
from bluffhouse.wire import server as wire
from tests.server.rooms import Ear, Inn, inn
from tests.server.world import StillClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bluffhouse.server.room import Room
    from bluffhouse.store import Store

pytestmark = pytest.mark.anyio

LIVE = "live 30 100"
PEOPLE = ["ann", "bob", "cid"]


class OneTime(StillClock):
    """All workers and their database have the same."""

    def agree(self, wall: float, asked: float) -> None:
        """They do."""


class Workers:
    """Some workers, and time that passes for all of them; one that is stopped does nothing until it goes on."""

    def __init__(self, clock: OneTime, inns: list[Inn]) -> None:
        self.clock = clock
        self.inns = inns

    async def calm(self) -> None:
        """Until nobody has anything to do before time passes."""
        quiet = 0
        while quiet < 6:
            await asyncio.sleep(0.0005 if quiet == 0 else 0)
            halls = [one.hall for one in self.inns]
            busy = any(hall._chores or any(not room.mailbox.idle for room in hall.rooms.values()) for hall in halls)
            quiet = 0 if busy else quiet + 1

    async def pass_time(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.calm)

    async def beat(self) -> None:
        await self.pass_time(2.1)

    def kill(self, number: int) -> None:
        """As far as the others can see."""
        hall = self.inns[number].hall
        assert hall._alarm is not None
        hall._alarm.cancel()
        for deafen in hall._ears.values():
            deafen()

    async def rooms(self, name: str) -> list[Room]:
        return [await one.hall.room(name) for one in self.inns]

    async def seat(self, *people: str | None, **words: Any) -> list[Room]:
        """A game begun at the first worker, and everybody's room of it."""
        room = await self.inns[0].seat(list(people), **words)
        rooms = await self.rooms(room.meta.id)
        await self.calm()
        return rooms


@contextlib.asynccontextmanager
async def workers(folder: Path, url: str, number: int = 2, *, told: bool = True, **how: Any) -> AsyncIterator[Workers]:
    clock, bus = OneTime(), LocalBus()
    async with contextlib.AsyncExitStack() as stack:
        inns = []
        for worker in range(number):
            end = (bus.beside() if worker else bus) if told else NoBus()

            def fellow(store: Store, worker: int = worker, end: Any = end) -> Cluster:
                return Cluster(f"w{worker}", store, end, clock)  # type: ignore[arg-type]

            inns.append(
                await stack.enter_async_context(
                    inn(folder, clock=clock, bus=end, database=url, fellows=fellow, seed=worker + 1, **how)
                )
            )
        yield Workers(clock, inns)


def asked(room: Room) -> int:
    assert room.table is not None
    return next(seat for seat, asked in enumerate(room.table.asked) if asked is not None)


async def sit(rooms: list[Room], where: dict[str, int]) -> dict[str, Ear]:
    ears = {name: Ear(rooms[worker], name) for name, worker in where.items()}
    for ear in ears.values():
        await ear.open()
    return ears


@pytest.mark.parametrize("told", [True, False])
async def test_people_of_one_table_at_different_workers(tmp_path: Path, postgres_url: str, told: bool) -> None:
    """With a bus at once, without one within a beat: everybody sees every move, talk, who is here and how it ends."""
    async with workers(tmp_path, postgres_url, told=told) as here:
        rooms = await here.seat("ann", "bob", game="bankueberfall")
        ears = await sit(rooms, {"ann": 0, "bob": 1})
        await here.beat()
        for ear in ears.values():
            assert ear.last("presence", "sync")["type"] == "presence"
            assert ear.last("presence")["seats"] == ["here", "here"]
        rooms[1].talk(wire.Said(table=rooms[1].meta.id, seat=1, text="hello"))
        await here.beat()
        assert [ear.last("said")["text"] for ear in ears.values()] == ["hello", "hello"]
        assert sum(frame["type"] == "said" for frame in ears["bob"].told) == 1
        for _ in range(1000 if told else 5):
            if rooms[0].status != "playing":
                break
            ready = [ear for ear in ears.values() if ear.last("update", "sync")["moves"]]
            if not ready or not told:
                await here.beat()
            ready = [ear for ear in ears.values() if ear.last("update", "sync")["moves"]]
            answers = await asyncio.gather(*(ear.move() for ear in ready))
            assert all(answer["type"] in ("ack", "refused") for answer in answers), answers
            await here.calm()
        await here.beat()
        assert rooms[0].status == rooms[1].status == ("over" if told else "playing")
        ann, bob = (ear.last("update", "sync") for ear in ears.values())
        assert ann["seq"] == bob["seq"]


async def test_votes_count_through_whichever_worker(tmp_path: Path, postgres_url: str) -> None:
    async with workers(tmp_path, postgres_url) as here:
        rooms = await here.seat("ann", "bob", "cid")
        ears = await sit(rooms, {"ann": 0, "bob": 1, "cid": 1})
        await here.beat()
        await rooms[0].mailbox.ask(partial(rooms[0].do_vote, (0,), VoteWord.PAUSE))
        await here.beat()
        assert ears["bob"].last("presence")["votes"] == {"0": "pause"}
        await rooms[1].mailbox.ask(partial(rooms[1].do_vote, (1, 2), VoteWord.PAUSE))
        await here.beat()
        assert [room.status for room in rooms] == ["paused", "paused"]
        assert ears["ann"].last("presence")["votes"] == {}
        await rooms[1].mailbox.ask(partial(rooms[1].do_vote, (1, 2), VoteWord.RESUME))
        await here.beat()
        assert [room.status for room in rooms] == ["playing", "playing"]


async def test_a_dead_workers_tables_are_kept_by_another_and_nobody_pays(tmp_path: Path, postgres_url: str) -> None:
    async with workers(tmp_path, postgres_url) as here:
        rooms = await here.seat("ann", "bob", "cid", time=LIVE)
        ears = await sit(rooms, {"ann": 1, "bob": 1, "cid": 1})
        await here.beat()
        assert [room.keeps for room in rooms] == [True, False]
        await here.pass_time(20)
        here.kill(0)
        await here.pass_time(LEASE + 2)
        assert [room.keeps for room in rooms] == [False, True]
        assert rooms[1].meta.fence == 2
        seat = asked(rooms[1])
        await here.pass_time(MERCY / 1000 + 4)
        await ears[PEOPLE[seat]].move()
        row = (await rooms[1].house.store.rows(rooms[1].meta.id))[-1]
        assert (row.by, row.fence) == ("person", None)
        assert 3_000 <= row.elapsed <= 7_000, "what was before, and a moment's mercy, cost nothing"


async def test_a_worker_that_slept_sends_no_stand_in(tmp_path: Path, postgres_url: str) -> None:
    """It was stopped while the time ran out, wakes up and believes that it keeps the clock: the fence has risen."""
    async with workers(tmp_path, postgres_url) as here:
        rooms = await here.seat("ann", "bob", "cid", time="live 5 0")
        old = rooms[0].meta
        here.kill(0)
        await here.pass_time(LEASE + 2)
        assert rooms[1].keeps
        cluster = rooms[0].house.fellows
        assert isinstance(cluster, Cluster)
        cluster._ends = here.clock.now() + 1000  # as it believes
        assert rooms[0].keeps
        with pytest.raises(Taken):
            await rooms[0].set_stand_in(0, stand_in=True)
        seat = asked(rooms[0])
        assert rooms[0].table is not None
        question = rooms[0].table.asked[seat]
        assert question is not None
        move = rooms[0].table.game.write(rooms[0].table.game.moves(rooms[0].table.state, seat)[0])  # type: ignore[arg-type]
        made = await rooms[0].make(seat, question, move, "stand-in")
        assert not isinstance(made, int), "it read who keeps the clock now"
        assert rooms[0].meta.fence == old.fence + 1
        assert not any(row.by == "stand-in" for row in await rooms[0].house.store.rows(old.id))


async def test_coming_through_another_worker_gives_no_time(tmp_path: Path, postgres_url: str) -> None:
    """The clock of an open question goes on where it was, at a worker that never saw the table before."""
    async with workers(tmp_path, postgres_url) as here:
        room = await here.inns[0].seat(list(PEOPLE), time=LIVE)
        seat = asked(room)
        await here.pass_time(17)
        other = await here.inns[1].hall.room(room.meta.id)
        ear = Ear(other, PEOPLE[seat])
        sync = await ear.open()
        assert abs(sync["clocks"]["running"][seat] - 17_000) <= 50
        await here.pass_time(3)
        await ear.move()
        rows = await room.house.store.rows(room.meta.id)
        assert abs(next(row for row in reversed(rows) if row.actor == seat).elapsed - 20_000) <= 50


async def test_bots_think_at_one_worker_and_go_on_at_another(tmp_path: Path, postgres_url: str) -> None:
    async with workers(tmp_path, postgres_url, bot_pause=(1.0, 1.0)) as here:
        rooms = await here.seat(None, None, game="bankueberfall")
        await here.pass_time(3)
        assert bool(rooms[0]._thinking)
        assert not rooms[1]._thinking
        here.kill(0)
        await rooms[0]._thinking.stop()
        before = rooms[1].table
        await here.pass_time(LEASE + 6)
        assert before is not None
        assert rooms[1].table is not None
        assert rooms[1].table.seq > before.seq
        fences = [row.fence for row in await rooms[1].house.store.rows(rooms[1].meta.id) if row.by == "bot"]
        assert fences == sorted(fences)  # type: ignore[type-var]
        assert set(fences) == {1, 2}


async def test_a_worker_that_leaves_in_order_is_followed_at_once(tmp_path: Path, postgres_url: str) -> None:
    async with workers(tmp_path, postgres_url) as here:
        rooms = await here.seat("ann", "bob", "cid")
        here.kill(0)
        await here.inns[0].hall.close()
        await here.beat()
        assert rooms[1].keeps
        assert not here.inns[0].hall.house.fellows.keeps(rooms[1].meta)


async def test_who_signs_out_has_no_page_at_any_worker(tmp_path: Path, postgres_url: str) -> None:
    async with workers(tmp_path, postgres_url) as here:
        await here.seat("ann", "bob", "cid")
        gone: list[str] = []
        here.inns[1].hall.say_farewell = gone.append
        house = here.inns[0].hall.house
        await house.store.drop_guest("ann", house.clock.wall())
        await here.beat()
        assert "ann" in gone
