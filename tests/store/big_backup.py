"""G28 at full size: a backup of 100,000 finished games fills an empty PostgreSQL within a quarter of an hour.

`python -m tests.store.big_backup [GAMES]`. A few games are played and put into the backup again and again under other
names, each log chained as the store chains it. Afterwards some are read from the database. One line of JSON; exit
code 1 where it took longer or something is missing.
"""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final
from uuid import uuid4

from bluffhouse import games
from bluffhouse.core.words import write_options
from bluffhouse.store import OVER, Chair, Row, Store, Table, address, beginning, linked
from bluffhouse.store.backup import TABLES, restore, save
from tests.games.sample import random_game
from tests.store.postgres import DISK, start_postgres
from tests.store.values import a_table

if TYPE_CHECKING:
    from bluffhouse.core.record import Record

GAMES: Final = 100_000
MOST: Final = 900.0  # seconds
TOGETHER: Final = 100
LOOKS: Final = 200
COLUMNS: Final = {table.name: [column.name for column in table.columns] for table in TABLES}


def finished(record: Record, number: int) -> tuple[Table, list[Chair], list[Row]]:
    """A record as a table that was played to its end."""
    game = record.game
    table = a_table(
        f"big{number}",
        game=game.name,
        version=game.version,
        options=write_options(record.options),
        seats=record.seats,
        status=OVER,
        started=101.0,
        ended=900.0,
    )
    chairs = [Chair(seat, guest=f"guest{seat}", name=f"P{seat}") for seat in range(record.seats)]
    rows = [
        Row(seq, actor, game.write(move), 1500, "person" if actor >= 0 else "dealer", f"key-{seq}", 200.0 + seq)
        for seq, (actor, move) in enumerate(record.moves, 1)
    ]
    return table, chairs, linked(beginning(table), rows)


def values(name: str, table: str, one: Any) -> list[Any]:
    """A value of the store as its backup writes it."""
    known = {field.name: getattr(one, field.name) for field in dataclasses.fields(one)} | {"table_id": table}
    if name == "tables":
        known["options"] = json.dumps(dict(known["options"]), sort_keys=True)
    if name == "log":
        known["before"] = known["seq"] - 1 or None
    return [known.get(column) for column in COLUMNS[name]]


def write(file: IO[str], head: str, records: list[Record], count: int) -> dict[str, int]:
    """So many games; how many rows of what."""
    counts = {"tables": 0, "chairs": 0, "log": 0}
    file.write(head)
    for first in range(0, count, TOGETHER):
        lines: dict[str, list[Any]] = {name: [] for name in counts}
        for number in range(first, min(count, first + TOGETHER)):
            table, chairs, log = finished(records[number % len(records)], number)
            for name, parts in (("tables", [table]), ("chairs", chairs), ("log", log)):
                lines[name] += [values(name, table.id, part) for part in parts]
        for name, line in lines.items():
            counts[name] += len(line)
            file.write(json.dumps({name: line}) + "\n")
    file.write(json.dumps({"end": counts}) + "\n")
    return counts


async def header(folder: Path) -> str:
    """The first line of any backup."""
    url = address(folder / "empty.db")
    await (await Store.open(url)).close()
    await save(url, folder / "empty.backup")
    with gzip.open(folder / "empty.backup", "rt", encoding="utf-8") as file:
        return file.readline()


async def missing(url: str, records: list[Record], count: int) -> list[str]:
    """Of some games drawn from all: those that the database does not hold as they were."""
    store = await Store.open(url)
    found = []
    try:
        for number in random.Random(count).sample(range(count), min(count, LOOKS)):
            wanted, _, rows = finished(records[number % len(records)], number)
            table = await store.table(wanted.id)
            if table is None or beginning(table) != beginning(wanted) or await store.rows(wanted.id) != rows:
                found.append(wanted.id)
    finally:
        await store.close()
    return found


async def big(folder: Path, count: int) -> dict[str, Any]:
    chance = random.Random(1)
    cells = [(games.find(name), seats) for name in games.NAMES for seats in games.find(name).seats]
    records = [random_game(game, game.options(), seats, chance) for game, seats in cells]
    with gzip.open(folder / "big.backup", "wt", encoding="utf-8", compresslevel=5) as file:
        counts = write(file, await header(folder), records, count)
    with start_postgres(uuid4().hex, DISK) as postgres:
        begun = time.monotonic()
        restored = await restore(postgres.get_uri(), folder / "big.backup")
        took = time.monotonic() - begun
        lost = await missing(postgres.get_uri(), records, count)
    broken = [f"it took {took:.0f} s"] if took > MOST else []
    broken += [f"not as they were: {lost[:3]}"] if lost or restored != counts else []
    size = round((folder / "big.backup").stat().st_size / 1e6, 1)
    return {"games": count, "rows": counts["log"], "megabytes": size, "seconds": round(took, 1), "broken": broken}


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="bluffhouse-big-") as folder:
        found = asyncio.run(big(Path(folder), int(words[0]) if words else GAMES))
    print(json.dumps(found))
    return 1 if found["broken"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
