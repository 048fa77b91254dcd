"""A server killed with -9 in the middle of a game: started again, it goes on, and nothing is lost or doubled."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, Any

import pytest
import websockets

from bluffhouse.games import find
from bluffhouse.play.table import replay, start
from bluffhouse.store import Store, address
from tests.server.processes import process
from tests.server.world import Person, chooser

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", ["vabanque", "bankueberfall"])
async def test_killed_in_mid_game(tmp_path: Path, game: str) -> None:
    answers: dict[str, dict[str, Any]] = {}
    async with process(tmp_path, 0) as (child, origin):
        ann = Person(origin, "Ann")
        await ann.__aenter__()
        await ann.create(game, 3, bots="heuristic")
        async with ann.page() as page:
            await ann.start()
            await page.until(lambda frame: frame["type"] == "update")
            await page.play(chooser(3), moves=5)
            while not page.now["moves"]:
                await page.read()
            answers |= {frame["key"]: frame for frame in page.told if frame["type"] == "ack"}
            # The last move is under way when the process dies: stored or not, nobody knows.
            last: dict[str, Any] = {"asked": page.now["asked"], "move": page.now["moves"][0], "key": "last"}
            await page.send(type="move", table=ann.table, **last)
            child.send_signal(signal.SIGKILL)
            with contextlib.suppress(websockets.ConnectionClosed):
                while True:
                    await page.read()
    port = int(origin.rpartition(":")[2])
    async with process(tmp_path, port) as (child, again_at):
        assert again_at == origin
        async with ann.page(since=page.seq) as again:
            again.events = page.events + again.events
            assert again.seq >= page.seq, "what was shown is still there"
            answer = await again.move(last["move"], asked=last["asked"], key="last")
            assert answer["type"] == "ack"
            for key, known in answers.items():
                assert await again.move("chip 0", asked=0, key=key) == known
            await again.play(chooser(4))
            assert again.status == "over"
    await ann.http.aclose()
    store = await Store.open(address(tmp_path / "house.db"))
    finished = await store.record(ann.table)
    await store.close()
    assert finished is not None
    assert sum(row.key == "last" for row in finished.rows) == 1
    assert {row.key: row.seq for row in finished.rows if row.key in answers} == {
        key: known["seq"] for key, known in answers.items()
    }
    rules = find(game)
    assert replay(start(rules, rules.options(), 3), finished.rows).over
