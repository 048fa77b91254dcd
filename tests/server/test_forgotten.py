"""A house that is closed leaves nothing behind, and nor does a connection that has ended."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.play.lobby import Status
from bluffhouse.server import keepalive, punctual
from tests.faults.inside import living
from tests.faults.scene import Scene
from tests.server.rooms import inn
from tests.server.world import running

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.core.record import AnyGame
    from bluffhouse.server.hall import Hall
    from tests.server.rooms import Inn

FEW = 500
"""Objects: kinds of records that had not come before are remembered."""
ASKED = ("/health", "/ready", "/metrics", "/api/me", "/api/tables", "/api/games", "/")


@pytest.mark.anyio
async def test_a_closed_house_is_forgotten(tmp_path: Path) -> None:
    await Scene("vabanque", 3).prepare(tmp_path)
    hall = await _opened_and_closed(tmp_path)
    gc.collect()
    assert hall() is None


async def _opened_and_closed(folder: Path) -> weakref.ref[Hall]:
    async with living(folder) as life:
        client = await life.client(0)
        await life.start()
        await life.go([client], 1)
        async with life.http(0) as http:
            for path in ASKED:
                assert (await http.get(path)).status_code < 500
        return weakref.ref(life.app.hall)


@pytest.mark.anyio
async def test_a_connection_that_ended_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else thousands of them stay until all garbage is looked for, which is rarely done because it takes so long."""
    ended: list[weakref.ref[asyncio.BaseTransport]] = []

    def noted(transport: asyncio.Transport) -> None:
        ended.append(weakref.ref(transport))
        punctual.uncircle(transport)

    monkeypatch.setattr(keepalive, "uncircle", noted)
    async with running(tmp_path) as server, server.person() as ann:
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                async with ann.page(opens=False):
                    pass
            async with asyncio.timeout(5):
                while len(ended) < 3 or any(transport() is not None for transport in ended):
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()


@pytest.mark.anyio
async def test_games_that_were_played_leave_nothing_behind(tmp_path: Path) -> None:
    """However many there were: what is kept for the next game must not grow with the last."""
    async with inn(tmp_path) as here:
        await _play(here, 8)
        before = _objects()
        await _play(here, 12)
        assert not here.hall.rooms
        grown = _objects() - before
        assert grown < FEW, grown


async def _play(here: Inn, count: int) -> None:
    """Games of bots, forgotten in the end."""
    for number in range(count):
        await _one(here, games.find(games.NAMES[number % len(games.NAMES)]))
    await here.pass_time(130)


async def _one(here: Inn, game: AnyGame) -> None:
    room = await here.seat([None] * min(game.seats), game.name)
    while room.status is not Status.OVER:
        await asyncio.sleep(0.001)


def _objects() -> int:
    """Of the games themselves."""
    gc.collect()
    return sum(str(type(one)).startswith("<class 'bluffhouse.games.") for one in gc.get_objects())
