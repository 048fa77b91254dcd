"""A whole server without a network: sockets are queues, time stands until it is pushed, a restart takes milliseconds.

Everything from the handshake on is the real application; only TCP is missing, so a test decides which frame arrives
when, how often, or never.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from typing import TYPE_CHECKING, Any

import httpx

from bluffhouse.server.app import SOCKET, create
from tests.faults.scene import TABLE, choose, fixed, token
from tests.server.world import Page, StillClock, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from bluffhouse.core.game import Below
    from bluffhouse.server.app import Application
    from bluffhouse.server.house import House
    from bluffhouse.server.room import Room

ORIGIN = "http://127.0.0.1:8000"
CROWD = {"sockets_per_guest": 100_000}
CALM = 6  # turns of the event loop in which nobody has anything to do


class Cut(Exception):
    """The socket is gone; the code with which the server closed it, if it did."""


class Wire:
    """One socket of one guest: what is said to the server and what it answers, frame by frame."""

    def __init__(self, app: Application, guest: str) -> None:
        self.heard: list[str] = []
        self.code: int | None = None
        """With which the server closed."""
        self.waiting = False
        """The server has taken all that was said and waits for more."""
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": SOCKET,
            "raw_path": SOCKET.encode(),
            "query_string": b"",
            "scheme": "ws",
            "headers": [(b"origin", ORIGIN.encode()), (b"cookie", f"bluffhouse={guest}".encode())],
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
        }
        self.life = asyncio.create_task(app(scope, self._receive, self._send))  # type: ignore[arg-type]

    def say(self, text: str) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": text})
        self.waiting = False

    def cut(self) -> None:
        """As when the network goes."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.waiting = False

    async def send(self, text: str) -> None:
        self.say(text)

    async def recv(self) -> str:
        frame = await self._frames.get()
        if frame is None:
            raise Cut(self.code)
        return frame

    @property
    def news(self) -> bool:
        return not self._frames.empty()

    @property
    def quiet(self) -> bool:
        return self.life.done() or self.waiting

    async def _receive(self) -> dict[str, Any]:
        if self._said.empty():
            self.waiting = True
        message = await self._said.get()
        self.waiting = False
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(message["text"])
            self._frames.put_nowait(message["text"])
        elif message["type"] == "websocket.close":
            self.code = message.get("code", 1000)
            self._frames.put_nowait(None)


class Client(Page):
    """A page on such a socket."""

    socket: Wire  # type: ignore[assignment]

    async def catch_up(self) -> None:
        """Look at all that has been told."""
        while self.socket.news:
            await self.read()

    @property
    def question(self) -> int | None:
        asked: int | None = self.now.get("asked")
        return asked

    def script(self) -> dict[str, Any]:
        """The frame with which this seat answers its open question, always the same for the same question."""
        seat, asked = self.now["view"]["me"], self.now["asked"]
        move = choose(seat, asked, self.now["moves"])
        return {"type": "move", "table": TABLE, "key": f"s{seat}-q{asked}", "asked": asked, "move": move}


class Life:
    """From one start of the server to its stop."""

    def __init__(self, app: Application, house: House, clock: StillClock) -> None:
        self.app = app
        self.house = house
        self.clock = clock
        self.wires: list[Wire] = []

    @property
    def room(self) -> Room:
        return self.app.hall.rooms[TABLE]

    def wire(self, seat: int) -> Wire:
        wire = Wire(self.app, token(seat))
        self.wires.append(wire)
        return wire

    async def client(self, seat: int, since: int | None = None) -> Client:
        client = Client(self.wire(seat), TABLE)  # type: ignore[arg-type]
        await client.open(since)
        return client

    async def come_again(self, client: Client, seat: int) -> None:
        """The same page on a new socket, from where it was cut."""
        client.socket = self.wire(seat)
        await client.open(client.seq if client.seq >= 0 else None)

    def http(self, seat: int) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app),
            base_url=ORIGIN,
            headers={"origin": ORIGIN},
            cookies={"bluffhouse": token(seat)},
        )

    async def start(self) -> None:
        async with self.http(0) as host:
            answer = await host.post(f"/api/tables/{TABLE}/start")
            assert answer.is_success, answer.text
        await self.settle()

    async def settle(self) -> None:
        """Until nobody has anything to do before time passes or somebody speaks."""
        calm = 0
        while calm < CALM:
            rooms = self.app.hall.rooms.values()
            busy = any(not room.mailbox.idle for room in rooms) or not all(wire.quiet for wire in self.wires)
            calm = 0 if busy else calm + 1
            await asyncio.sleep(0.0003 if busy else 0)
        self.wires = [wire for wire in self.wires if not wire.life.done()]

    async def pass_time(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.settle)

    async def see(self, clients: Sequence[Client]) -> None:
        await self.settle()
        for client in clients:
            await client.catch_up()

    async def go(self, clients: Sequence[Client], moves: int = 10_000) -> int:
        """Everybody in turn answers by script, the lowest seat first; gives how many moves were made."""
        made = 0
        await self.see(clients)
        while made < moves and (asked := [client for client in clients if client.question is not None]):
            await asked[0].send(**asked[0].script())
            await self.see(clients)
            made += 1
        return made


@contextlib.asynccontextmanager
async def living(
    folder: Path, clock: StillClock | None = None, *, below: Below = fixed, **how: Any
) -> AsyncIterator[Life]:
    """A server on the database in the folder; the same folder again is a restart."""
    clock = clock or StillClock()
    async with opened(folder, clock=clock, **(CROWD | how)) as ordinary:
        house = dataclasses.replace(ordinary, below=below)
        app = create(house)
        async with _opened_hall(app):
            life = Life(app, house, clock)
            try:
                yield life
            finally:
                for wire in life.wires:
                    wire.cut()
                await asyncio.gather(*(wire.life for wire in life.wires), return_exceptions=True)


@contextlib.asynccontextmanager
async def _opened_hall(app: Application) -> AsyncIterator[None]:
    """What uvicorn says to an application when it starts and stops."""
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said.put_nowait({"type": "lifespan.startup"})
    scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    running = asyncio.create_task(app(scope, said.get, told.put))  # type: ignore[arg-type]
    assert (await told.get())["type"] == "lifespan.startup.complete"
    try:
        yield
    finally:
        said.put_nowait({"type": "lifespan.shutdown"})
        assert (await told.get())["type"] == "lifespan.shutdown.complete"
        await running
