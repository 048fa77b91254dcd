"""Games at which nobody looks wait behind those at which somebody does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bluffhouse.play.clock import GRACE, SECOND, Pace
from bluffhouse.server.backlane import AT_ONCE, SPACING, BackLane
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.room import Room

pytestmark = pytest.mark.anyio

DESERTED = GRACE[Pace.NONE] / SECOND


def made(rooms: list[Room]) -> int:
    """Moves of all these tables together."""
    return sum(room.table.seq for room in rooms if room.table is not None)


def test_a_few_think_at_once_and_a_crowd_one_after_another() -> None:
    lane = BackLane()
    slots = [lane.slot(1000.0) for _ in range(AT_ONCE + 3)]
    assert [slot for slot in slots if slot > 1000] == pytest.approx([1000 + SPACING, 1000 + 2 * SPACING])
    assert lane.slot(2000.0) <= 2000, "long afterwards the crowd is forgotten"


async def test_many_deserted_games_go_on_slowly_and_all_reach_their_end(tmp_path: Path) -> None:
    async with inn(tmp_path) as here:
        rooms = [await here.seat([f"guest{number}", None, None]) for number in range(12)]
        await here.pass_time(DESERTED)
        before = made(rooms)
        await here.pass_time(1)
        assert made(rooms) > before
        assert any(room.status == "playing" for room in rooms), "they would all be over at once"
        while any(room.status == "playing" for room in rooms):
            await here.pass_time(4)


async def test_whoever_comes_back_does_not_wait_behind_deserted_games(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(1.0, 1.0)) as here:
        room = await here.seat(["ann", "bob", None])
        while not all(chair.stand_in for chair in room.chairs[:2]):
            await here.pass_time(1)
        for _ in range(10_000):
            here.hall.house.backlane.slot(here.clock.now())
        await here.pass_time(10)
        before = made([room])
        await here.pass_time(60)
        assert made([room]) == before, "nine thousand others have their turn first"
        assert room.table is not None
        await Ear(room, "bob" if room.table.asked[1] is None else "ann").open()
        await here.pass_time(2)
        assert made([room]) > before, "for one of them the stand-in has decided"
