"""Floods beside honest players: `python -m tests.load.floods [FLOOD …]`, without a name all of them one after another.

A server with its usual limits, honest people who move at a steady rate from addresses of their own, and one flood
(`tests/load/attackers.py`). In one run: their p99 before the flood, during it, and from 30 seconds after it; and the
server's memory. A line of JSON for each flood; exit code 1 where a limit is broken. What the machine itself stood still
while somebody waited is taken off, before, during and after alike (`tests/load/stillness.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
import urllib.request
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bluffhouse.commands.load.processes import House, client, serving, swarming
from bluffhouse.commands.load.stage import SEATS, Plan, prepare
from bluffhouse.commands.load.swarm import Work as Honest
from bluffhouse.server.descriptors import room_for_sockets
from bluffhouse.store import address
from tests.load import attackers
from tests.load.stillness import Stillness, watched

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL: Final = {"RATE_SCALE": "1", "MOST_SOCKETS": "10000", "MOST_TABLES": "20000", "BOT_WORKERS": "1"}
"""The limits of an ordinary house: they are the defence."""

SLOWER: Final = 2.0
MEMORY: Final = 256.0  # MiB
RECOVERY: Final = 30.0  # seconds
ENDURED: Final = 15.0
"""Seconds for which a request that does not come to its end may hold a connection."""

SETTLING: Final = 20.0  # seconds: a house that has just opened warms its bots up
WATCHED: Final = 15.0  # seconds of play after the recovery
TOO_STILL: Final = 0.1
"""Of the time: where the machine stood still for longer, nothing can be said about the house."""
LONGER: Final = {"sockets": 1.5}
"""How many times the usual seconds a flood takes: newcomers are let in one by one, and all are to have knocked."""


@dataclass(frozen=True, slots=True)
class Scene:
    tables: int = 25
    rate: float = 40.0
    """Honest moves a second."""
    seconds: float = 45.0
    """Of the calm before, and of the flood."""
    scale: float = 1.0
    """A part of the flood."""

    @property
    def lasts(self) -> float:
        return SETTLING + 2 * self.seconds + RECOVERY + WATCHED


@dataclass
class Report:
    flood: str
    harm: dict[str, int] = field(default_factory=dict)
    endured_seconds: float = 0.0
    moves: int = 0
    calm_p99_ms: float = 0.0
    flood_p99_ms: float = 0.0
    after_p99_ms: float = 0.0
    calm_busy: float = 0.0
    """Of a processor, by the server; near 1 its own time is the limit, else it waits for somebody on the machine."""
    flood_busy: float = 0.0
    memory_mib: float = 0.0
    """By how much it grew at most."""
    stood_still: float = 0.0
    """The machine, not the house; of the time."""
    sockets_after: int = 0
    """Beyond those of the honest."""
    broken: list[str] = field(default_factory=list)


def p99(waits: Sequence[tuple[float, float]], begin: float, end: float, still: Stillness) -> float:
    """Milliseconds, of moves that were due then."""
    found = sorted(wait - still.within(due, due + wait) for due, wait in waits if begin <= due < end)
    return round(found[int(len(found) * 0.99)] * 1000, 1) if found else float("inf")


def sockets(house: House) -> int:
    with urllib.request.urlopen(f"{house.origin}/metrics") as answer:  # noqa: S310 - our own server
        found = re.search(r"^bluffhouse_sockets (\S+)", answer.read().decode(), re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


def flood(name: str, scene: Scene) -> Report:
    """One flood beside honest players."""
    report = Report(name)
    scene = replace(scene, seconds=scene.seconds * LONGER.get(name, 1.0))
    plan = Plan(scene.tables, 2 + int(scene.lasts * scene.rate / scene.tables / 60))
    with tempfile.TemporaryDirectory(prefix="bluffhouse-flood-") as folder:
        database, journal = address(Path(folder) / "house.db"), Path(folder) / "journal.json"
        asyncio.run(prepare(database, plan))
        asyncio.run(attackers.prepare(database))
        with serving(database, 1, **USUAL) as house:
            honest = Honest(house.origin, plan, scene.lasts, scene.rate, str(journal), apart=True)
            work = attackers.Work(name, house.origin, scene.seconds, scene.scale)
            with (
                watched(scene.lasts) as still,
                swarming(honest) as people,
                client("tests.load.attackers", json.dumps(asdict(work)), scene.lasts) as crowd,
            ):
                people.begin()
                time.sleep(SETTLING)
                calm, memory, spent = time.perf_counter(), house.memory(), house.busy()
                time.sleep(scene.seconds)
                begin, spent_calm = time.perf_counter(), house.busy() - spent
                crowd.begin()
                highest = highest_memory(house, begin + scene.seconds)
                harm = crowd.figures()
                end, spent_flood = time.perf_counter(), house.busy() - spent - spent_calm
                time.sleep(RECOVERY)
                report.sockets_after = sockets(house) - SEATS * scene.tables
                figures = people.figures()
        waits = json.loads(journal.read_text(encoding="utf-8"))["waits"]
    report.harm, report.endured_seconds = harm["done"], harm["longest"]
    report.moves = figures["moves"]
    report.calm_p99_ms, report.flood_p99_ms = p99(waits, calm, begin, still), p99(waits, begin, end, still)
    report.after_p99_ms = p99(waits, end + RECOVERY, end + RECOVERY + WATCHED, still)
    report.stood_still = round(still.within(calm, end) / (end - calm), 3)
    report.calm_busy = round(spent_calm / (begin - calm), 2)
    report.flood_busy = round(spent_flood / (end - begin), 2)
    report.memory_mib = round((highest - memory) / 1024, 1)
    report.broken = broken(report, figures["errors"])
    return report


def highest_memory(house: House, until: float) -> float:
    """KiB, looked at twice a second."""
    highest = 0.0
    while time.perf_counter() < until:
        highest = max(highest, house.memory())
        time.sleep(0.5)
    return highest


def broken(report: Report, errors: dict[str, int]) -> list[str]:
    """Every limit that does not hold, in words."""
    most = SLOWER * report.calm_p99_ms
    found = [f"{count} honest moves: {what}" for what, count in errors.items()]
    if report.flood_p99_ms > most:
        found.append(f"during the flood p99 is {report.flood_p99_ms} ms, and at most {most:.1f} ms are allowed")
    if report.after_p99_ms > most:
        found.append(f"{RECOVERY:g} s after it p99 is {report.after_p99_ms} ms, and at most {most:.1f} ms are allowed")
    if report.memory_mib > MEMORY:
        found.append(f"memory grew by {report.memory_mib} MiB, and at most {MEMORY:g} MiB are allowed")
    if report.endured_seconds > ENDURED:
        found.append(f"half a request held a connection for {report.endured_seconds} s")
    if report.stood_still > TOO_STILL:
        found.append(
            f"the machine stood still for {report.stood_still:.0%} of the time, which hides what the house did"
        )
    if report.sockets_after > 0:
        found.append(f"{report.sockets_after} sockets of the flood are still counted")
    return found


def main() -> int:
    usual = Scene()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("floods", nargs="*", metavar="FLOOD", help=", ".join(attackers.FLOODS))
    parser.add_argument("--tables", type=int, default=usual.tables, help="of four honest people (25)")
    parser.add_argument("--rate", type=float, default=usual.rate, help="honest moves a second (40)")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="of calm, and of each flood (45)")
    parser.add_argument("--scale", type=float, default=usual.scale, help="a part of the floods (1)")
    arguments = parser.parse_args()
    room_for_sockets()
    scene = Scene(arguments.tables, arguments.rate, arguments.seconds, arguments.scale)
    good = True
    for name in arguments.floods or attackers.FLOODS:
        report = flood(name, scene)
        print(json.dumps(asdict(report), ensure_ascii=False), flush=True)
        good &= not report.broken
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
