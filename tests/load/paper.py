"""What 100,000 people at once would need, worked out from measured figures: `python -m tests.load.paper`.

Reads docs/scale.json, which `python -m tests.load.scale` prints, and writes the tables in docs/scale.md between their
marks. The letters are those of the text around them.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCS: Final = Path(__file__).parents[2] / "docs"
FIGURES: Final = DOCS / "scale.json"
PAGE: Final = DOCS / "scale.md"
BEGIN, END = "<!-- begin {} -->", "<!-- end {} -->"

PEOPLE: Final = 100_000
SEATS: Final = 4
PACE: Final = 5.0
"""Seconds between two decisions of people at one table."""
ONLOOKERS: Final = 0.1
"""Sockets that only watch, for each that plays."""
FILLED: Final = 0.6
"""How much of a processor is used: the rest is for bad moments."""


def spread(workers: float) -> float:
    """At how many workers a table's people are on average, when each came to any of them."""
    return workers * (1 - (1 - 1 / workers) ** SEATS)


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of a processor and KiB, from the measured figures."""

    move: dict[str, float]
    """Of one move by whom, while all its people are at one worker."""
    further: dict[str, float]
    """Of one move at each further worker to which it must be told."""
    delivery: float
    """Of Redis, for a message to one worker."""
    table: dict[str, float]
    socket: dict[str, float]
    worker: dict[str, float]
    kilobytes: float


def costs(figures: dict[str, Any]) -> Costs:
    idle = figures["idle"]
    one, three = (_by_moves(figures, workers) for workers in (1, 3))
    standing = {
        kind: {who: max(0.0, idle[kind][f"{who}_us_per_second"]) / 1e6 for who in ("worker", "database")}
        | {"kib": idle[kind]["kib"]}
        for kind in ("table", "socket")
    }
    return Costs(
        move=one,
        further={who: (three[who] - one[who]) / (spread(3) - 1) for who in ("worker", "database")},
        delivery=max(0.0, three["redis"] - one["redis"]) / (spread(3) - 1),
        table=standing["table"],
        socket=standing["socket"],
        worker={"worker": idle["worker_cores"], "database": idle["database_cores"], "kib": idle["worker_mib"] * 1024},
        kilobytes=figures["workers"]["1"]["kilobytes_per_move"],
    )


def _by_moves(figures: dict[str, Any], workers: int) -> dict[str, float]:
    """Seconds a move, without what so many workers spend while nothing happens."""
    found, idle = figures["workers"][str(workers)], figures["idle"]
    standing = {"worker": idle["worker_cores"], "database": idle["database_cores"], "redis": 0.0}
    return {
        who: found["ms_per_move"][who] / 1000 - workers * cores / found["moves_per_second"]
        for who, cores in standing.items()
    }


@dataclass(frozen=True, slots=True)
class Need:
    """What the people of the page need, in one arrangement."""

    places: float
    """Workers at which a table is held."""
    workers: int
    work: float
    """Processors for what workers do for tables and sockets."""
    database: float
    redis: float
    gib: float
    megabits: float


def need(cost: Costs, *, together: bool) -> Need:
    """Together: a table's people come to one worker."""
    tables, moves = PEOPLE / SEATS, PEOPLE / SEATS / PACE
    sockets = PEOPLE * (1 + ONLOOKERS)
    places = 1.0 if together else spread(10_000)
    work = moves * (cost.move["worker"] + (places - 1) * cost.further["worker"])
    work += places * tables * cost.table["worker"] + sockets * cost.socket["worker"]
    workers = math.ceil(work / (FILLED - cost.worker["worker"]))
    database = moves * (cost.move["database"] + (places - 1) * cost.further["database"])
    database += places * tables * cost.table["database"] + sockets * cost.socket["database"]
    return Need(
        places=places,
        workers=workers,
        work=work,
        database=(database + workers * cost.worker["database"]) / FILLED,
        redis=moves * (cost.move["redis"] + (places - 1) * cost.delivery) / FILLED,
        gib=(places * tables * cost.table["kib"] + sockets * cost.socket["kib"] + workers * cost.worker["kib"]) / 2**20,
        megabits=moves * cost.kilobytes * (1 + ONLOOKERS) * 8 / 1000,
    )


