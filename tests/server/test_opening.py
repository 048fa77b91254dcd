"""Bots hurry until a person is asked for the first time, and take their usual moment from then on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bluffhouse.server.thinking import OPENING
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.room import Room

pytestmark = pytest.mark.anyio

BOTS = 3


def waits_for_ann(room: Room) -> bool:
    assert room.table is not None
    return room.table.asked[0] is not None


async def test_nobody_waits_long_for_their_first_decision(tmp_path: Path) -> None:
    async with inn(tmp_path, bot_pause=(5.0, 6.0)) as here:
        room = await here.seat(["ann", *[None] * BOTS])
        ann = Ear(room, "ann")
        await ann.open()
        longest = OPENING[1] * (BOTS + 1)  # one of them may have to put the pawns somewhere, too
        await here.pass_time(longest)
        assert waits_for_ann(room)
        while waits_for_ann(room):
            await ann.move()
        await here.pass_time(4.9)
        assert not waits_for_ann(room), "a bot takes its moment now"
        await here.pass_time(BOTS * 6.0)
        assert waits_for_ann(room)
