"""When a game's rules change, games that run are finished by those under which they began, and new ones are not."""

from __future__ import annotations

import importlib
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.bots import levels, roster
from bluffhouse.core.record import BadRecord, read, write
from bluffhouse.play.lobby import Status
from bluffhouse.server.hall import NoTable
from bluffhouse.server.records import replayed
from tests.games.sample import random_game
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bluffhouse.core.record import AnyGame

VABANQUE = importlib.import_module("bluffhouse.games.vabanque")


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AnyGame]:
    """Have new rules of Vabanque from now on, by which nobody can play a game that began before."""

    def never(*_: Any) -> Any:
        raise AssertionError("an old game is played by new rules")

    def change(*, keep: bool = True) -> AnyGame:
        old = VABANQUE.GAME
        monkeypatch.setattr(VABANQUE, "GAME", replace(old, version=2, apply=never, before=old if keep else None))
        return VABANQUE.GAME  # type: ignore[no-any-return]

    return change


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


def test_old_rules_are_found_by_their_version(change: Callable[..., AnyGame]) -> None:
    old = games.find("vabanque")
    new = change()
    assert games.find("vabanque") is new
    assert games.find("vabanque", 2) is new
    assert games.find("vabanque", 1) is old
    assert games.is_newest(new)
    assert not games.is_newest(old)
    with pytest.raises(LookupError, match="version 3 of the rules of vabanque is not known here; the newest is 2"):
        games.find("vabanque", 3)


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


def test_a_record_is_read_by_the_rules_it_names(change: Callable[..., AnyGame]) -> None:
    old = games.find("vabanque")
    record = random_game(old, old.options(), 3, random.Random(1))
    text = write(record)
    assert "version" not in text, "the first version goes without saying"
    new = change()
    assert read(text.encode(), games.find).record.game is old
    newer = write(replace(record, game=new))
    assert "\nversion: 2\n" in newer
    with pytest.raises(AssertionError, match="new rules"):
        read(newer.encode(), games.find)
    with pytest.raises(BadRecord, match="line 1: version 7 of the rules"):
        read(newer.replace("version: 2", "version: 7").encode(), games.find)
    with pytest.raises(BadRecord, match=r"line \d: version is a whole number, not 'new'"):
        read(newer.replace("version: 2", "version: new").encode(), games.find)
