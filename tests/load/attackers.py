"""Floods, each a process of its own: `python -m tests.load.attackers WORK`, where WORK is JSON.

It says that it is ready, waits for a line, floods the house for some seconds and says how far it got. It comes from 200
addresses and gives way to everybody else on this machine, for real attackers would use the processors of others. A low
priority is not enough for that: whoever woke up would still wait some milliseconds until it has used up its turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from bluffhouse.commands.load import line as wire
from bluffhouse.server.descriptors import room_for_sockets
from bluffhouse.server.security import hashed
from bluffhouse.store import Guest, Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ADDRESSES: Final = 200
GUESTS: Final = 1000
MEBIBYTE: Final = 1 << 20

SOCKETS: Final = 10_000
SENDERS: Final = 50
SLOW: Final = 2_000
TALKERS: Final = 50
PAGES: Final = 12
"""Sockets of one guest, as many as the house allows."""


@dataclass(frozen=True, slots=True)
class Work:
    attack: str
    origin: str
    seconds: float
    scale: float = 1.0
    """A part of the numbers above."""


@dataclass(slots=True)
class Harm:
    """How far it got."""

    done: dict[str, int] = field(default_factory=dict)
    longest: float = 0.0
    """Seconds for which the house put up with somebody who says nothing whole."""


def token(number: int) -> str:
    return f"attacker-{number}"


async def prepare(database: str) -> None:
    """Guests of the attackers, as they would have collected them in the days before."""
    store = await Store.open(database)
    try:
        now = time.time()
        names = [token(number) for number in range(GUESTS)]
        await asyncio.gather(*(store.add_guest(Guest(name, "Somebody", now, now), hashed(name)) for name in names))
    finally:
        await store.close()


class Attack:
    def __init__(self, work: Work) -> None:
        self.origin = work.origin
        self.harm: Counter[str] = Counter()
        self.longest = 0.0
        self.chance = random.Random(work.attack)
        self._scale = work.scale
        self._end = 0.0
        self._numbers = itertools.count()

    async def run(self, seconds: float, flood: Callable[[Attack], Awaitable[None]]) -> Harm:
        self._end = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await flood(self)
        await asyncio.sleep(max(0.0, self._end - time.monotonic()))
        return Harm(dict(self.harm), round(self.longest, 1))

    def many(self, number: int) -> range:
        return range(max(1, round(number * self._scale)))

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self._end

    def address(self) -> str:
        """The next of ours."""
        return f"127.2.0.{1 + next(self._numbers) % ADDRESSES}"

    async def line(
        self, guest: int, heard: Callable[[bytes], None] = lambda _: None
    ) -> tuple[wire.Line, asyncio.Event]:
        """A socket and its end; a refusal is counted, and waited for a moment."""
        ended = asyncio.Event()
        try:
            opened = await wire.connect(self.origin, token(guest), heard, ended.set, self.address())
        except OSError:
            self.harm["refused"] += 1
            await asyncio.sleep(0.2)
            raise
        self.harm["opened"] += 1
        return opened, ended


# --- floods -----------------------------------------------------------------------------------------------------------


async def sockets(attack: Attack) -> None:
    """As many as the house takes, held open; whoever is refused comes again."""
    slots = asyncio.Semaphore(64)

    async def hold(number: int) -> None:
        while attack.goes_on:
            with contextlib.suppress(OSError):
                async with slots:
                    _, ended = await attack.line(number % GUESTS)
                await ended.wait()

    await asyncio.gather(*(hold(number) for number in attack.many(SOCKETS)))


async def frames(attack: Attack) -> None:
    """A mebibyte in one frame, again and again."""

    async def send(guest: int) -> None:
        while attack.goes_on:
            with contextlib.suppress(OSError):
                line, ended = await attack.line(guest)
                line.send(b"x" * MEBIBYTE)
                attack.harm["frames"] += 1
                await ended.wait()

    await asyncio.gather(*(send(number) for number in attack.many(SENDERS)))


async def headers(attack: Attack) -> None:
    """Requests that never come to their end: half of them in the headers, half in the body."""
    parts = urlsplit(attack.origin)
    asks = {
        0: f"GET / HTTP/1.1\r\nHost: {parts.netloc}\r\n",
        1: f"POST /api/guests HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {attack.origin}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    }

    async def dawdle(number: int) -> None:
        while attack.goes_on:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(attack.address(), 0))
            begun = time.monotonic()
            attack.harm["opened"] += 1
            with contextlib.suppress(OSError):
                writer.write(asks[number % 2].encode())
                while not writer.is_closing() and not reader.at_eof():
                    writer.write(b"X: y\r\n" if number % 2 == 0 else b" ")
                    attack.longest = max(attack.longest, time.monotonic() - begun)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(1000), 1.0)
            writer.close()

    await asyncio.gather(*(dawdle(number) for number in attack.many(SLOW)))


async def tables(attack: Attack) -> None:
    """Every guest sets up tables full of bots and starts them, as many as the house lets them."""

    async def found(guest: int) -> None:
        caller = Caller(attack, guest)
        while attack.goes_on:
            body = {"game": "vabanque", "seats": 6}
            status, made = await caller.ask("POST", "/api/tables", body)
            attack.harm[f"tables {status}"] += 1
            if status != 201:
                await asyncio.sleep(0.5)
                continue
            at = f"/api/tables/{made['place']['lobby']['table']}"
            for seat in range(1, 6):
                await caller.ask("PUT", f"{at}/seats/{seat}/bot", {"level": "regular"})
            status, _ = await caller.ask("POST", f"{at}/start")
            attack.harm[f"started {status}"] += 1

    await asyncio.gather(*(found(number) for number in attack.many(ADDRESSES)))


async def chat(attack: Attack) -> None:
    """Guests with a dozen pages each at their own table say as much as they are let, and one in three says more."""

    async def talk(guest: int) -> None:
        caller = Caller(attack, guest)
        status, made = await caller.ask("POST", "/api/tables", {"game": "vabanque", "seats": 3, "chat": True})
        attack.harm[f"tables {status}"] += 1
        table = made["place"]["lobby"]["table"]
        await asyncio.gather(*(shout(guest, table, page) for page in range(PAGES)))

    async def shout(guest: int, table: str, page: int) -> None:
        frame = json.dumps({"type": "say", "table": table, "text": "x" * 200}).encode()
        while attack.goes_on:
            with contextlib.suppress(OSError):
                line, ended = await attack.line(guest)
                line.send(json.dumps({"type": "open", "table": table}).encode())
                while not ended.is_set():
                    line.send(frame)
                    attack.harm["said"] += 1
                    await asyncio.sleep(0.02 if page % 3 == 0 else 0.21)

    await asyncio.gather(*(talk(number) for number in attack.many(TALKERS)))


FLOODS: Final[dict[str, Callable[[Attack], Awaitable[None]]]] = {
    "sockets": sockets,
    "frames": frames,
    "headers": headers,
    "tables": tables,
    "chat": chat,
}


class Caller:
    """Plain requests of one guest over one connection: just enough of HTTP, so that the attack costs little."""

    def __init__(self, attack: Attack, guest: int) -> None:
        self._origin = attack.origin
        self._guest = guest
        self._address = f"127.2.0.{1 + guest % ADDRESSES}"
        self._pipes: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer; 0 where the line was cut, and the next request takes a new one."""
        sent = b"" if body is None else json.dumps(body).encode()
        try:
            return await self._ask(f"{method} {path}", sent)
        except (OSError, EOFError):
            self._pipes = None
            return 0, None

    async def _ask(self, what: str, sent: bytes) -> tuple[int, Any]:
        parts = urlsplit(self._origin)
        if self._pipes is None:
            self._pipes = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(self._address, 0))
        reader, writer = self._pipes
        kind = "Content-Type: application/json\r\n" if sent else ""
        head = (
            f"{what} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {self._origin}\r\n"
            f"Cookie: bluffhouse={token(self._guest)}\r\n{kind}Content-Length: {len(sent)}\r\n\r\n"
        )
        writer.write(head.encode() + sent)
        told = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = next(int(row.split(":")[1]) for row in told.split("\r\n") if row.lower().startswith("content-length"))
        answer = await reader.readexactly(size)
        return int(told.split(" ")[1]), json.loads(answer) if answer else None


async def run(work: Work) -> Harm:
    attack = Attack(work)
    print(json.dumps({"connected": 0.0}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    return await attack.run(work.seconds, FLOODS[work.attack])


def main(words: str) -> None:
    room_for_sockets()
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    print(json.dumps(asdict(asyncio.run(run(Work(**json.loads(words)))))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
