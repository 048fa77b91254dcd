"""When a game's rules change, games that run are finished by those under which they began, and new ones are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.bots import levels, roster
from bluffhouse.play.lobby import Status
from bluffhouse.server.hall import NoTable
from bluffhouse.server.records import replayed
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bluffhouse.core.record import AnyGame


@pytest.mark.anyio
async def test_a_running_game_is_finished_by_its_own_rules(tmp_path: Path, change: Callable[..., AnyGame]) -> None:
    async with inn(tmp_path) as here:
        room = await here.seat(["ann", None, None])
        waiting = (await here.seat(["ann", "bob", None], start=False)).meta.id
        ear = Ear(room, "ann")
        await ear.open()
        await here.pass_time(5)
        await ear.move()
        name = room.meta.id
    new = change()
    async with inn(tmp_path) as here:
        room = await here.hall.room(name)
        ear = Ear(room, "ann")
        await ear.open()
        while room.status is not Status.OVER:
            await here.pass_time(5)
            if ear.last("update", "sync")["moves"]:
                assert (await ear.move())["type"] == "ack"
        finished = await here.hall.house.store.record(name)
        assert finished is not None
        assert replayed(finished).over
        assert (await here.hall.room(waiting)).game.version == 1, "so it was set up"
    (tmp_path / "new").mkdir()
    async with inn(tmp_path / "new") as here:
        assert (await here.seat(["ann", "bob", "cid"], start=False)).game is new


@pytest.mark.anyio
async def test_a_table_by_rules_that_nobody_knows_is_set_aside_alone(
    tmp_path: Path, change: Callable[..., AnyGame]
) -> None:
    async with inn(tmp_path) as here:
        old = (await here.seat(["ann", "bob", "cid"])).meta.id
        other = (await here.seat(["ann", "bob"], "bankueberfall")).meta.id
    change(keep=False)
    async with inn(tmp_path) as here:
        assert set(here.hall.rooms) == {other}
        with pytest.raises(NoTable):
            await here.hall.room(old)


def test_by_old_rules_bots_play_what_every_game_has(
    change: Callable[..., AnyGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Networks and searches were made for the newest."""
    asked: list[str] = []
    monkeypatch.setattr(roster, "mind", lambda bot, _: asked.append(bot))
    old = games.find("vabanque")
    new = change()
    levels.mind("master", old)
    levels.mind("master", new)
    assert asked == [levels.ELSEWHERE["master"], levels.LEVELS["master"]["vabanque"]]
