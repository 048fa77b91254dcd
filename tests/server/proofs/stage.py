"""A house on a stage: real sockets and requests, a clock that stands, a dealer who draws what the script says.

Everything anybody is told is written down with its moment: frames, answers with their headers, logs, the bus.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import defaultdict, deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import httpx
import structlog
import websockets

from bluffhouse.bus import LocalBus
from bluffhouse.server.botseat import FINENESS, SEED
from bluffhouse.store import Store, address
from tests.server.proofs.quick import quick
from tests.server.world import PATIENCE, PLAIN, Page, Person, StillClock, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
    from pathlib import Path

    from bluffhouse.server.botseat import Question
    from bluffhouse.server.hall import Hall
    from bluffhouse.server.room import Room
    from tests.server.world import Running

ORIGIN: Final = "http://house.test"
"""Both worlds are reached under one name, so that no answer differs by a port."""

KEY: Final = "dGhlIHNhbXBsZSBub25jZQ=="
"""The client’s part of a socket’s handshake, of which the server sends back a digest."""

LOBBY: Final = "lobby"
WATCHER: Final = "watcher"
NOBODY: Final = "nobody"
OPERATOR: Final = "operator"


class Transcript:
    """What each of them was told, line by line."""

    def __init__(self) -> None:
        self.lines: defaultdict[str, list[str]] = defaultdict(list)

    def note(self, who: str, moment: float, text: str) -> None:
        self.lines[who].append(f"{moment:.3f} {text}")

    def everything(self) -> str:
        return "\n".join(line for lines in self.lines.values() for line in lines)


def difference(one: Transcript, other: Transcript) -> str | None:
    """The first place at which two transcripts differ, in words; None where every byte is the same."""
    for who in sorted(one.lines.keys() | other.lines.keys()):
        left, right = one.lines.get(who, []), other.lines.get(who, [])
        for number, (here, there) in enumerate(zip(left, right, strict=False)):
            if here != there:
                at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), -1)
                start = max(0, at - 80)
                return f"{who}, line {number}: «{here[:60]} … {here[start : at + 80]}» and «{there[start : at + 80]}»"
        if len(left) != len(right):
            more = (left if len(left) > len(right) else right)[min(len(left), len(right))]
            return f"{who}: {len(left)} and {len(right)} lines, the next is «{more[:200]}»"
    return None


class Chance:
    """What `below` gives: to the dealer the recorded tickets, to the bots’ pauses a stream of their own."""

    def __init__(self, seed: int) -> None:
        self.tickets: deque[tuple[int, int]] = deque()
        self._pauses = random.Random(seed)

    def below(self, count: int) -> int:
        if count in (FINENESS, SEED):
            return self._pauses.randrange(count)
        total, ticket = self.tickets.popleft()
        assert total == count, "the dealer draws what the record says"
        return ticket


class ScriptedMinds:
    """Bots that choose what the record says; beyond its end they think for ever."""

    deferred = False

    def __init__(self) -> None:
        self.moves: dict[int, deque[Any]] = {}

    async def choose(self, question: Question) -> Any:
        waiting = self.moves.get(question.view.me)
        if not waiting:
            await asyncio.Event().wait()
        assert waiting
        return waiting.popleft()

    def close(self) -> None:
        """Nothing was started."""


class Moments(StillClock):
    """A clock that can be pushed to its next alarm."""

    async def to_next(self, settle: Callable[[], Awaitable[None]]) -> None:
        upcoming = min(ring.when for ring in self._rings if not ring.cancelled)
        await self.advance(max(0.0, upcoming - self.now()), settle)


class Overheard(LocalBus):
    """A bus on which somebody listens to every table."""

    overhear: Callable[[str, int], None] = staticmethod(lambda table, seq: None)

    def publish(self, table: str, seq: int) -> None:
        self.overhear(table, seq)
        super().publish(table, seq)


class Tapped(Person):
    """A person whose every answer is written down."""

    def __init__(self, stage: Stage, who: str, name: str) -> None:
        self.origin = ORIGIN
        self.name = name
        self.table = ""
        self.stage = stage
        self.who = who
        self.guest = ""
        self.http = httpx.AsyncClient(
            base_url=stage.address,
            headers={"origin": ORIGIN, "host": "house.test"},
            timeout=PATIENCE,
            event_hooks={"response": [self._note]},
            **PLAIN,
        )

    async def _note(self, response: httpx.Response) -> None:
        await response.aread()
        self.stage.note(self.who, answer_text(response))

    @property
    def token(self) -> str:
        return self.http.cookies.get("bluffhouse") or ""

    async def connect(self, table: str) -> TappedPage:
        """A socket; the handshake’s answer is written down too."""
        with mock.patch("websockets.client.generate_key", return_value=KEY):
            socket = await websockets.connect(
                "ws://house.test/api/socket",
                origin=websockets.Origin(ORIGIN),
                host="127.0.0.1",
                port=self.stage.port,
                additional_headers={"cookie": f"bluffhouse={self.token}"},
                proxy=None,
            )
        assert socket.response is not None
        headers = [f"{name}: {value}" for name, value in socket.response.headers.raw_items() if name.lower() != "date"]
        self.stage.note(self.who, f"socket {socket.response.status_code} {headers}")
        return TappedPage(self, socket, table)


class TappedPage(Page):
    """A socket whose frames are written down as they came."""

    def __init__(self, person: Tapped, socket: websockets.ClientConnection, table: str) -> None:
        super().__init__(socket, table)
        self.person = person

    async def beat(self) -> None:
        """Write down all that was sent until now."""
        await self.socket.send('{"type":"ping"}')
        while True:
            async with asyncio.timeout(PATIENCE):
                text = await self.socket.recv()
            assert isinstance(text, str)
            if text == '{"type":"pong"}':
                return
            self.person.stage.note(self.person.who, f"frame {text}")


def answer_text(response: httpx.Response) -> str:
    """Status, headers (but Date) and body as bytes; the house’s own figures without the moments they began."""
    headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"date"]
    body = response.content
    if response.url.path == "/metrics":
        headers = [(name, value) for name, value in headers if name.lower() != b"content-length"]
        body = b"\n".join(line for line in body.split(b"\n") if b"_created" not in line)
    return f"{response.request.method} {response.url.raw_path!r} {response.status_code} {headers} {body!r}"


class Stage:
    """One world: a server, its people, and what they were told."""

    def __init__(self, server: Running, chance: Chance, minds: ScriptedMinds) -> None:
        application: Any = server.server.config.app
        self.house = house = server.house
        self.hall: Hall = application.hall
        self.port = int(server.origin.rpartition(":")[2])
        self.chance = chance
        self.minds = minds
        self.address = server.origin
        self.told = Transcript()
        self.silent: str | None = None
        """Whose frames are not written down."""
        self.people: list[Tapped] = []
        assert isinstance(house.clock, Moments)
        self.clock = house.clock
        assert isinstance(house.bus, Overheard)
        house.bus.overhear = lambda table, seq: self.note(OPERATOR, f"bus {table} {seq}")

    def note(self, who: str, text: str) -> None:
        if who != self.silent:
            self.told.note(who, self.clock.now(), text)

    async def gather(self, seats: int) -> None:
        """People for every seat, then the watcher and one in the lobby; and somebody whom the house does not know."""
        names = [*(f"seat {seat}" for seat in range(seats)), WATCHER, LOBBY]
        for who in names:
            person = Tapped(self, who, who.title())
            async with asyncio.timeout(PATIENCE):
                await person.__aenter__()
            found = await self.house.store.guest_by_token_hash(_hashed(person.token))
            assert found is not None
            person.guest = found.id
            self.people.append(person)
        self.people.append(Tapped(self, NOBODY, "Nobody"))

    @property
    def watcher(self) -> Tapped:
        return self.people[-3]

    @property
    def visitor(self) -> Tapped:
        return self.people[-2]

    @property
    def nobody(self) -> Tapped:
        return self.people[-1]

    async def settle(self, room: Room | None = None) -> None:
        """Until all that follows from what was done is done."""
        for _ in range(2):
            for _ in range(6):
                await asyncio.sleep(0)
            if room is not None:
                await room.mailbox.drained()

    async def gone(self, room: Room, listeners: int) -> None:
        """Until the house has noticed that a page was closed."""
        async with asyncio.timeout(PATIENCE):
            while sum(1 for _ in room.audience) > listeners:
                await asyncio.sleep(0.001)
        await self.settle(room)

    def secrets(self) -> Iterable[str]:
        """Every token anybody has."""
        return [person.token for person in self.people if person.token]

    @contextlib.contextmanager
    def overheard(self) -> Any:
        """What the house writes down about itself meanwhile, as its operator reads it."""
        noted = partial(self.note, OPERATOR)

        class Ear(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                noted(f"log {record.name} {record.getMessage()}")

        ear = Ear(logging.WARNING)
        logging.getLogger().addHandler(ear)
        try:
            with structlog.testing.capture_logs() as entries:
                yield
        finally:
            logging.getLogger().removeHandler(ear)
        for entry in entries:
            noted(f"log {entry}")


def _hashed(token: str) -> str:
    from bluffhouse.server.security import hashed

    return hashed(token)


async def _at_once(_: Any, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """SQLite asked without a thread between: the same statements, the same file, a third of the time."""
    return work(*args, **kwargs)


@contextlib.asynccontextmanager
async def staged(
    folder: Path, *, seats: int = 6, seed: int = 1, disk: bool = False, **settings: Any
) -> AsyncIterator[Stage]:
    """A running world with its people; its log is in memory unless it is to be on the disk."""
    chance, minds = Chance(seed), ScriptedMinds()
    how: dict[str, Any] = {"bot_pause": (0.6, 1.8), "metrics": True, "tables_per_guest": 1000} | settings
    folder.mkdir(parents=True, exist_ok=True)
    with mock.patch("aiosqlite.core.Connection._execute", _at_once):
        store = await (Store.open if disk else quick)(address(folder / "house.db"))
        how |= {
            "clock": Moments(),
            "bus": Overheard(),
            "below": chance.below,
            "minds": minds,
            "store": store,
            "origins": (ORIGIN,),
        }
        try:
            async with running(folder, seed=seed, **how) as server:
                stage = Stage(server, chance, minds)
                await stage.gather(seats)
                yield stage
                for person in stage.people:
                    await person.http.aclose()
        finally:
            await store.close()
