"""How many appends a second the store commits, and how many rows a commit: `python -m tests.store.measure`."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from bluffhouse.store import Store, address
from tests.store.postgres import DISK, start_postgres
from tests.store.values import a_row, a_table, acknowledged


async def measure(url: str, tables: int, seconds: float) -> dict[str, float]:
    """Every table appends a move with its answer, and the next one as soon as that is committed."""
    store = await Store.open(url)
    names = [f"{tables}-{number}" for number in range(tables)]
    await asyncio.gather(*(store.add_table(a_table(name)) for name in names))
    waits: list[float] = []
    commits, begin = store.commits, time.perf_counter()

    async def play(name: str) -> None:
        seq = 0
        while (now := time.perf_counter()) < begin + seconds:
            seq += 1
            await store.append(name, [a_row(seq)], [acknowledged(f"key-{seq}", seq)])
            waits.append(time.perf_counter() - now)

    await asyncio.gather(*(play(name) for name in names))
    took, commits = time.perf_counter() - begin, store.commits - commits
    await store.close()
    waits.sort()
    return {
        "tables": tables,
        "appends/s": round(len(waits) / took),
        "commits/s": round(commits / took),
        "rows/commit": round(len(waits) / commits, 1),
        "p50 ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99 ms": round(waits[len(waits) * 99 // 100] * 1000, 1),
    }


def main(seconds: float = 5.0) -> None:
    with tempfile.TemporaryDirectory() as folder, start_postgres("measure", DISK) as server:
        for tables in (1, 10, 200):
            for kind, url in (("sqlite", address(Path(folder) / f"{tables}.db")), ("postgresql", server.get_uri())):
                print(json.dumps({"store": kind, **asyncio.run(measure(url, tables, seconds))}), flush=True)


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:]))
