"""`bluffhouse bench server`: what a server on this machine carries, from SQLite with full sync to the sockets.

The server and the load client are processes of their own; nothing leaves this machine and all of it stops by itself.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.load.stage import SEATS, Plan, prepare
from bluffhouse.commands.load.swarm import Work
from bluffhouse.server.descriptors import room_for_sockets
from bluffhouse.store import Store, address

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

OPENING: Final = 180.0
"""Seconds until a server that does not answer, or a client that cannot connect, counts as broken."""

FASTEST: Final = 6000
"""Moves a second nobody reaches here: so many are prepared that no group runs out of tables."""

SHORTEST_GAME: Final = 60


@dataclasses.dataclass(frozen=True, slots=True)
class Load:
    """How much is asked of the server."""

    tables: int = 50
    sockets: int = 250
    rate: float = 50.0
    rooms: int = 200
    """Of four, all of whom move as soon as they are asked."""
    seconds: float = 10.0


def run(arguments: Namespace) -> int:
    load = Load(arguments.tables, arguments.sockets, arguments.rate, arguments.rooms, arguments.seconds)
    room, wanted = room_for_sockets(), max(load.sockets, SEATS * load.tables, SEATS * load.rooms)
    if room is not None and room < wanted:
        complain("bench server", f"{wanted} sockets are asked for; {phrases.few_sockets(room)}")
        return 1
    figures = measure(load)
    if arguments.json:
        say(json.dumps({"python": platform.python_version(), "server": figures}))
        return 0
    for part, told in figures.items():
        say(f"{part}:")
        for name, value in told.items():
            say(f"  {name.replace('_', ' '):<28}{value if value != {} else 'none'}")
    return 0


def measure(load: Load) -> dict[str, Any]:
    """Both parts; without tables or without rooms only the other one."""
    figures = {}
    with tempfile.TemporaryDirectory(prefix="bluffhouse-bench-") as name:
        folder = Path(name)
        if load.tables:
            figures["paced"] = _paced(folder, load, _memory_of_an_empty_house(folder))
        if load.rooms:
            figures["saturated"] = _saturated(folder, load)
    return figures


def _paced(folder: Path, load: Load, empty: float) -> dict[str, Any]:
    """Many tables at a steady rate: how long people wait for their answers."""
    plan = Plan(load.tables, 1, max(0, load.sockets - 4 * load.tables))
    asyncio.run(prepare(folder / "paced.db", plan))
    with serving(folder / "paced.db") as house:
        work = Work(house.origin, plan, load.seconds, load.rate, str(folder / "paced.json"))
        with swarming(work) as client:
            memory = house.memory()
            figures = client.play()
    return {
        "tables": load.tables,
        "sockets": 4 * load.tables + plan.onlookers,
        "rate": load.rate,
        "ready_seconds": house.opened,
        "connected_seconds": client.connected,
        "idle_table_kib": round((memory - empty) / load.tables, 1),
        **figures,
    }


def _saturated(folder: Path, load: Load) -> dict[str, Any]:
    """Everybody moves at once until the server is killed: how many moves it keeps, and whether it kept its word."""
    rounds = 1 + int(load.seconds * FASTEST / SHORTEST_GAME / load.rooms)
    plan = Plan(load.rooms, rounds)
    database, journal = folder / "saturated.db", folder / "saturated.json"
    asyncio.run(prepare(database, plan))
    late: dict[str, float] = {}
    with (
        serving(database) as house,
        swarming(Work(house.origin, plan, load.seconds * 2, 0.0, str(journal))) as client,
    ):
        before, busy = house.counted(), house.busy()
        counting = threading.Timer(load.seconds * 0.75, lambda: late.update(house.counted(), busy=house.busy()))
        killer = threading.Timer(load.seconds * random.uniform(0.8, 1.2), house.kill)  # noqa: S311 - no secret
        begin = time.perf_counter()
        for timer in (counting, killer):
            timer.start()
        figures = client.play()
        for timer in (counting, killer):
            timer.join()
    commits, made, busy = late["commits"] - before["commits"], late["moves"] - before["moves"], late["busy"] - busy
    kept = asyncio.run(_kept(database, journal))
    return {
        "rooms": load.rooms,
        "moves_per_second": round(figures["moves"] / figures["seconds"], 1),
        "server_busy": round(busy / (load.seconds * 0.75), 2),
        "server_ms_per_row": round(busy / made * 1000, 2) if made else None,
        "rows_per_commit": round(made / commits, 1) if commits else None,
        "commits_per_second": round(commits / (load.seconds * 0.75), 1),
        "killed_after": round(time.perf_counter() - begin, 1),
        **figures,
        **kept,
    }


async def _kept(database: Path, journal: Path) -> dict[str, int]:
    """After the kill: what was acknowledged or shown, and how much of it the database does not hold."""
    told = json.loads(journal.read_text(encoding="utf-8"))
    store = await Store.open(address(database))
    try:
        rows = {table: await store.rows(table) for table in told["shown"]}
    finally:
        await store.close()
    held = {(table, row.actor, row.key, row.seq) for table, found in rows.items() for row in found}
    return {
        "acknowledged": len(told["acknowledged"]),
        "acknowledged_but_not_kept": len({tuple(entry) for entry in told["acknowledged"]} - held),
        "shown_but_not_kept": sum(seq > len(rows[table]) for table, seq in told["shown"].items()),
    }


def _memory_of_an_empty_house(folder: Path) -> float:
    with serving(folder / "empty.db") as house:
        urllib.request.urlopen(f"{house.origin}/ready").close()  # noqa: S310 - our own server
        return house.memory()


def processor_seconds(process: int) -> float:
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return 0.0
    fields = told.read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the two processes ------------------------------------------------------------------------------------------------


class House:
    """A server process."""

    def __init__(self, process: subprocess.Popen[str], origin: str, opened: float) -> None:
        self._process = process
        self.origin = origin
        self.opened = opened

    def memory(self) -> float:
        """KiB in use; 0 where the system does not tell."""
        status = Path(f"/proc/{self._process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="ascii")) if status.exists() else None
        return float(found[1]) if found else 0.0

    def busy(self) -> float:
        """Seconds of a processor it has used; 0 where the system does not tell."""
        return processor_seconds(self._process.pid)

    def counted(self) -> dict[str, float]:
        """Its own counters: moves stored, and commits they took."""
        with urllib.request.urlopen(f"{self.origin}/metrics") as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        moves = re.findall(r"^bluffhouse_moves_total\{[^}]*\} (\S+)", text, re.MULTILINE)
        commits = re.findall(r"^bluffhouse_commits (\S+)", text, re.MULTILINE)
        return {"moves": sum(map(float, moves)), "commits": sum(map(float, commits))}

    def kill(self) -> None:
        self._process.kill()


@contextmanager
def serving(database: Path) -> Iterator[House]:
    """`bluffhouse serve` on that database, killed at the end."""
    settings = {
        "PORT": "0",
        "DATABASE": address(database),
        "BOT_WORKERS": "0",
        "RATE_SCALE": "1000000",
        "METRICS": "on",
        "LOG_LEVEL": "error",
        "MOST_SOCKETS": str(room_for_sockets() or 1_000_000),
        "MOST_TABLES": "1000000",
    }
    ours = {name: value for name, value in os.environ.items() if not name.startswith("BLUFFHOUSE_")}
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "bluffhouse.cli", "serve"],
        env=ours | {f"BLUFFHOUSE_{name}": value for name, value in settings.items()},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        found = re.search(r"http://\S+", _line(process))
        if found is None:
            raise RuntimeError("the server did not start")
        yield House(process, found[0], round(time.perf_counter() - begin, 2))
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


class Client:
    """A load client whose sockets are open."""

    def __init__(self, process: subprocess.Popen[str], connected: float) -> None:
        self._process = process
        self.connected = connected

    def play(self) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        figures: dict[str, Any] = json.loads(_line(self._process))
        return figures


@contextmanager
def swarming(work: Work) -> Iterator[Client]:
    command = [sys.executable, "-m", "bluffhouse.commands.load.swarm", json.dumps(dataclasses.asdict(work))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    alarm = threading.Timer(OPENING + 3 * work.seconds, process.kill)
    alarm.start()
    try:
        yield Client(process, json.loads(_line(process))["connected"])
    finally:
        alarm.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _line(process: subprocess.Popen[str]) -> str:
    pipe: IO[str] | None = process.stdout
    assert pipe is not None
    line = pipe.readline()
    if not line:
        raise RuntimeError("a process of the load test ended too early; what it said is above")
    return line
