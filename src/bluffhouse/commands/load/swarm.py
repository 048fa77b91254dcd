"""The load client, a process of its own: `python -m bluffhouse.commands.load.swarm WORK`, where WORK is JSON.

It opens all sockets, says so, waits for a line, plays, and says what it measured. Everybody chooses at random; who may
choose what is read from the server's updates, never worked out here.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from bluffhouse.commands.load import line as wire
from bluffhouse.commands.load.stage import SEATS, Plan, onlookers, table_name, token

CONNECTING: Final = 64
"""How many sockets are being opened at the same time."""

LAST_ANSWERS: Final = 5.0
"""Seconds to wait for the answers to the last moves."""


@dataclass(frozen=True, slots=True)
class Work:
    origin: str
    plan: Plan
    seconds: float
    rate: float
    """Moves a second of all together; 0: everybody moves as soon as asked."""
    journal: str
    """Where to write what was acknowledged and shown, and how long each answer took."""
    apart: bool = False
    """Each group comes from an address of its own, as people do; needs a system on which all of 127.0.0.0/8 is here."""


@dataclass(slots=True)
class Figures:
    moves: int = 0
    seconds: float = 0.0
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    p99_ms: float = 0.0
    worst_ms: float = 0.0
    errors: dict[str, int] = field(default_factory=dict)
    frames: int = 0
    megabytes: float = 0.0
    processor_seconds: float = 0.0
    """Of this client."""


class Swarm:
    def __init__(self, work: Work) -> None:
        self.work = work
        self.groups = [Group(self, number) for number in range(work.plan.groups)]
        self.chance = random.Random(work.plan.groups)  # noqa: S311 - the same choices every time
        self.waits: list[tuple[float, float]] = []
        """When each acknowledged move was due, and how long its answer took."""
        self.acknowledged: list[tuple[str, int, str, int]] = []
        self.shown: dict[str, int] = {}
        self.errors: dict[str, int] = {}
        self.frames = self.bytes = self.synced = 0
        self.playing = self.over = False
        self.gone = asyncio.Event()
        self._due: deque[Group] = deque(self.groups)

    async def connect(self) -> None:
        slots = asyncio.Semaphore(CONNECTING)
        await asyncio.gather(*(group.connect(slots) for group in self.groups))
        lines = sum(len(group.lines) for group in self.groups)
        while self.synced < lines:
            await asyncio.sleep(0.01)

    async def play(self) -> Figures:
        self.playing = True
        self.frames = self.bytes = 0
        begin, spent = time.perf_counter(), time.process_time()
        if self.work.rate:
            await self._pace(begin)
        else:
            for group in self.groups:
                group.move_on()
            await self._until(begin + self.work.seconds)
        end = time.perf_counter()
        self.playing = False
        await self._last_answers()
        self.over = True
        figures = self._figures(begin, end)
        figures.processor_seconds = round(time.process_time() - spent, 3)
        return figures

    async def _pace(self, begin: float) -> None:
        """A move is due at fixed moments, whether or not earlier ones were answered: waiting is not hidden."""
        for number in range(round(self.work.seconds * self.work.rate)):
            due = begin + number / self.work.rate
            while (left := due - time.perf_counter()) > 0:
                await asyncio.sleep(left)
            for _ in range(len(self._due)):
                self._due.rotate(-1)
                if self._due[-1].move(due):
                    break
            else:
                self.fault("nobody could move")
            if self.gone.is_set():
                return
            if number % 16 == 0:
                await asyncio.sleep(0)

    async def _until(self, end: float) -> None:
        try:
            async with asyncio.timeout(max(0.0, end - time.perf_counter())):
                await self.gone.wait()
        except TimeoutError:
            return

    async def _last_answers(self) -> None:
        end = time.perf_counter() + LAST_ANSWERS
        while not self.gone.is_set() and any(group.waiting for group in self.groups) and time.perf_counter() < end:
            await asyncio.sleep(0.01)
        if not self.gone.is_set():
            for group in self.groups:
                for _ in group.waiting:
                    self.fault("unanswered")

    def _figures(self, begin: float, end: float) -> Figures:
        waits = sorted(wait for due, wait in self.waits if due <= end)
        figures = Figures(len(waits), round(end - begin, 2), errors=self.errors)
        if waits:
            figures.p50_ms, figures.p95_ms, figures.p99_ms, figures.worst_ms = (
                round(waits[min(len(waits) - 1, int(len(waits) * part))] * 1000, 1) for part in (0.5, 0.95, 0.99, 1.0)
            )
        figures.frames, figures.megabytes = self.frames, round(self.bytes / 1e6, 1)
        return figures

    def fault(self, what: str) -> None:
        self.errors[what] = self.errors.get(what, 0) + 1


class Group:
    """Four people at one table, and those who watch them; when a game is over they go on to the next table."""

    def __init__(self, swarm: Swarm, number: int) -> None:
        self.swarm = swarm
        self.number = number
        self.people = SEATS + onlookers(swarm.work.plan, number)
        self.lines: dict[int, wire.Line] = {}
        self.waiting: dict[int, tuple[str, float]] = {}
        """By seat the key of the move that is not answered yet, and when it was due."""
        self._at = [0] * self.people
        self._open: dict[int, tuple[str, int, list[str]]] = {}
        """By seat the table, the number and the moves of its open question."""
        self._keys = 0

    async def connect(self, slots: asyncio.Semaphore) -> None:
        address = f"127.1.{self.number // 250}.{1 + self.number % 250}" if self.swarm.work.apart else None
        for seat in range(self.people):
            async with slots:
                self.lines[seat] = await wire.connect(
                    self.swarm.work.origin,
                    token(self.number, seat),
                    lambda text, seat=seat: self._hear(seat, text),  # type: ignore[misc]
                    self._end,
                    address,
                )
                self._tell(seat, f'{{"type":"open","table":"{table_name(self.number, 0)}"}}')

    def move_on(self) -> None:
        for seat in list(self._open):
            self._move(seat, time.perf_counter())

    def move(self, due: float) -> bool:
        """Have one seat move, if any is asked; everybody else waits for the next turn."""
        seat = next((seat for seat in self._open if seat not in self.waiting), None)
        if seat is not None:
            self._move(seat, due)
        return seat is not None

    def _move(self, seat: int, due: float) -> None:
        table, asked, moves = self._open.pop(seat)
        self._keys += 1
        key = f"{seat}-{self._keys}"
        self.waiting[seat] = (key, due)
        move = moves[self.swarm.chance.randrange(len(moves))]
        self._tell(seat, f'{{"type":"move","table":"{table}","key":"{key}","asked":{asked},"move":"{move}"}}')

    def _tell(self, seat: int, frame: str) -> None:
        self.lines[seat].send(frame.encode())

    def _hear(self, seat: int, text: bytes) -> None:
        self.swarm.frames += 1
        self.swarm.bytes += len(text)
        if text.startswith((b'{"type":"update"', b'{"type":"sync"')):
            self._news(seat, text)
        elif text.startswith(b'{"type":"ack"'):
            self._acknowledged(seat, text)
        elif text.startswith(b'{"type":"lobby"'):
            if b'"status":"over"' in text:
                self._next_table(seat)
        elif not text.startswith(b'{"type":"presence"'):
            self.swarm.fault(text[:60].decode(errors="replace"))

    def _news(self, seat: int, text: bytes) -> None:
        """Only what is needed is read: most frames tell somebody that it is not their turn."""
        self.swarm.synced += text.startswith(b'{"type":"sync"')
        table = table_name(self.number, self._at[seat])
        begin = text.find(b'"seq":') + 6
        seq = int(text[begin : text.find(b",", begin)])
        self.swarm.shown[table] = max(seq, self.swarm.shown.get(table, 0))
        asked = text.rfind(b'"asked":') + 8
        if text.startswith(b"null", asked) or seat >= SEATS:
            self._open.pop(seat, None)
            return
        moves = json.loads(text[text.rfind(b'"moves":') + 8 : asked - 9])
        self._open[seat] = (table, int(text[asked : text.find(b",", asked)]), moves)
        if self.swarm.playing and not self.swarm.work.rate and seat not in self.waiting:
            self._move(seat, time.perf_counter())

    def _acknowledged(self, seat: int, text: bytes) -> None:
        now = time.perf_counter()
        frame = json.loads(text)
        key, due = self.waiting.pop(seat, ("", now))
        if key != frame["key"]:
            self.swarm.fault("an answer nobody waited for")
        self.swarm.waits.append((due, now - due))
        self.swarm.acknowledged.append((frame["table"], seat, key, frame["seq"]))

    def _next_table(self, seat: int) -> None:
        old, self._at[seat] = self._at[seat], self._at[seat] + 1
        self._open.pop(seat, None)
        self._tell(seat, f'{{"type":"close","table":"{table_name(self.number, old)}"}}')
        if self._at[seat] < self.swarm.work.plan.tables:
            self._tell(seat, f'{{"type":"open","table":"{table_name(self.number, self._at[seat])}"}}')
        elif self.swarm.playing:
            self.swarm.fault("no table left")

    def _end(self) -> None:
        if not self.swarm.over and not self.swarm.gone.is_set():
            self.swarm.gone.set()


async def run(work: Work) -> Figures:
    swarm = Swarm(work)
    begin = time.perf_counter()
    await swarm.connect()
    print(json.dumps({"connected": round(time.perf_counter() - begin, 2)}), flush=True)  # noqa: T201 - its voice
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    figures = await swarm.play()
    for group in swarm.groups:
        for line in group.lines.values():
            line.close()
    journal = {"acknowledged": swarm.acknowledged, "shown": swarm.shown, "waits": swarm.waits}
    Path(work.journal).write_text(json.dumps(journal), encoding="utf-8")
    return figures


def main(words: str) -> None:
    told = json.loads(words)
    work = Work(**(told | {"plan": Plan(**told["plan"])}))
    print(json.dumps(asdict(asyncio.run(run(work)))), flush=True)  # noqa: T201 - its voice


if __name__ == "__main__":
    main(sys.argv[1])
