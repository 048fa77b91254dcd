"""`bluffhouse bench server`: what a server on this machine carries, from SQLite with full sync to the sockets.

The server and the load client are processes of their own; nothing leaves this machine and all of it stops by itself.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import platform
import random
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.load.processes import serving, swarming
from bluffhouse.commands.load.stage import SEATS, Plan, prepare
from bluffhouse.commands.load.swarm import Work
from bluffhouse.server.descriptors import room_for_sockets
from bluffhouse.store import Store, address

if TYPE_CHECKING:
    from argparse import Namespace

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
    database = address(folder / "paced.db")
    asyncio.run(prepare(database, plan))
    with serving(database) as house:
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
    database, journal = address(folder / "saturated.db"), folder / "saturated.json"
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
    kept = asyncio.run(what_is_kept(database, journal))
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


async def what_is_kept(database: str, journal: Path) -> dict[str, int]:
    """After the end: what was acknowledged or shown, and how much of it the database does not hold."""
    told = json.loads(journal.read_text(encoding="utf-8"))
    store = await Store.open(database)
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
    with serving(address(folder / "empty.db")) as house:
        urllib.request.urlopen(f"{house.origin}/ready").close()  # noqa: S310 - our own server
        return house.memory()
