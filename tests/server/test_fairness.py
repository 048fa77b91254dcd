"""Tables that bind themselves to a seed: told before, kept secret, opened after; the same draws after a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.core.record import read
from bluffhouse.play.fair import verify
from bluffhouse.server import records
from tests.server.rooms import inn
from tests.server.world import Person, chooser, running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def proof(text: str) -> dict[str, str]:
    return dict(read(text.encode(), games.find).record.proof)


async def test_from_the_promise_to_the_verdict(tmp_path: Path) -> None:
    async with running(tmp_path, seals=True) as here, here.person() as ann, here.person("Bob") as bob:
        await ann.create("bankueberfall", 2)
        waiting = await ann.get(f"/api/tables/{ann.table}")
        promised: str = waiting["lobby"]["commitment"]
        assert re.fullmatch("[0-9a-f]{64}", promised)
        word = f"/api/tables/{ann.table}/seats/0/word"
        place = await ann.put(word, word="mine-42")
        assert [chair["word"] for chair in place["lobby"]["chairs"]] == ["mine-42", ""]
        assert (await bob.http.put(word, json={"word": "not-mine"})).status_code == 404
        assert (await ann.http.put(word, json={"word": "no spaces"})).status_code == 422
        await ann.put(f"/api/tables/{ann.table}/seats/1/bot", level="random")
        async with ann.page() as page:
            await ann.start()
            refused = await ann.http.put(word, json={"word": "late"})
            assert (refused.status_code, refused.json()["sentence"][:18]) == (409, "the game has begun")
            await page.until(lambda frame: frame["type"] == "update")
            await page.play(chooser(1))
            heard = str(page.told)
        stored = await here.house.store.table(ann.table)
        assert stored is not None
        assert stored.seed
        assert stored.seed not in heard
        assert stored.seed not in repr(stored)
        text = (await ann.http.get(f"/api/tables/{ann.table}/record.txt")).text
        told = proof(text)
        assert (told["commitment"], told["seed"], told["s0"]) == (promised, stored.seed, "mine-42")
        verdict = await _verdict(ann, text)
        assert verdict["fair"]
        assert verdict["draws"] > 20
        assert verdict["commitment"] == promised
        cheat = await _verdict(ann, text.replace("mine-42", "mine-43"))
        assert not cheat["fair"]
        assert cheat["reason"] == "draw"
        assert cheat["move"] > 0


async def _verdict(person: Person, text: str) -> Any:
    return await person.post("/api/records/verdict", text=text)


async def test_a_restart_changes_no_draw(tmp_path: Path) -> None:
    """Each time the house opens anew before some moves are made, and the draws still follow from the first promise."""
    sealed: dict[str, Any] = {"salt": "salt", "seed": "a seed"}
    async with inn(tmp_path, bot_pause=(1.0, 1.0)) as here:
        room = await here.seat([None, None, None], "bankueberfall", **sealed)
        name = room.meta.id
    finished = None
    for life in range(4):
        async with inn(tmp_path, bot_pause=(0.0, 0.0) if life == 3 else (1.0, 1.0), seed=life + 2) as here:
            await here.pass_time(5)
            if life == 3:
                await here.calm()
                assert (await here.hall.room(name)).status == "over"
                finished = await here.hall.house.store.record(name)
    assert finished is not None
    assert verify(read(records.text(finished).encode(), games.find).record) > 20
