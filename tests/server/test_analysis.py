"""Looking games over and hints: finished games for everybody, advice only against bots, from what the seat knows."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.bots import hints
from tests.server.world import chooser, good, running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_a_finished_game_is_looked_over(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        await ann.create("vabanque", 3, bots="random")
        at = f"/api/tables/{ann.table}/analysis"
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            assert (await ann.http.get(at)).status_code == 404, "not while it is played: it would tell everything"
            await page.play(chooser(1))
        found = good(await ann.http.get(at, timeout=60))
        record = await ann.get(f"/api/tables/{ann.table}/record")
        assert len(found["chances"]) == len(record["steps"]) + 1
        assert [round(sum(chances), 6) for chances in found["chances"]] == [1.0] * len(found["chances"])
        assert len(found["turning_points"]) == 3
        assert await ann.get(at) == found


async def test_a_hint_against_bots(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        await ann.create("vabanque", 3, bots="random")
        at = f"/api/tables/{ann.table}/hint"
        assert (await ann.http.post(at)).status_code == 409
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            while not page.now["moves"]:
                await page.read()
            found = await ann.post(at)
            assert found["best"][0]["move"] in page.now["moves"]
            assert found["best"][0]["share"] >= found["best"][-1]["share"]


async def test_no_hints_among_people(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(server.person(name)) for name in ("Ann", "Bob")]
        code = await ann.create("bankueberfall", 2)
        await bob.join(code, 1)
        await ann.start()
        for person in (ann, bob):
            answer = await person.http.post(f"/api/tables/{ann.table}/hint")
            assert (answer.status_code, answer.json()["code"]) == (409, "hint")


async def test_a_hint_is_made_of_the_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the adviser is handed is what the page shows: a view of this seat, and the open moves."""
    handed: list[tuple[Any, ...]] = []
    told = hints.hint

    def watched(*given: Any) -> hints.Hint:
        handed.append(given)
        return told(*given)

    monkeypatch.setattr("bluffhouse.server.analysis_routes.hint", watched)
    async with running(tmp_path) as server, server.person() as ann:
        await ann.create("bankueberfall", 2, bots="random")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            while not page.now["moves"]:
                await page.read()
            await ann.post(f"/api/tables/{ann.table}/hint")
    ((name, view, moves, seed),) = handed
    assert (name, type(view).__name__, view.me) == ("bankueberfall", "View", 0)
    assert isinstance(seed, int)
    assert len(moves) > 0
