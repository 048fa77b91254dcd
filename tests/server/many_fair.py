"""G8 with its full counts: 1,000 finished games whose draws are drawn again, and a million draws that must be even.

`python -m tests.server.many_fair [GAMES] [DRAWS]`
"""

from __future__ import annotations

import asyncio
import math
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bluffhouse import games
from bluffhouse.core.record import read
from bluffhouse.play import fair
from bluffhouse.server import records
from tests.server.rooms import inn

AT_ONCE = 20
KINDS = (2, 3, 7, 45)


async def play(number: int, folder: Path) -> tuple[int, int]:
    """So many games of bots, each at a sealed table; how many verify, and of how many draws."""
    verified = draws = 0
    names = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]
    async with inn(folder) as here:
        store = here.hall.house.store
        for first in range(0, number, AT_ONCE):
            rooms = []
            for one in range(first, min(number, first + AT_ONCE)):
                name, seats = names[one % len(names)]
                sealed = {"salt": f"salt {one}", "seed": f"seed {one}"}
                rooms.append(await here.seat([None] * seats, name, start=False, **sealed))
            await asyncio.gather(*(room.mailbox.ask(room.do_start) for room in rooms))
            async with asyncio.timeout(600):
                while any(room.status != "over" for room in rooms):
                    await asyncio.sleep(0.01)
            for room in rooms:
                finished = await store.record(room.meta.id)
                assert finished is not None
                draws += fair.verify(read(records.text(finished).encode(), games.find).record)
                verified += 1
    return verified, draws


def p_value(counts: Counter[int], kinds: int) -> float:
    """Of chi-square, by Wilson and Hilferty's approximation."""
    expected, freedom = counts.total() / kinds, kinds - 1
    chi = sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))
    spread = math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / spread / math.sqrt(2))


def even(draws: int) -> dict[int, float]:
    """The p of so many draws of each count of kinds; every hundred of them after other moves."""
    found = {}
    for kinds in KINDS:
        counts = Counter[int]()
        for trail in range(draws // len(KINDS) // 100):
            below = fair.below(fair.Seal("table", "salt", "seed", ("", "word")), f"{kinds} {trail}")
            counts.update(below(kinds) for _ in range(100))
        found[kinds] = p_value(counts, kinds)
    return found


def main(number: int = 1000, draws: int = 1_000_000) -> int:
    with tempfile.TemporaryDirectory(prefix="bluffhouse-fair-") as folder:
        verified, drawn = asyncio.run(play(number, Path(folder)))
    print(f"{verified} of {number} finished games verify, {drawn} draws")
    found = even(draws)
    print(f"{draws} draws, p of chi-square by kinds: { {kinds: round(p, 4) for kinds, p in found.items()} }")
    return 0 if verified == number and all(0.001 <= p <= 0.999 for p in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
