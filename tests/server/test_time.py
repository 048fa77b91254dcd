"""Clocks, absence and stand-ins, on a clock that passes only when the test says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.play.clock import MERCY
from bluffhouse.play.lobby import VoteWord
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.room import Room

pytestmark = pytest.mark.anyio

LIVE = "live 30 100"


def deciding(room: Room) -> int:
    assert room.table is not None
    return next(seat for seat, asked in enumerate(room.table.asked) if asked is not None)


async def elapsed(room: Room) -> list[tuple[int, int, str]]:
    rows = await room.house.store.rows(room.meta.id)
    return [(row.actor, row.elapsed, row.by) for row in rows if row.actor >= 0]


async def test_elapsed_time_is_in_the_log_and_the_bank_pays_what_is_over(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"], time=LIVE)
        ears = [Ear(room, name) for name in ("ann", "bob", "cid")]
        for ear in ears:
            await ear.open()
        seat = deciding(room)
        await here.pass_time(42.5)
        assert (await ears[seat].move())["type"] == "ack"
        assert await elapsed(room) == [(seat, 42_500, "person")]
        clocks = ears[seat].last("update")["clocks"]
        assert clocks["bank"][seat] == 100_000 - 12_500
        assert [bank for other, bank in enumerate(clocks["bank"]) if other != seat] == [100_000, 100_000]
        following = deciding(room)
        assert clocks["running"][following] == 0
        await here.pass_time(7)
        late = Ear(room, "ann")
        assert (await late.open())["clocks"]["running"][following] == 7_000


async def test_bots_cost_nothing(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None], time=LIVE)
        assert all(spent == 0 for actor, spent, by in await elapsed(room) if by == "bot")


async def test_away_after_ten_seconds_and_here_again_at_once(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", None])
        ann, bob = Ear(room, "ann"), Ear(room, "bob")
        await ann.open()
        await bob.open()
        bob.close()
        await here.pass_time(9)
        assert ann.last("presence")["seats"] == ["here", "here", "bot"]
        await here.pass_time(1.1)
        assert ann.last("presence")["seats"] == ["here", "away", "bot"]
        await bob.open()
        assert ann.last("presence")["seats"] == ["here", "here", "bot"]


@pytest.mark.parametrize("present", [True, False])
async def test_a_stand_in_takes_over_after_bank_and_grace(tmp_path: Path, *, present: bool) -> None:
    """Also for somebody who sits there and does nothing: no game ever freezes."""
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None], time=LIVE)
        ann = Ear(room, "ann")
        await ann.open()
        assert deciding(room) == 0
        seq = room.table.seq if room.table else 0
        if not present:
            ann.close()
        await here.pass_time(30 + 100 + 60 - 1)
        assert room.table is not None
        assert room.table.seq == seq
        await here.pass_time(1.1)
        assert (await elapsed(room))[-1][2] in ("bot", "stand-in")
        assert any(by == "stand-in" for _, _, by in await elapsed(room))
        assert room.chairs[0].stand_in


async def test_a_stand_in_plays_on_to_the_end(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", None], time=LIVE)
        await here.pass_time(3 * (30 + 100 + 60))
        assert room.status == "over"
        assert {by for actor, _, by in await elapsed(room) if actor < 2} == {"stand-in"}


async def test_without_a_clock_only_the_absent_are_stood_in_for(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None])
        ann = Ear(room, "ann")
        await ann.open()
        await here.pass_time(2_000)
        assert not room.chairs[0].stand_in
        ann.close()
        await here.pass_time(179)
        assert room.status == "playing"
        await here.pass_time(2)
        assert room.status == "over"


async def test_the_owner_returns_at_the_next_own_decision(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(1.0, 1.0)) as here:
        room = await here.seat(["ann", None, None], time="live 10 0")
        ann = Ear(room, "ann")
        await here.pass_time(10 + 60 + 0.5)
        while room.presence().seats[0] != "stand-in":
            await here.pass_time(1)
        sync = await ann.open()
        assert sync["presence"]["seats"][0] == "here"
        before = await elapsed(room)
        while deciding(room) != 0:
            await here.pass_time(1)
        await here.pass_time(9)
        assert sum(actor == 0 for actor, _, _ in await elapsed(room)) == sum(actor == 0 for actor, _, _ in before)
        assert (await ann.move())["type"] == "ack"
        assert (0, "person") in {(actor, by) for actor, _, by in await elapsed(room)}


async def test_coming_back_gives_no_time_back(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(5.0, 5.0)) as here:
        room = await here.seat(["ann", None, None], time="live 10 20")
        ann = Ear(room, "ann")
        await ann.open()
        while deciding(room) != 0:
            await here.pass_time(1)
        await here.pass_time(10 + 20 + 60 + 1)
        assert room.chairs[0].stand_in
        await ann.open()
        await here.pass_time(2)
        assert (await ann.move())["type"] == "ack"
        spent = [spent for actor, spent, _ in await elapsed(room) if actor == 0]
        assert spent[-1] >= 92_000
        assert ann.last("update")["clocks"]["bank"][0] == 0


async def test_a_restart_is_never_charged(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"], time=LIVE)
        name, seat = room.meta.id, deciding(room)
        await here.pass_time(40)
        clock = here.clock
    async with inn(tmp_path, clock=clock) as here:
        await here.pass_time(MERCY / 1000 + 5)
        room = await here.hall.room(name)
        ear = Ear(room, ("ann", "bob", "cid")[seat])
        await ear.open()
        assert (await ear.move())["type"] == "ack"
        assert await elapsed(room) == [(seat, 5_000, "person")]


async def test_a_house_that_stood_still_charges_nobody(tmp_path: Path) -> None:
    """As after SIGSTOP: the clock jumps, and nothing rang in between."""
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"], time=LIVE)
        seat = deciding(room)
        ear = Ear(room, ("ann", "bob", "cid")[seat])
        await ear.open()
        await here.pass_time(10)
        here.clock.jump(3600)
        await here.pass_time(0)
        assert not room.chairs[seat].stand_in
        assert (await ear.move())["type"] == "ack"
        assert 10_000 <= (await elapsed(room))[0][1] <= 12_000


async def test_votes(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"], time=LIVE)
        ears = {name: Ear(room, name) for name in ("ann", "bob", "cid")}
        for ear in ears.values():
            await ear.open()

        async def vote(name: str, word: str) -> None:
            seat = room.seat_of(name)
            assert seat is not None
            await room.do_vote((seat,), VoteWord(word))

        await vote("ann", "pause")
        await vote("bob", "pause")
        assert room.status == "playing"
        assert ears["cid"].last("presence")["votes"] == {"0": "pause", "1": "pause"}
        await vote("cid", "pause")
        assert room.status == "paused"
        seat = deciding(room)
        refused = await list(ears.values())[seat].move()
        assert (refused["type"], refused["rule"]) == ("refused", "table")
        await here.pass_time(2_000)
        assert not any(chair.stand_in for chair in room.chairs)
        await vote("ann", "resume")
        await vote("bob", "resume")
        assert room.status == "playing"
        assert ears["ann"].last("lobby")["lobby"]["status"] == "playing"
        assert (await list(ears.values())[seat].move())["type"] == "ack"
        assert (await elapsed(room))[-1][1] == 0, "a pause costs nothing"
        for name in ears:
            await vote(name, "end")
        assert room.status == "ended"
        assert await room.house.store.record(room.meta.id) is not None


async def test_a_vote_to_wait_holds_the_stand_in_back_while_those_who_wait_are_here(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", "bob", "cid"], time=LIVE)
        seat = deciding(room)
        names = ("ann", "bob", "cid")
        others = [Ear(room, name) for number, name in enumerate(names) if number != seat]
        for ear in others:
            await ear.open()
            ear_seat = room.seat_of(ear.guest)
            assert ear_seat is not None
            await room.do_vote((ear_seat,), VoteWord.WAIT)
        assert others[0].last("presence")["waiting"]
        await here.pass_time(2_000)
        assert not room.chairs[seat].stand_in
        for ear in others:
            ear.close()
        await here.pass_time(1000)
        assert room.chairs[seat].stand_in, "nobody waits any more"


async def test_onlookers_may_be_behind(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(1.0, 1.0)) as here:
        room = await here.seat(["ann", None, None], delay=30)
        ann, watcher = Ear(room, "ann"), Ear(room, "eve")
        await ann.open()
        sync = await watcher.open()
        assert (sync["seat"], sync["seq"]) == (None, 0)
        while deciding(room) != 0:
            await here.pass_time(1)
        seen = ann.last("update", "sync")["seq"]
        assert not [frame for frame in watcher.told if frame["type"] == "update"]
        await here.pass_time(30)
        assert watcher.last("update")["seq"] == seen
        assert watcher.last("update")["view"]["me"] is None
        running: list[Any] = watcher.last("update")["clocks"]["running"]
        assert running == [None] * 3
