"""G17 with its full count: `python -m tests.store.flips [FLIPS]` flips bits of a stored log, 10,000 by default.

Each time one bit of one stored value, whatever bytes that makes of it; then the house is opened on that database. Every
flip must be noticed, and only the table whose log it is may be set aside. One line of JSON; exit code 1 otherwise.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import struct
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.store import StoreDown
from tests.server.rooms import inn

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES: Final = 4
COLUMNS: Final = ("seq", "actor", "move", "elapsed", "by", "key", "at", "fence", "chain")
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - nothing here is about disks


@dataclass(frozen=True, slots=True)
class Flip:
    table: str
    seq: int
    column: str
    value: Any
    """As it was."""
    flipped: Any
    """Bytes where it was text: they may be none any more."""


def flipped(value: Any, chance: random.Random) -> Any:
    """One bit of the value as the file holds it."""
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(31)
    raw = bytearray(struct.pack(">d", value) if isinstance(value, float) else value.encode())
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return struct.unpack(">d", raw)[0] if isinstance(value, float) else bytes(raw)


class Log:
    """The log of a house that is closed, to be spoilt and mended."""

    def __init__(self, file: Path, chance: random.Random) -> None:
        self._file = sqlite3.connect(file)
        self._file.execute("PRAGMA foreign_keys = OFF")
        self._file.execute("PRAGMA ignore_check_constraints = ON")
        self._file.row_factory = sqlite3.Row
        self._rows = self._file.execute("SELECT * FROM log").fetchall()
        self._chance = chance

    def choose(self) -> Flip:
        """One bit of one value; numbers that would take another row's place, and what is no number, are left out."""
        while True:
            row, column = self._chance.choice(self._rows), self._chance.choice(COLUMNS)
            if row[column] is None or row[column] == "":
                continue
            bad = flipped(row[column], self._chance)
            taken = column == "seq" and any(
                (one["table_id"], one["seq"]) == (row["table_id"], bad) for one in self._rows
            )
            if not taken and bad == bad:  # noqa: PLR0124 - not a number is unlike itself, and SQLite keeps none
                return Flip(row["table_id"], row["seq"], column, row[column], bad)

    def spoil(self, flip: Flip) -> None:
        self._set(flip, flip.flipped, flip.seq)

    def mend(self, flip: Flip) -> None:
        self._set(flip, flip.value, flip.flipped if flip.column == "seq" else flip.seq)

    def _set(self, flip: Flip, value: Any, seq: int) -> None:
        new = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
        done = self._file.execute(
            f'UPDATE log SET "{flip.column}" = {new} WHERE table_id = ? AND seq = ?',  # noqa: S608 - our own columns
            [value, flip.table, seq],
        )
        assert done.rowcount == 1
        self._file.commit()

    def close(self) -> None:
        self._file.close()


async def fill(folder: Path) -> list[str]:
    """Tables of bots, and one at which a person moved, all of them in the middle of a game."""
    async with inn(folder, bot_pause=(0.1, 0.1)) as here:
        for number in range(TABLES):
            await here.seat([None] * 3, ("vabanque", "bankueberfall")[number % 2])
        await here.pass_time(3)
        return sorted(here.hall.rooms)


async def loaded(folder: Path) -> list[str]:
    """The tables that a house takes up when it opens."""
    async with inn(folder, bot_pause=(1e6, 1e6)) as here:
        return sorted(here.hall.rooms)


async def flip(folder: Path, flips: int, seed: int) -> dict[str, Any]:
    every = await fill(folder)
    assert await loaded(folder) == every
    log = Log(folder / "house.db", random.Random(seed))
    columns: Counter[str] = Counter()
    unseen: list[str] = []
    spread: list[str] = []
    try:
        for _ in range(flips):
            bad = log.choose()
            log.spoil(bad)
            try:
                found: Sequence[str] = await loaded(folder)
            except StoreDown:
                found = ()
            log.mend(bad)
            columns[bad.column] += 1
            if bad.table in found:
                unseen.append(str(bad))
            if set(every) - set(found) - {bad.table}:
                spread.append(str(bad))
    finally:
        log.close()
    return {
        "flips": flips,
        "columns": dict(columns),
        "not_noticed": len(unseen),
        "others_set_aside": len(spread),
        "first": [*unseen[:3], *spread[:3]],
    }


def main(flips: int = 10_000, seed: int = 1) -> int:
    with tempfile.TemporaryDirectory(prefix="bluffhouse-flips-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        found = asyncio.run(flip(Path(folder), flips, seed))
    print(json.dumps(found))
    return 1 if found["not_noticed"] or found["others_set_aside"] else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
