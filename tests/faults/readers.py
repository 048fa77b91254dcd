"""G14: pages that stop reading, while everybody else plays: nobody else notices, and the house keeps little for them.

At every table an onlooker and the second page of somebody who plays go deaf; in a spell of its own some of them also
ask for everything again and again, so that there is much to keep for them.
`python -m tests.faults.readers` runs it; with `--plant NAME` the server has that mistake, and the run must fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from bluffhouse.store import address
from tests.bus.redis_server import free_port
from tests.faults import command
from tests.faults.crowd import NEVER, Crowd, Person, Plan, end, prepare, token
from tests.faults.history import ONLOOKER, Acked, Sent
from tests.faults.nightly import MEMORY
from tests.faults.proof import Proof, quantile, rounded
from tests.faults.slips import READERS, names
from tests.faults.verdict import all_equal, judge
from tests.server.processes import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import websockets

    from tests.faults.history import Told

RATIO = 1.5  # others' slowest answers (99 of 100) while some are deaf, to those while all read
CUT = 30.0  # seconds until every deaf line is cut
MOST_KEPT = 1.0  # MiB for each deaf line that asked for much
ASKING = 8  # so many do
GREEDY = 8.0  # seconds for which they do
SETTLING = 5.0  # seconds between two spells, which count for neither
SECOND_PAGE = 1  # the seat whose person has one
LOOK = 0.2  # seconds between two looks whether to read
ASK = 0.005  # seconds between two questions for everything
WINDOW = 4096  # bytes that a page takes in without reading


@dataclass
class Ears:
    """Whether the slow pages read just now, and whether those who do not ask for more."""

    open: bool = True
    asks: bool = False


class Reader(Person):
    """A page that makes no moves: an onlooker's, or a second one of somebody who plays."""

    def __init__(self, crowd: Crowd, ears: Ears, group: int, *, onlooker: bool) -> None:
        super().__init__(crowd, group, SECOND_PAGE)
        self.name = f"r{group}{'o' if onlooker else 's'}"
        self._ears = ears
        self._asks = not onlooker and group < ASKING
        if onlooker:
            self.seat = ONLOOKER
            self._token = token((group + 1) % crowd.plan.groups, SECOND_PAGE)

    async def _visit(self, door: str) -> None:
        """Who was cut off comes again to read."""
        while not self._ears.open:
            await asyncio.sleep(LOOK)
        await super()._visit(door)

    async def _connect(self, door: str, **how: Any) -> websockets.ClientConnection:
        """With room for a few frames only, so that what is not read stays with the house."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
        line.setblocking(False)
        port = int(door.rpartition(":")[2])
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        return await super()._connect(door, sock=line, max_queue=1)

    async def _play(self, door: str) -> None:
        assert self._socket is not None
        transport = self._socket.transport
        await self._open()
        while True:
            if self._ears.open:
                transport.resume_reading()
                await self._read()
            else:
                transport.pause_reading()
                asks = self._asks and self._ears.asks
                await asyncio.sleep(ASK if asks else LOOK)
                if asks:
                    await self._say({"type": "open", "table": self.table})

    async def _read(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                self._hear(await self._recv())
        if self.status in ("over", "ended"):
            await self._next_table()


@dataclass
class Spells:
    """When everybody read and when some did not, and what the house had to keep for them."""

    calm: list[tuple[float, float]] = field(default_factory=list)
    deaf: list[tuple[float, float]] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    """MiB by which the server grew when there was much to keep."""
    cut: list[float] = field(default_factory=list)
    """Seconds until the last deaf line was cut."""


class House:
    """The server, from outside: how many lines it has open and how large it is."""

    def __init__(self, http: httpx.AsyncClient, pid: int) -> None:
        self._http = http
        self._pid = pid

    async def looks(self, lasts: float) -> AsyncIterator[tuple[int, float]]:
        """How many lines and how many MiB, twice a second: the same trouble for the house in every spell."""
        end = time.monotonic() + lasts
        while time.monotonic() < end:
            await asyncio.sleep(0.5)
            found = re.search(r"^bluffhouse_sockets (\S+)", (await self._http.get("/metrics")).text, re.MULTILINE)
            assert found is not None
            yield int(float(found[1])), self.megabytes()

    def megabytes(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._pid}/status").read_text(encoding="ascii"))
        assert found is not None
        return int(found[1]) / 1024


async def readers(plan: Plan, rounds: int, lasts: float, plant: str | None) -> Proof:
    proof = Proof("readers", plant)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        url = address(Path(name) / "house.db")
        settings = {"PORT": str(free_port()), "DATABASE": url, "METRICS": "on", "LOG_LEVEL": "error"}
        async with (
            served(settings, module="tests.faults.worker") as (child, origin),
            httpx.AsyncClient(base_url=origin, timeout=10) as http,
        ):
            await prepare(url, plan)
            crowd, ears = Crowd(plan, lambda: [origin]), Ears()
            people = crowd.people()
            slow = [Reader(crowd, ears, group, onlooker=one) for group in range(plan.groups) for one in (False, True)]
            lives = [asyncio.create_task(person.live()) for person in (*people, *slow)]
            while any(person.seq < 0 for person in (*people, *slow)):
                await asyncio.sleep(0.1)
            spells, house = Spells(), House(http, child.pid)
            for _ in range(rounds):
                await _calm(spells, house, lasts)
                await _deaf(spells, ears, house, len(people), lasts)
                await _greedy(spells, ears, house)
            crowd.stops = True
            waited = await all_equal(url, [*people, *slow], time.monotonic())
            await end(lives)
            verdict = await judge(url, crowd.history)
    proof.hold_to(verdict)
    behind = [person.name for person, wait in zip((*people, *slow), waited, strict=True) if wait == float("inf")]
    proof.limit(not behind, f"never saw all there is: {behind[:5]}")
    proof.figures |= {"deaf_lines": len(slow)}
    _hold(proof, spells, crowd.history, min(ASKING, plan.groups))
    return proof


async def _calm(spells: Spells, house: House, lasts: float) -> None:
    await asyncio.sleep(SETTLING)
    begin = time.monotonic()
    async for _ in house.looks(lasts):
        pass
    spells.calm.append((begin, begin + lasts))


async def _deaf(spells: Spells, ears: Ears, house: House, others: int, lasts: float) -> None:
    await asyncio.sleep(SETTLING)
    begin, cut = time.monotonic(), float("inf")
    ears.open = False
    async for lines, _ in house.looks(lasts):
        if cut == float("inf") and lines <= others:
            cut = time.monotonic() - begin
    ears.open = True
    spells.deaf.append((begin, begin + lasts))
    spells.cut.append(cut)


async def _greedy(spells: Spells, ears: Ears, house: House) -> None:
    """Deaf again, with much to keep for some; what their asking costs others is a flood's matter and not counted."""
    await asyncio.sleep(SETTLING)
    before = house.megabytes()
    ears.open, ears.asks = False, True
    spells.kept.append(max([megabytes - before async for _, megabytes in house.looks(GREEDY)]))
    ears.open, ears.asks = True, False
    await asyncio.sleep(SETTLING)


