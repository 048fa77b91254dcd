"""Whole games over real sockets: people and bots, both games, every seat count."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.core.record import read
from tests.server.world import chooser, running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

SEATS = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]


@pytest.mark.parametrize(("game", "seats"), SEATS)
async def test_one_person_plays_bots_to_the_end(tmp_path: Path, game: str, seats: int) -> None:
    async with running(tmp_path, seed=seats) as server, server.person() as ann:
        await ann.create(game, seats, bots="heuristic")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            assert await page.play(chooser(seats)) > 5
            assert page.status == "over"
        text = (await ann.http.get(f"/api/tables/{ann.table}/record.txt")).content
        replay = read(text, games.find)
        assert not replay.record.game.actors(replay.state)
        record = await ann.get(f"/api/tables/{ann.table}/record?seen_by=s0")
        assert [event for step in record["steps"] for event in step["events"]] == page.events
        assert record["view"] == page.now["view"]
        assert tuple(record["wealth"]) == replay.record.game.wealth(replay.state)


@pytest.mark.parametrize(("game", "seats"), SEATS)
async def test_people_play_each_other_to_the_end(tmp_path: Path, game: str, seats: int) -> None:
    """Everybody at once, sealed bids included: nobody's answer makes another's stale."""
    async with running(tmp_path, seed=seats) as server, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(server.person(f"P{seat}x")) for seat in range(seats)]
        code = await people[0].create(game, seats)
        for seat, person in enumerate(people[1:], 1):
            await person.join(code, seat)
        pages = [await stack.enter_async_context(person.page()) for person in people]
        await people[0].start()
        for page in pages:
            await page.until(lambda frame: frame["type"] == "update")
        made = await asyncio.gather(*(page.play(chooser(seat)) for seat, page in enumerate(pages)))
        assert all(made)
        views = [page.now["view"] for page in pages]
        assert [view["me"] for view in views] == list(range(seats))
        assert len({page.seq for page in pages}) == 1
        assert not any(frame["type"] == "refused" for page in pages for frame in page.told)
