"""What a house at a PostgreSQL carries with one, two and three workers, and what a move, a socket and a table cost.

`python -m tests.load.scale` prints one line of JSON, of which `python -m tests.load.paper` makes the tables in
docs/scale.md. The database is on a disk and syncs every commit; database, Redis, workers and load client share the
machine, and the processor's seconds of each are counted apart. Exit code 1 where a move was lost or refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from bluffhouse.commands.bench import commit
from bluffhouse.commands.bench_server import SHORTEST_GAME, what_is_kept
from bluffhouse.commands.load import cost
from bluffhouse.commands.load.processes import House, serving, swarming
from bluffhouse.commands.load.stage import SEATS, Plan, prepare
from bluffhouse.commands.load.swarm import Work
from bluffhouse.server.descriptors import room_for_sockets
from tests.bus.redis_server import RedisServer, start_redis
from tests.store.postgres import DISK, PostgresServer, start_postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

WORKERS: Final = (1, 2, 3)
FASTEST: Final = 5000
"""Moves a second nobody reaches here: so many are prepared that no room runs out of tables."""

SETTLING: Final = 3.0


@dataclass(frozen=True, slots=True)
class Load:
    seconds: float = 20.0
    turns: int = 3
    rooms: int = 100
    tables: int = 500
    """That stand idle."""


class Site:
    """A database that syncs to a disk, and a Redis, both new and empty."""

    def __init__(self, postgres: PostgresServer, bus: RedisServer) -> None:
        self.url = postgres.get_uri()
        self.bus = bus
        database = postgres.get_pid()
        assert database is not None
        self._database = database

    def spent(self, house: House) -> dict[str, float]:
        """The processor's seconds so far, by who spent them."""
        return {
            "worker": house.busy(),
            "database": cost.processor_seconds(self._database),
            "redis": cost.processor_seconds(self.bus.pid),
        }


@contextlib.contextmanager
def site() -> Iterator[Site]:
    with start_postgres(uuid4().hex, DISK) as postgres, start_redis() as bus:
        yield Site(postgres, bus)


def since(before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    return {who: now[who] - before[who] for who in now}


# --- moves ------------------------------------------------------------------------------------------------------------


def saturated(workers: int, load: Load) -> dict[str, Any]:
    """Everybody moves as soon as asked: moves a second, and what each cost whom."""
    plan = Plan(load.rooms, 1 + int(load.seconds * FASTEST / SHORTEST_GAME / load.rooms))
    with site() as here, tempfile.TemporaryDirectory(prefix="bluffhouse-scale-") as folder:
        asyncio.run(prepare(here.url, plan))
        journal = Path(folder) / "journal.json"
        with (
            serving(here.url, workers, REDIS=here.bus.url) as house,
            swarming(Work(house.origin, plan, load.seconds, 0.0, str(journal))) as client,
        ):
            time.sleep(SETTLING)
            before = here.spent(house)
            figures = client.play()
            spent = since(before, here.spent(house)) | {"client": figures["processor_seconds"]}
        kept = asyncio.run(what_is_kept(here.url, journal))
    moves = max(1, figures["moves"])
    return {
        "moves_per_second": figures["moves"] / figures["seconds"],
        "ms_per_move": {who: seconds * 1000 / moves for who, seconds in spent.items()},
        "cores_busy": sum(spent.values()) / figures["seconds"],
        "kilobytes_per_move": figures["megabytes"] * 1000 / moves,
        "p50_ms": figures["p50_ms"],
        "p99_ms": figures["p99_ms"],
        "errors": figures["errors"],
        **kept,
    }


def middle(turns: list[dict[str, Any]]) -> dict[str, Any]:
    """The medians of runs that took turns with others, so that a busy moment spoils one of each."""
    found: dict[str, Any] = {}
    for key, value in turns[0].items():
        if key == "errors":
            found[key] = {what: count for turn in turns for what, count in turn[key].items()}
        elif "not_kept" in key:
            found[key] = sum(turn[key] for turn in turns)
        elif isinstance(value, dict):
            found[key] = {part: statistics.median(turn[key][part] for turn in turns) for part in value}
        else:
            found[key] = statistics.median(turn[key] for turn in turns)
    return found


# --- what stands idle -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A house at which nothing happens: its memory, and what it spends in a second."""

    kib: float
    spent: dict[str, float]


def stand(here: Site, house: House, seconds: float) -> Standing:
    time.sleep(SETTLING)
    before, begin = here.spent(house), time.monotonic()
    time.sleep(seconds)
    lasted = time.monotonic() - begin
    spent = since(before, here.spent(house))
    return Standing(house.memory(), {who: value / lasted for who, value in spent.items()})


def idle(load: Load) -> dict[str, Any]:
    """One worker: empty, then with tables, then with four sockets at each."""
    with site() as here, serving(here.url, REDIS=here.bus.url) as house:
        empty = stand(here, house, load.seconds)
    with site() as here, tempfile.TemporaryDirectory(prefix="bluffhouse-scale-") as folder:
        plan = Plan(load.tables, 1)
        asyncio.run(prepare(here.url, plan))
        with serving(here.url, REDIS=here.bus.url) as house:
            opened = house.opened
            tables = stand(here, house, load.seconds)
            with swarming(Work(house.origin, plan, load.seconds, 1.0, str(Path(folder) / "journal.json"))):
                sockets = stand(here, house, load.seconds)
    return {
        "tables": load.tables,
        "sockets": SEATS * load.tables,
        "opened_seconds": opened,
        "worker_mib": empty.kib / 1024,
        "worker_cores": empty.spent["worker"],
        "database_cores": empty.spent["database"],
        "table": _each(empty, tables, load.tables),
        "socket": _each(tables, sockets, SEATS * load.tables),
    }


def _each(without: Standing, with_them: Standing, number: int) -> dict[str, float]:
    """The memory of one, and what it costs in a second though nothing happens."""
    spent = since(without.spent, with_them.spent)
    return {
        "kib": (with_them.kib - without.kib) / number,
        "worker_us_per_second": spent["worker"] / number * 1e6,
        "database_us_per_second": spent["database"] / number * 1e6,
    }


# --- all of it --------------------------------------------------------------------------------------------------------


def measure(load: Load) -> dict[str, Any]:
    turns: dict[int, list[dict[str, Any]]] = {workers: [] for workers in WORKERS}
    for _ in range(load.turns):
        for workers in WORKERS:
            turns[workers].append(saturated(workers, load))
    return {
        "python": platform.python_version(),
        "commit": commit(),
        "cores": os.cpu_count(),
        "seconds": load.seconds,
        "turns": load.turns,
        "rooms": load.rooms,
        "workers": {str(workers): middle(found) for workers, found in turns.items()},
        "idle": idle(load),
    }


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main() -> int:
    usual = Load()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="of each part (20)")
    parser.add_argument("--turns", type=int, default=usual.turns, help="of each number of workers (3)")
    parser.add_argument("--rooms", type=int, default=usual.rooms, help="of four who never wait (100)")
    parser.add_argument("--tables", type=int, default=usual.tables, help="that stand idle, four sockets at each (500)")
    room_for_sockets()
    figures = rounded(measure(Load(**vars(parser.parse_args()))))
    print(json.dumps(figures))
    found = figures["workers"].values()
    return (
        1 if any(one["errors"] or one["acknowledged_but_not_kept"] or one["shown_but_not_kept"] for one in found) else 0
    )


if __name__ == "__main__":
    sys.exit(main())
