"""Several people at one device: one guest, several chairs, and never more than one person's secrets at a time."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.bots.levels import LEVELS
from bluffhouse.play.lobby import VoteWord, at_device
from tests.server.rooms import Ear, inn
from tests.server.world import Page, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.world import Person

pytestmark = pytest.mark.anyio

PEOPLE = ["Anna", "Bruno"]


async def through(page: Page, seat: int | None) -> dict[str, Any]:
    """What the page is told when it looks through that person's eyes, or nobody's."""
    await page.send(type="open", table=page.table, **({} if seat is None else {"seat": seat}))
    return await page.until(lambda frame: frame["type"] in ("sync", "error"))


async def together(person: Person, game: str = "vabanque", **wanted: Any) -> dict[str, Any]:
    """A running game of two people at that person's device and a bot."""
    made = await person.post("/api/tables", game=game, seats=3, people=PEOPLE, **wanted)
    place: dict[str, Any] = made["place"]
    person.table = place["lobby"]["table"]
    await person.put(f"/api/tables/{person.table}/seats/2/bot", level=next(iter(LEVELS)))
    await person.start()
    return place


async def test_a_device_sees_through_one_pair_of_eyes_or_none(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Keeper") as keeper:
        place = await together(keeper, game="bankueberfall", watch="nobody")
        assert (place["seat"], place["device"]) == (None, [0, 1])
        assert [chair["name"] for chair in place["lobby"]["chairs"]] == [*PEOPLE, ""]
        async with keeper.page() as page:
            assert (page.now["seat"], page.now["view"]["me"], page.now["moves"]) == (None, None, [])
            assert page.now["device"] == [0, 1]
            for seat in (0, 1):
                sync = await through(page, seat)
                assert (sync["seat"], sync["view"]["me"]) == (seat, seat)
                assert len(sync["view"]["hand"]) == 5
            covered = await through(page, None)
            assert covered["view"]["me"] is None
            assert all(event.get("kind") is None for event in covered["events"] if event["type"] == "CardDrawn")


async def test_who_is_looked_through_decides_and_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Keeper") as keeper:
        await together(keeper)
        async with keeper.page() as page:
            while not set(page.now["view"]["actors"]) & {0, 1}:
                await page.read()
            [seat] = page.now["view"]["actors"]
            assert (await page.move("chip 1", asked=page.now["seq"]))["rule"] == "seat"
            await through(page, 1 - seat)
            assert page.now["moves"] == []
            await through(page, seat)
            answer = await page.move(page.now["moves"][0])
            assert answer["type"] == "ack"


async def test_a_whole_game_is_played_and_played_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Keeper") as keeper:
        await together(keeper)
        async with keeper.page() as page:
            while page.status == "playing":
                waiting = [seat for seat in page.now["view"]["actors"] if seat in (0, 1)]
                if not waiting:
                    await page.read()
                    continue
                await through(page, waiting[0])
                if page.now["moves"]:
                    await page.move(page.now["moves"][0])
                await through(page, None)
        again = await keeper.post(f"/api/tables/{keeper.table}/rematch")
        assert again["device"] == [0, 1]
        assert again["host"]


async def test_nobody_else_looks_through_their_eyes(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        keeper, eve = [await stack.enter_async_context(server.person(name)) for name in ("Keeper", "Eve")]
        place = await together(keeper)
        await eve.join(place["lobby"]["code"])
        own = await eve.create("vabanque", 3, bots=next(iter(LEVELS)))
        assert own
        await eve.start()
        for table, seats in ((keeper.table, range(12)), (eve.table, range(1, 12))):
            eve.table = table
            async with eve.page() as page:
                seen = {frame["seat"] for frame in page.told if frame["type"] == "sync"}
                for seat in seats:
                    assert (await through(page, seat))["code"] == "seat"
                assert {frame["seat"] for frame in page.told if frame["type"] == "sync"} == seen
        keeper.table = eve.table
        async with keeper.page(opens=False) as page:
            assert (await through(page, 0))["code"] == "no table"


async def test_a_device_seats_its_people_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Keeper") as keeper:
        made = await keeper.post("/api/tables", game="vabanque", seats=3, people=PEOPLE)
        table = made["place"]["lobby"]["table"]
        taken = await keeper.http.post(f"/api/tables/{table}/seats/2")
        assert (taken.status_code, taken.json()["code"]) == (409, "lobby")
        for people, code in ((["Anna", "ANNA"], "name"), (["\u202e"], "name"), (["A", "B", "C", "D"], "table")):
            refused = await keeper.http.post("/api/tables", json={"game": "vabanque", "seats": 3, "people": people})
            assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_all_of_them_are_here_while_the_page_is_open(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(5.0, 6.0)) as house:
        room = await house.seat([at_device("keeper", 0), at_device("keeper", 1), "zoe"])
        page, zoe = Ear(room, "keeper"), Ear(room, "zoe")
        await page.open()
        await zoe.open()
        await room.mailbox.ask(partial(room.do_open, page, -1, through=1))
        await house.pass_time(3600)
        assert room.presence().seats == ["here", "here", "here"]
        await room.do_vote(room.seats_of("keeper"), VoteWord.PAUSE)
        assert room.presence().votes == {0: VoteWord.PAUSE, 1: VoteWord.PAUSE}
        page.close()
        await house.pass_time(60)
        assert room.presence().votes == {}
        assert "here" not in room.presence().seats[:2]


async def test_a_keeper_who_signs_out_leaves_stand_ins(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Keeper") as keeper:
        await together(keeper)
        chairs = await server.house.store.chairs(keeper.table)
        assert [chair.stand_in for chair in chairs] == [False, False, False]
        assert (await keeper.http.delete("/api/me")).status_code == 204
        chairs = await server.house.store.chairs(keeper.table)
        assert [chair.stand_in for chair in chairs] == [True, True, False]
