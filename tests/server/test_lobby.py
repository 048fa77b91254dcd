"""Tables before and after the game: seats, bots, invitations, lists, rematches, records."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.world import Person, StillClock, chooser, running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def refused(person: Person, method: str, path: str, body: Any = None) -> tuple[int, str]:
    response = await person.http.request(method, path, json=body)
    assert not response.is_success, response.text
    return response.status_code, response.json()["code"]


async def test_a_link_or_a_code_lets_people_in_and_nothing_else_does(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = [await stack.enter_async_context(server.person(name)) for name in ("Ann", "Bob", "Eve")]
        made = await ann.post("/api/tables", game="vabanque", seats=3)
        table, code = made["place"]["lobby"]["table"], made["place"]["lobby"]["code"]
        secret = made["invitation"]["secret"]
        assert made["invitation"]["link"] == f"{server.origin}/t/{code}#{secret}"
        for method, path in (("GET", ""), ("POST", "/seats/1"), ("POST", "/start"), ("POST", "/invites")):
            assert await refused(eve, method, f"/api/tables/{table}{path}") == (404, "no table")
        for way in ("look", "redeem"):
            assert await refused(eve, "POST", f"/api/invites/{way}", {"invite": "wrong"}) == (404, "invite")
        assert (await eve.post("/api/invites/look", invite=secret))["chairs"][0]["name"] == "Ann"
        assert await refused(eve, "GET", f"/api/tables/{table}") == (404, "no table")
        assert (await bob.post("/api/invites/redeem", invite=secret))["lobby"]["table"] == table
        assert (await eve.post("/api/invites/redeem", invite=code))["seat"] is None
        assert (await bob.post(f"/api/tables/{table}/seats/1"))["seat"] == 1


async def test_invitations_are_called_back_used_up_and_expire(tmp_path: Path) -> None:
    clock = StillClock()
    async with running(tmp_path, clock=clock) as server, AsyncExitStack() as stack:
        ann, bob, eve = [await stack.enter_async_context(server.person(name)) for name in ("Ann", "Bob", "Eve")]
        code = await ann.create("vabanque", 3)
        invites = f"/api/tables/{ann.table}/invites"
        await bob.join(code)
        assert await refused(bob, "POST", invites) == (409, "lobby")
        assert await refused(bob, "DELETE", invites) == (409, "lobby")
        assert (await ann.http.delete(invites)).status_code == 204
        for way in ("look", "redeem"):
            assert await refused(eve, "POST", f"/api/invites/{way}", {"invite": code}) == (404, "invite")
        await bob.join(code, 1)
        fresh = (await ann.post(invites))["secret"]
        clock.jump(31 * 86_400)
        for way in ("look", "redeem"):
            assert await refused(eve, "POST", f"/api/invites/{way}", {"invite": fresh}) == (404, "invite")
        await eve.join((await ann.post(invites))["secret"])


async def test_a_token_ends_when_it_is_idle_or_old(tmp_path: Path) -> None:
    clock = StillClock()
    async with running(tmp_path, clock=clock) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        for _ in range(5):
            clock.jump(70 * 86_400)
            assert (await ann.http.get("/api/me")).status_code == 200
        assert (await bob.http.get("/api/me")).status_code == 401, "not seen for ninety days"
        clock.jump(20 * 86_400)
        assert (await ann.http.get("/api/me")).status_code == 401, "a year old"


async def test_seats(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, twin = [await stack.enter_async_context(server.person(name)) for name in ("Ann", "Bob", "\u0410nn")]
        code = await ann.create("vabanque", 3)
        at = f"/api/tables/{ann.table}"
        async with ann.page() as page:
            await bob.join(code, 1)
            frame = await page.until(lambda frame: frame["type"] == "lobby")
            assert [chair["name"] for chair in frame["lobby"]["chairs"]] == ["Ann", "Bob", ""]
            assert await refused(ann, "POST", f"{at}/start") == (409, "lobby"), "a seat is free"
            assert await refused(bob, "PUT", f"{at}/seats/2/bot", {"level": "random"}) == (409, "lobby")
            assert await refused(ann, "PUT", f"{at}/seats/2/bot", {"level": "genius"}) == (422, "level")
            assert await refused(ann, "PUT", f"{at}/seats/1/bot", {"level": "random"}) == (409, "lobby")
            await twin.post("/api/invites/redeem", invite=code)
            assert await refused(twin, "POST", f"{at}/seats/2") == (409, "name"), "too like Ann"
            assert await refused(twin, "DELETE", f"{at}/seats/1") == (409, "lobby")
            await bob.http.delete(f"{at}/seats/1")
            await ann.put(f"{at}/seats/1/bot", level="random")
            await ann.put(f"{at}/seats/1/bot", level="heuristic")
            await ann.http.delete(f"{at}/seats/1/bot")
            await bob.post(f"{at}/seats/1")
            await ann.put(f"{at}/seats/2/bot", level="random")
            assert await refused(bob, "POST", f"{at}/start") == (409, "lobby"), "not the host"
            await ann.start()
            assert await refused(ann, "POST", f"{at}/start") == (409, "lobby")
            assert await refused(bob, "DELETE", f"{at}/seats/1") == (409, "lobby"), "kept for its owner"


async def test_of_a_hundred_who_want_the_last_seat_one_gets_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann, AsyncExitStack() as stack:
        code = await ann.create("bankueberfall", 2)
        people = [await stack.enter_async_context(server.person(f"Guest {number} x")) for number in range(30)]
        for person in people:
            await person.join(code)
        answers = await asyncio.gather(*(p.http.post(f"/api/tables/{ann.table}/seats/1") for p in people))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 29


async def test_lists(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        await ann.create("vabanque", 3)
        await ann.create("bankueberfall", 2, listed=True)
        listed = (await bob.get("/api/tables"))["tables"]
        assert [lobby["game"] for lobby in listed] == ["bankueberfall"]
        mine = (await ann.get("/api/tables/mine"))["tables"]
        assert {place["lobby"]["game"] for place in mine} == {"vabanque", "bankueberfall"}
        assert (await bob.get("/api/tables/mine"))["tables"] == []
        bob.table = listed[0]["table"]
        await bob.post(f"/api/tables/{bob.table}/seats/1")
        assert len((await bob.get("/api/tables/mine"))["tables"]) == 1
        assert (await bob.get("/api/tables"))["tables"] == []


async def test_strange_tables_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, tables_per_guest=1) as server, server.person() as ann:
        for wanted in (
            {"game": "chess", "seats": 2},
            {"game": "vabanque", "seats": 2},
            {"game": "vabanque", "seats": 3, "options": {"edition": "1899"}},
            {"game": "vabanque", "seats": 3, "options": {"first": "s1"}},
            {"game": "vabanque", "seats": 3, "time": {"pace": "live"}},
        ):
            assert await refused(ann, "POST", "/api/tables", wanted) == (422, "table")
        assert await refused(ann, "POST", "/api/tables", {"game": "vabanque", "seats": "3"}) == (422, "form")
        await ann.create()
        assert await refused(ann, "POST", "/api/tables", {"game": "vabanque", "seats": 3}) == (409, "tables")


async def test_records_open_only_when_the_game_is_over(tmp_path: Path) -> None:
    async with running(tmp_path, seed=5) as server, server.person("Ann") as ann, server.person("Eve") as eve:
        await ann.create("bankueberfall", 2, bots="random")
        record, text = f"/api/tables/{ann.table}/record", f"/api/tables/{ann.table}/record.txt"
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            await page.play(chooser(1), moves=3)
            for person in (ann, eve):
                for path in (f"{record}?seen_by=open", f"{record}?seen_by=s1", record, text):
                    assert await refused(person, "GET", path) == (404, "record")
            await page.play(chooser(1))
        seen = {who: await eve.get(f"{record}?seen_by={who}") for who in ("s0", "s1", "onlooker", "open")}
        assert seen["s0"]["view"] == page.now["view"]
        assert seen["onlooker"]["view"]["hand"] == []
        assert all(step["move"] is None for step in seen["s0"]["steps"])
        assert all(step["move"] for step in seen["open"]["steps"])
        dealt = {
            who: [e for s in told["steps"] for e in s["events"] if e["type"] == "HandDealt"]
            for who, told in seen.items()
        }
        assert all(event["kind"] for event in dealt["open"])
        assert not any(event["kind"] for event in dealt["onlooker"])
        assert {event["seat"] for event in dealt["s1"] if event["kind"]} == {1}
        assert await refused(eve, "GET", f"{record}?seen_by=s7") == (422, "seat")
        assert await refused(eve, "GET", f"{record}?seen_by=all") == (422, "form")
        assert (await eve.http.get(text)).text.startswith("game: bankueberfall\n")


async def test_rematch_leads_everybody_to_one_table(tmp_path: Path) -> None:
    async with running(tmp_path, seed=5) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        code = await ann.create("bankueberfall", 3)
        await bob.join(code, 1)
        await ann.put(f"/api/tables/{ann.table}/seats/2/bot", level="random")
        at = f"/api/tables/{ann.table}"
        assert await refused(ann, "POST", f"{at}/rematch") == (409, "lobby")
        async with ann.page() as hers, bob.page() as his:
            await ann.start()
            for page in (hers, his):
                await page.until(lambda frame: frame["type"] == "update")
            await asyncio.gather(hers.play(chooser(1)), his.play(chooser(2)))
            one, two = await asyncio.gather(ann.post(f"{at}/rematch"), bob.post(f"{at}/rematch"))
            assert one["lobby"]["table"] == two["lobby"]["table"] != ann.table
            assert one["lobby"]["rematch_of"] == ann.table
            assert [chair["name"] for chair in one["lobby"]["chairs"]] == ["Ann", "Bob", "Ada"]
            assert (one["seat"], two["seat"]) == (0, 1)
            frame = await his.until(lambda frame: frame["type"] == "lobby" and frame["lobby"]["rematch"])
            assert frame["lobby"]["rematch"] == one["lobby"]["table"]
        host = ann if one["host"] else bob
        await host.post(f"/api/tables/{one['lobby']['table']}/start")


async def test_the_house_says_what_it_has(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        house = await ann.get("/api/house")
        cards = {card["name"]: card for card in house["games"]}
        assert cards["vabanque"]["seats"] == [3, 4, 5, 6]
        assert cards["vabanque"]["options"] == {"edition": ["classic", "2019"], "first": []}
        assert cards["bankueberfall"]["options"]["fifth_seat"] == ["true", "false"]
        assert len(house["levels"]) == 5


async def test_guests(tmp_path: Path) -> None:
    async with running(tmp_path, seed=3) as server, server.person("  Ann ") as ann, server.person("Bob") as bob:
        assert await ann.get("/api/me") == {"name": "Ann"}
        code = await ann.create("vabanque", 3, bots="random")
        assert (await ann.http.patch("/api/me", json={"name": "Anna"})).json() == {"name": "Anna"}
        assert (await ann.get(f"/api/tables/{ann.table}"))["lobby"]["chairs"][0]["name"] == "Anna"
        await bob.join(code)
        async with ann.page() as page:
            assert (await ann.http.delete("/api/me")).status_code == 204
            await page.socket.wait_closed()
            assert page.socket.close_code == 1008
        assert (await ann.http.get("/api/me")).status_code == 401
        lobby = (await bob.get(f"/api/tables/{ann.table}"))["lobby"]
        assert lobby["chairs"][0]["kind"] == "free"