# --- the page ---------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """With three figures that count."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---", *("--:" for _ in head[1:])), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def measured(figures: dict[str, Any]) -> str:
    found = figures["workers"]
    names = tuple(found)
    parts = ("worker", "database", "redis", "client")
    rows = [
        ("durable moves a second", *(number(found[name]["moves_per_second"]) for name in names)),
        *((f"CPU ms a move, {part}", *(number(found[name]["ms_per_move"][part]) for name in names)) for part in parts),
        (f"cores busy, of {figures['cores']}", *(number(found[name]["cores_busy"]) for name in names)),
        ("answer after, p50 / p99 ms", *(f"{found[n]['p50_ms']:.0f} / {found[n]['p99_ms']:.0f}" for n in names)),
        ("acknowledged and not kept", *(str(found[name]["acknowledged_but_not_kept"]) for name in names)),
    ]
    told = f"Commit `{figures['commit']}`, Python {figures['python']}, {figures['cores']} cores; medians of "
    told += f"{figures['turns']} runs of {figures['seconds']:g} s that took turns, {figures['rooms']} rooms of four."
    return f"{told}\n\n{table(('workers', *names), rows)}"


def letters(cost: Costs) -> str:
    rows = [
        ("w", "worker, a move", f"{number(cost.move['worker'] * 1000)} ms"),
        ("w′", "worker, the same move at each further worker", f"{number(cost.further['worker'] * 1000)} ms"),
        ("d", "database, a move", f"{number(cost.move['database'] * 1000)} ms"),
        ("d′", "database, each further worker that reads it", f"{number(cost.further['database'] * 1000)} ms"),
        ("r", "Redis, a move", f"{number(cost.move['redis'] * 1e6)} µs"),
        ("r′", "Redis, a message to each further worker", f"{number(cost.delivery * 1e6)} µs"),
        ("t", "worker, a table for a second", f"{number(cost.table['worker'] * 1e6)} µs"),
        ("t′", "database, a table for a second", f"{number(cost.table['database'] * 1e6)} µs"),
        ("s", "worker, a socket for a second", f"{number(cost.socket['worker'] * 1e6)} µs"),
        ("m", "memory of a table", f"{number(cost.table['kib'])} KiB"),
        ("n", "memory of a socket", f"{number(cost.socket['kib'])} KiB"),
        ("b", "memory of a worker without tables", f"{number(cost.worker['kib'] / 1024)} MiB"),
        ("k", "to the people, a move", f"{number(cost.kilobytes)} kB"),
    ]
    return table(("letter", "what", "measured"), rows)


ARRANGEMENTS: Final = {
    "as it is": {"together": False},
    "a table’s people at one worker": {"together": True},
}


def needed(cost: Costs) -> str:
    found = [need(cost, **how) for how in ARRANGEMENTS.values()]
    rows = [
        ("workers that hold a table", *(number(one.places) for one in found)),
        ("processors for tables and sockets", *(number(one.work) for one in found)),
        ("workers (one processor each)", *(str(one.workers) for one in found)),
        ("processors of the database", *(number(one.database) for one in found)),
        ("processors of Redis, which can use one", *(number(one.redis) for one in found)),
        ("GiB of memory of all workers", *(number(one.gib) for one in found)),
        ("Mbit/s to the people", *(number(one.megabits) for one in found)),
    ]
    return table(("", *ARRANGEMENTS), rows)


def filled(page: str, figures: dict[str, Any]) -> str:
    cost = costs(figures)
    for name, text in (("measured", measured(figures)), ("letters", letters(cost)), ("needed", needed(cost))):
        before, _, rest = page.partition(BEGIN.format(name))
        _, _, after = rest.partition(END.format(name))
        page = f"{before}{BEGIN.format(name)}\n\n{text}\n\n{END.format(name)}{after}"
    return page


def main() -> int:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
