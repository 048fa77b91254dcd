"""Many people at many tables who never give up: cut off, they come back through another worker, and send again what was
not answered. All they are told goes into one history."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import websockets

from bluffhouse import games
from bluffhouse.core.words import write_options
from bluffhouse.server.security import hashed
from bluffhouse.store import WAITING, Chair, Guest, Store, Table
from tests.faults.history import NOTHING, Acked, Refused, Sent, Shown, Told, Troubled, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PEOPLE = 4
SILENCE = 5.0  # seconds without a word after which a line counts as dead
PING = 2.0
TWICE = 0.03  # so many moves are sent a second time though nothing is wrong
RELOADS = 15.0  # seconds after which somebody closes the page and opens it again, on average, though nothing is wrong
NEVER = 1e9
CLOCK = "live 20 60"


@dataclass(frozen=True)
class Plan:
    groups: int
    tables: int
    """For each group, one after another."""
    think: float
    """Seconds that a decision takes at most."""
    reloads: float = RELOADS


def name_of(group: int, number: int) -> str:
    return f"storm{group}x{number}"


def group_of(table: str) -> int:
    return int(table.removeprefix("storm").partition("x")[0])


def token(group: int, seat: int) -> str:
    return f"storm-{group}-{seat}-" + "x" * 12


async def prepare(url: str, plan: Plan) -> None:
    """Everybody sits, every table waits; at those for more than four a bot plays along."""
    store = await Store.open(url)
    now = await store.time()
    try:
        for group in range(plan.groups):
            await asyncio.gather(
                *(
                    store.add_guest(Guest(token(group, seat), f"P{seat}", now, now), hashed(token(group, seat)))
                    for seat in range(PEOPLE)
                ),
                *(
                    store.add_table(table := _table(group, number, now), _chairs(table))
                    for number in range(plan.tables)
                ),
            )
    finally:
        await store.close()


def _chairs(table: Table) -> list[Chair]:
    group = group_of(table.id)
    people = [Chair(seat, token(group, seat), None, f"P{seat}") for seat in range(PEOPLE)]
    return [*people, *(Chair(seat, None, "random", f"B{seat}") for seat in range(PEOPLE, table.seats))]


def _table(group: int, number: int, now: float) -> Table:
    """The games in turn."""
    game = games.find(games.NAMES[(group + number) % len(games.NAMES)])
    return Table(
        id=name_of(group, number),
        code=name_of(group, number),
        game=game.name,
        version=game.version,
        options=write_options(game.options()),
        seats=min(PEOPLE + 1, max(game.seats)),
        time=CLOCK,
        watch="anyone",
        delay=0,
        chat=False,
        listed=False,
        host=token(group, 0),
        status=WAITING,
        created=now,
    )


@dataclass(frozen=True)
class Pause:
    """What somebody felt who was cut off: from then, or from the move that was under way, until all is as before."""

    begin: float
    end: float


@dataclass
class Crowd:
    """Where people can connect, what they were told, and whether they go on making moves."""

    plan: Plan
    doors: Callable[[], list[str]]
    history: list[Told] = field(default_factory=list)
    stops: bool = False
    comebacks: int = 0
    pauses: list[Pause] = field(default_factory=list)

    def people(self) -> list[Person]:
        return [Person(self, group, seat) for group in range(self.plan.groups) for seat in range(PEOPLE)]


class Person:
    """One seat of a group, from table to table."""

    def __init__(self, crowd: Crowd, group: int, seat: int) -> None:
        self.crowd = crowd
        self.group = group
        self.seat = seat
        self.name = f"g{group}s{seat}"
        self._token = token(group, seat)
        self.number = 0
        self.seq = -1
        self.status = WAITING
        self._story = NOTHING
        self._now: dict[str, Any] = {}
        self._pending: dict[str, Any] | None = None
        self._due = 0.0
        self._sent: float | None = None
        """Since when a move is under way."""
        self._lost: float | None = None
        """Since when the line, or what is under way on it, is lost."""
        self._chance = random.Random(f"{group} {seat}")
        self._socket: websockets.ClientConnection | None = None

    @property
    def table(self) -> str:
        return name_of(self.group, self.number)

    @property
    def waits(self) -> bool:
        """Whether a move is under way and not answered."""
        return self._sent is not None

    async def live(self) -> None:
        """For ever: whoever started this cancels it."""
        while True:
            try:
                await self._visit(self._chance.choice(self.crowd.doors()))
            except (websockets.WebSocketException, OSError, TimeoutError, EOFError, httpx.HTTPError):
                self._is_lost(time.monotonic())
            self.crowd.comebacks += 1
            await asyncio.sleep(self._chance.uniform(0.05, 0.4))

    async def _visit(self, door: str) -> None:
        async with asyncio.timeout(SILENCE):
            socket = await self._connect(door)
        self._socket = socket
        try:
            await self._play(door)
        finally:
            self._socket = None
            socket.transport.abort()

    async def _connect(self, door: str, **how: Any) -> websockets.ClientConnection:
        return await websockets.connect(
            f"{door.replace('http', 'ws', 1)}/api/socket",
            origin=websockets.Origin(door),
            additional_headers={"cookie": f"bluffhouse={self._token}"},
            compression=None,
            ping_interval=None,
            open_timeout=None,
            **how,
        )

    async def _play(self, door: str) -> None:
        await self._open()
        pinged = heard = time.monotonic()
        reloads = heard + self._chance.expovariate(1 / self.crowd.plan.reloads)
        while time.monotonic() < reloads or self.crowd.stops:
            if self.status == WAITING and self.seat == 0:
                await self._start(door)
            if self.status in ("over", "ended"):
                await self._next_table()
            self._decide()
            await self._send_pending()
            try:
                async with asyncio.timeout(self._until_next()):
                    self._hear(await self._recv())
                    heard = time.monotonic()
            except TimeoutError:
                if time.monotonic() - heard > SILENCE:
                    return self._is_lost(heard)
            if time.monotonic() - pinged > PING:
                pinged = time.monotonic()
                await self._say({"type": "ping"})
        return None

    def _until_next(self) -> float:
        return min(PING, max(0.01, self._due - time.monotonic())) if self._owes else PING

    @property
    def _owes(self) -> bool:
        """Whether a move is to be sent; when all stop, only one that is under way."""
        return self._pending is not None and (self.waits or not self.crowd.stops)

    async def _recv(self) -> dict[str, Any]:
        assert self._socket is not None
        frame: dict[str, Any] = json.loads(await self._socket.recv())
        return frame

    async def _say(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        async with asyncio.timeout(SILENCE):
            await self._socket.send(json.dumps(frame))

    async def _open(self) -> None:
        since = {"since": self.seq} if self.seq >= 0 else {}
        await self._say({"type": "open", "table": self.table, **since})
        if self._pending is not None:
            self._due = 0.0

    async def _start(self, door: str) -> None:
        """Whoever has the first seat begins; that somebody did already is as good."""
        headers = {"origin": door, "cookie": f"bluffhouse={token(self.group, 0)}"}
        async with httpx.AsyncClient(base_url=door, headers=headers, timeout=SILENCE) as http:
            answer = await http.post(f"/api/tables/{self.table}/start")
        if answer.is_success or answer.status_code == 409:
            self.status = "playing"

    async def _next_table(self) -> None:
        if self.number + 1 < self.crowd.plan.tables and not self.crowd.stops:
            await self._say({"type": "close", "table": self.table})  # a page listens at a few tables at most
            self.number += 1
            self.seq, self.status, self._story, self._now, self._pending = -1, WAITING, NOTHING, {}, None
            self._sent = None
            await self._open()

    def _decide(self) -> None:
        """Think about an open question, and once it is decided stay with it until it is answered."""
        if self._pending is None and self._now.get("moves") and not self.crowd.stops:
            asked = self._now["asked"]
            move = self._chance.choice(self._now["moves"])
            key = f"{self.name}-{self.number}-{asked}"
            self._pending = {"type": "move", "table": self.table, "key": key, "asked": asked, "move": move}
            self._due = time.monotonic() + self._chance.uniform(0.0, self.crowd.plan.think)

    async def _send_pending(self) -> None:
        if self._pending is None or not self._owes or time.monotonic() < self._due:
            return
        now = time.monotonic()
        self._due = now + SILENCE
        self._sent = self._sent or now
        self._note(Sent(now, self.table, self.seat, self._pending["key"]))
        for _ in range(1 + (self._chance.random() < TWICE)):
            await self._say(self._pending)

    def _hear(self, frame: dict[str, Any]) -> None:
        at = time.monotonic()
        if frame.get("table", frame.get("lobby", {}).get("table")) != self.table:
            return
        match frame["type"]:
            case "sync":
                self.status = frame["lobby"]["status"]
                self._take(frame, whole=frame["since"] < 0)
                self._is_back(at)
            case "update":
                self._take(frame, whole=False)
            case "lobby":
                self.status = frame["lobby"]["status"]
            case "ack":
                self._note(Acked(at, self.table, self.seat, frame["key"], frame["seq"]))
                self._answered(frame["key"])
            case "refused":
                self._note(Refused(at, self.table, self.seat, frame["key"], frame["rule"]))
                self._answered(frame["key"])
            case "error":
                self._note(Troubled(at, self.table, self.seat, frame["code"]))
                self._due = at + 0.3
            case _:
                pass

    def _take(self, frame: dict[str, Any], *, whole: bool) -> None:
        if frame["view"] is None:
            return
        self._story = digest(NOTHING if whole else self._story, frame["events"])
        self.seq, self._now = frame["seq"], frame
        self._note(Shown(time.monotonic(), self.name, self.table, self.seat, self.seq, self._story))

    def _answered(self, key: str) -> None:
        if self._pending is not None and self._pending["key"] == key:
            self._pending = self._sent = None
            self._now = {**self._now, "moves": []}
            self._is_back(time.monotonic())

    def _is_lost(self, since: float) -> None:
        if self._lost is None:
            self._lost = min(since, self._sent or since)

    def _is_back(self, at: float) -> None:
        """The table is seen again, and what was under way is answered."""
        if self._lost is not None and self._sent is None:
            self.crowd.pauses.append(Pause(self._lost, at))
            self._lost = None

    def _note(self, told: Told) -> None:
        self.crowd.history.append(told)


async def end(lives: Iterable[asyncio.Task[None]]) -> None:
    """Cancel them until they have ended: who gives up on a socket in that moment may take the first for its own."""
    alive = set(lives)
    while alive:
        for life in alive:
            life.cancel()
        _, alive = await asyncio.wait(alive, timeout=1)