def _hold(proof: Proof, spells: Spells, history: list[Told], asking: int) -> None:
    calm, deaf = _answers(history, spells.calm), _answers(history, spells.deaf)
    ratio = quantile(deaf, 0.99) / quantile(calm, 0.99)
    kept = max(spells.kept) / asking
    proof.figures |= {"asking": asking, "cut_after": rounded(max(spells.cut)), "kept_mib_each": round(kept, 3)}
    proof.figures |= {"calm_moves": len(calm), "deaf_moves": len(deaf), "ratio_p99": rounded(ratio)}
    proof.spread("calm", calm)
    proof.spread("deaf", deaf)
    proof.limit(ratio <= RATIO, f"others' p99 was {ratio:.2f} times that of the same run's calm")
    proof.limit(max(spells.cut) <= CUT, f"a deaf line was open for over {CUT} s")
    proof.limit(kept <= MOST_KEPT, f"{kept:.2f} MiB were kept for each deaf line")


def _answers(history: list[Told], spells: list[tuple[float, float]]) -> list[float]:
    """How long each move waited that was sent in one of the spells."""
    sent: dict[tuple[str, int, str], float] = {}
    waited = []
    for told in history:
        if isinstance(told, Sent):
            sent.setdefault((told.table, told.seat, told.key), told.at)
        elif isinstance(told, Acked):
            at = sent.pop((told.table, told.seat, told.key), None)
            if at is not None and any(begin <= at < end for begin, end in spells):
                waited.append(told.at - at)
    return waited


def main() -> int:
    asked = command.read(__doc__, "few tables, twice", names(READERS))
    groups, rounds, lasts = (3, 2, 20.0) if asked.small else (20, 4, 35.0)
    plan = Plan(groups, 30, think=1.0, reloads=NEVER)
    return asyncio.run(readers(plan, rounds, lasts, asked.plant)).tell()


if __name__ == "__main__":
    sys.exit(main())
