"""G12: frames are doubled, delayed, dropped and put in another order, sockets cut, the server restarted.

Every move has one effect, the log is that of a clean run, and a key gets the same answer byte for byte for a day.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.faults.inside import Client, Life, living
from tests.faults.scene import TABLE, Line, Scene, bare, count, log, scenes
from tests.server.world import StillClock

pytestmark = pytest.mark.anyio

STEPS = 30
PLAYED_ON = 6
DAY = 24.0

Frame = tuple[int, str]
"""Whose socket it is for, and its text."""

OFTEN = ("send", "deliver")
DEEDS = (*OFTEN * 3, "double", "drop", "wrong", "stale", "again", "again", "cut", "unheard", "restart", "hours")

steps = st.lists(
    st.tuples(
        st.sampled_from(DEEDS),
        st.integers(0, 1000),
    ),
    min_size=5,
    max_size=STEPS,
)


class Network:
    """Clients by seat, and between them and the server a pool of frames under way that obeys no order."""

    def __init__(self, folder: Path, seats: int) -> None:
        self.folder = folder
        self.seats = seats
        self.clock = StillClock()
        self.clients: list[Client] = []
        self.under_way: list[Frame] = []
        self.sent: dict[str, Frame] = {}
        """By key every frame that was ever sent."""
        self.answers: dict[str, set[str]] = defaultdict(set)
        self.hours = 0.0
        self._wrong = 0
        self._stack = AsyncExitStack()
        self.life: Life

    async def open(self) -> None:
        self.life = await self._stack.enter_async_context(living(self.folder, self.clock))
        for seat in range(self.seats):
            if len(self.clients) <= seat:
                self.clients.append(await self.life.client(seat))
            else:
                await self.life.come_again(self.clients[seat], seat)

    async def close(self) -> None:
        self.listen()
        await self._stack.aclose()

    def listen(self) -> None:
        """Note every answer any socket got, also one whose client was cut before it looked."""
        for wire in [*self.life.wires, *(client.socket for client in self.clients)]:
            for text in wire.heard:
                frame = json.loads(text)
                if frame["type"] in ("ack", "refused"):
                    self.answers[frame["key"]].add(text)
                assert frame["type"] != "error", text

    async def do(self, what: str, number: int) -> None:
        client = next((client for client in self.clients if client.question is not None), None)
        match what:
            case "send" if client is not None:
                self._send(client, client.script())
            case "wrong" if client is not None:
                self._send(client, {**client.script(), "key": self._new_key(), "move": "nonsense"})
            case "stale" if client is not None:
                self._send(client, {**client.script(), "key": self._new_key(), "asked": 0})
            case "again" if self.sent:
                self.under_way.append(self.sent[sorted(self.sent)[number % len(self.sent)]])
            case "deliver" if self.under_way:
                await self.deliver(self.under_way.pop(number % len(self.under_way)))
            case "double" if self.under_way:
                await self.deliver(self.under_way[number % len(self.under_way)])
            case "drop" if self.under_way:
                self.under_way.pop(number % len(self.under_way))
            case _:
                await self._disturb(what, number)

    async def _disturb(self, what: str, number: int) -> None:
        seat = number % self.seats
        match what:
            case "cut":
                self.clients[seat].socket.cut()
                await self.life.come_again(self.clients[seat], seat)
            case "unheard" if self.under_way:
                seat, text = self.under_way[number % len(self.under_way)]
                self.clients[seat].socket.say(text)
                self.clients[seat].socket.cut()  # with the move on its way in and nobody to hear the answer
                await self.life.come_again(self.clients[seat], seat)
            case "restart":
                await self.close()
                await self.open()
            case "hours" if self.hours + number % 5 < DAY - 1:
                self.hours += number % 5
                self.clock.jump(number % 5 * 3600)
                await self.life.pass_time(1.5)
            case _:
                return
        await self.see()

    def _new_key(self) -> str:
        self._wrong += 1
        return f"wrong-{self._wrong}"

    def _send(self, client: Client, frame: dict[str, Any]) -> None:
        seat = self.clients.index(client)
        self.sent[frame["key"]] = (seat, json.dumps(frame))
        self.under_way.append(self.sent[frame["key"]])

    async def deliver(self, frame: Frame) -> None:
        seat, text = frame
        self.clients[seat].socket.say(text)
        await self.see()

    async def see(self) -> None:
        await self.life.see(self.clients)
        self.listen()


async def example(template: Path, scene: Scene, script: list[tuple[str, int]], clean: list[Line]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(template / "house.db", folder / "house.db")
        network = Network(folder, scene.seats)
        await network.open()
        try:
            await network.life.start()
            await network.see()
            for what, number in script:
                await network.do(what, number)
            while network.under_way:
                await network.deliver(network.under_way.pop())
            await network.life.go(network.clients, PLAYED_ON)
            for frame in network.sent.values():
                await network.deliver(frame)
            await network.close()
            await network.open()
            for frame in network.sent.values():
                await network.deliver(frame)
        finally:
            await network.close()
        rows = bare(await log(folder))
        assert rows == clean[: len(rows)]
        assert len(rows) >= PLAYED_ON
        for key in network.sent:
            assert len(network.answers[key]) == 1, (key, network.answers[key])
        keys = [key for *_, key in rows if key is not None]
        assert len(keys) == len(set(keys))
        for key, (answer,) in network.answers.items():
            told = json.loads(answer)
            assert (told["type"] == "ack") == (key in keys), "acknowledged is in the log, refused is not"
            if told["type"] == "refused":
                assert told["rule"]
                assert told["sentence"]


@pytest.mark.parametrize(("game", "seats"), scenes("ONCE", ("bankueberfall", 2), ("vabanque", 3)))
def test_each_move_once_on_a_bad_network(tmp_path: Path, game: str, seats: int) -> None:
    scene = Scene(game, seats)
    template, calm = tmp_path / "template", tmp_path / "calm"
    for folder in (template, calm):
        folder.mkdir()
        asyncio.run(scene.prepare(folder))
    clean = asyncio.run(clean_log(calm, scene))

    @settings(
        max_examples=count("SEQUENCES", 8),
        deadline=None,
        database=None,
        derandomize="FAULTS_SEQUENCES" not in os.environ,
        suppress_health_check=list(HealthCheck),
    )
    @given(steps)
    def tried(script: list[tuple[str, int]]) -> None:
        asyncio.run(example(template, scene, script, clean))

    tried()


async def clean_log(folder: Path, scene: Scene) -> list[Line]:
    async with living(folder) as life:
        clients = [await life.client(seat) for seat in range(scene.seats)]
        await life.start()
        await life.go(clients)
    return bare(await log(folder))


async def test_an_answer_is_kept_for_a_day(tmp_path: Path) -> None:
    """Acknowledged or refused: the same bytes 23 hours and 59 minutes later, also by a server started since."""
    await Scene("vabanque", 3).prepare(tmp_path)
    clock = StillClock()
    answers: dict[str, list[str]] = defaultdict(list)

    async def ask(life: Life) -> None:
        client = await life.client(0)
        for key, text in frames.items():
            await client.socket.send(text)
            await life.settle()
            answers[key] += [heard for heard in client.socket.heard if json.loads(heard).get("key") == key]
        client.socket.cut()

    async with living(tmp_path, clock) as life:
        clients = [await life.client(seat) for seat in range(3)]
        await life.start()
        await life.see(clients)
        while clients[0].question is None:
            await life.go(clients, 1)
        made = clients[0].script()
        frames = {
            made["key"]: json.dumps(made),
            "stale": json.dumps(made | {"key": "stale", "asked": 0}),
            "nonsense": json.dumps(made | {"key": "nonsense", "move": "what"}),
        }
        await ask(life)
        clock.jump(12 * 3600)
        await life.pass_time(2)
        await ask(life)
        await life.go(clients, 10)
        clock.jump(11 * 3600)
        await life.pass_time(2)
        await ask(life)
    clock.jump(59 * 60 - 10)
    async with living(tmp_path, clock) as life:
        await ask(life)
    for key in frames:
        assert len(answers[key]) == 4
        assert len(set(answers[key])) == 1, answers[key]
    assert [json.loads(told[0])["type"] for told in answers.values()] == ["ack", "refused", "refused"]
    assert TABLE in answers["stale"][0]
