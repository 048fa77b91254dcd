"""Coming back: from any number, in two tabs, with a key that was sent before, after the house was closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from tests.server.world import breathe, chooser, running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def state(frame: dict[str, Any]) -> dict[str, Any]:
    return {key: frame[key] for key in ("seq", "view", "moves", "asked")}


@pytest.mark.parametrize("game", games.NAMES)
async def test_resuming_after_any_number_gives_what_was_missed(tmp_path: Path, game: str) -> None:
    async with running(tmp_path, seed=3) as server, server.person() as ann:
        await ann.create(game, 3, bots="heuristic")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            await page.play(chooser(1), moves=6)
            while not page.now["moves"]:
                await page.read()
            updates = [frame for frame in page.told if frame["type"] == "update"]
            for update in updates:
                async with ann.page(since=update["seq"]) as late:
                    assert state(late.now) == state(page.now)
                    missed = [e for frame in updates if frame["seq"] > update["seq"] for e in frame["events"]]
                    assert late.now["events"] == missed
            async with ann.page() as fresh:
                assert fresh.events == page.events
            async with ann.page(since=10_000) as strange:
                assert (strange.now["since"], strange.events) == (-1, page.events)


async def test_two_tabs_are_both_live_and_the_first_move_wins(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server, server.person() as ann:
        await ann.create("vabanque", 3, bots="random")
        async with ann.page() as one, ann.page() as two:
            await ann.start()
            for page in (one, two):
                await page.until(lambda frame: frame["type"] == "update")
                while not page.now["moves"]:
                    await page.read()
            asked, moves = one.now["asked"], one.now["moves"]
            assert (await one.move(moves[0], asked=asked))["type"] == "ack"
            late = await two.move(moves[1], asked=asked)
            assert late["type"] == "refused"
            while one.seq < two.seq:
                await one.read()
            while two.seq < one.seq:
                await two.read()
            assert one.now["view"] == two.now["view"]
            assert one.events == two.events


async def test_a_key_gets_the_same_answer_even_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server, server.person() as ann:
        await ann.create("vabanque", 3, bots="random")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            while not page.now["moves"]:
                await page.read()
            asked, move = page.now["asked"], page.now["moves"][0]
            refused = await page.move("chip 99", asked=asked, key="bad")
            acked = await page.move(move, asked=asked, key="good")
            assert (refused["type"], acked["type"]) == ("refused", "ack")
            for _ in range(2):
                assert await page.move(move, asked=asked, key="good") == acked
                assert await page.move(move, asked=asked, key="bad") == refused
        cookies = ann.http.cookies
    async with running(tmp_path, seed=2) as server, server.person() as ann:
        table, ann.table = ann.table, page.table
        ann.http.cookies = cookies
        async with ann.page() as page:
            assert await page.move(move, asked=asked, key="good") == acked
            assert await page.move("chip 1", asked=asked, key="bad") == refused
            rows = await server.house.store.rows(page.table)
            assert sum(row.key == "good" for row in rows) == 1
        assert table == ""


async def test_another_seats_key_is_not_ones_own(tmp_path: Path) -> None:
    """Two clients may happen to choose the same key; neither gets the other's answer."""
    async with running(tmp_path, seed=1) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        code = await ann.create("bankueberfall", 2)
        await bob.join(code, 1)
        async with ann.page() as hers, bob.page() as his:
            await ann.start()
            for page in (hers, his):
                await page.until(lambda frame: frame["type"] == "update")
            mover, other = (hers, his) if hers.now["moves"] else (his, hers)
            assert (await mover.move(mover.now["moves"][0], key="k"))["type"] == "ack"
            assert (await other.move("nonsense", asked=0, key="k"))["type"] == "refused"


async def test_a_restart_in_mid_game_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server, server.person() as ann:
        await ann.create("bankueberfall", 3, bots="heuristic")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            await page.play(chooser(3), moves=4)
            while not page.now["moves"]:
                await page.read()
        await breathe()
        cookies, table = ann.http.cookies, ann.table
    async with running(tmp_path, seed=2) as server:
        ann = server.person()
        ann.http.cookies, ann.table = cookies, table
        async with ann.page() as again:
            assert state(again.now) == state(page.now)
            assert again.events == page.events
            await again.play(chooser(3))
            assert again.status == "over"
        await ann.http.aclose()
