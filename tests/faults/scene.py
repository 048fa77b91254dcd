"""A table with its people in a database, before any server runs: every fault test begins here."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bluffhouse import games
from bluffhouse.core.words import write_options
from bluffhouse.server.security import hashed
from bluffhouse.store import WAITING, Chair, Guest, Row, Store, Table, address
from tests.server.world import Person

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TABLE = "thetable"
BORN = 1_700_001_000.0  # where the clock that stands still begins

SCENES = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]


def count(name: str, small: int) -> int:
    """How often, or how much: a little by default, as much as the environment says in a nightly run."""
    return int(os.environ.get(f"FAULTS_{name}", small))


def scenes(name: str, *small: tuple[str, int]) -> list[tuple[str, int]]:
    """A few scenes, of both games and unlike in seats; all of them in a nightly run."""
    return SCENES if os.environ.get(f"FAULTS_{name}") == "all" else list(small)


@dataclass(frozen=True)
class Scene:
    game: str
    seats: int
    time: str = "none"
    bots: Mapping[int, str] = field(default_factory=dict, hash=False)
    born: float = BORN
    delay: int = 0

    async def prepare(self, folder: Path) -> None:
        await self.prepare_at(file_in(folder))

    async def prepare_at(self, database: str) -> None:
        """The table waits and everybody sits; seat 0 is the host."""
        game = games.find(self.game)
        store = await Store.open(database)
        try:
            for seat in range(self.seats + 2):
                guest = Guest(token(seat), f"Person {seat}", self.born, self.born)
                await store.add_guest(guest, hashed(token(seat)))
            table = Table(
                id=TABLE,
                code="code2345",
                game=self.game,
                version=game.version,
                options=write_options(game.options()),
                seats=self.seats,
                time=self.time,
                watch="anyone",
                delay=self.delay,
                chat=False,
                listed=False,
                host=token(0),
                status=WAITING,
                created=self.born,
            )
            await store.add_table(table, [self._chair(seat) for seat in range(self.seats)])
        finally:
            await store.close()

    def _chair(self, seat: int) -> Chair:
        if seat in self.bots:
            return Chair(seat, None, self.bots[seat], f"Bot {seat}")
        return Chair(seat, token(seat), None, f"Person {seat}")

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.bots]


def token(seat: int) -> str:
    """Also the guest's id; the two behind the last seat are onlookers."""
    return f"guest-{seat}-" + "x" * 20


class Known(Person):
    """A guest the database knows already."""

    def __init__(self, origin: str, seat: int) -> None:
        super().__init__(origin, f"Person {seat}")
        self.http.cookies.set("bluffhouse", token(seat))
        self.table = TABLE

    async def __aenter__(self) -> Known:
        return self


def choose(seat: int, asked: int, moves: list[str]) -> str:
    """The same choice for the same question, whatever happened in between."""
    return moves[random.Random(f"{seat} {asked}").randrange(len(moves))]


def fixed(number: int) -> int:
    """Chance that remembers nothing: the dealer draws the same at the same point of the game, restarted or not."""
    return 7919 * number // 9973 if number < 1 << 64 else 7919


Line = tuple[int, int, str, str, str | None]


def bare(rows: list[Row]) -> list[Line]:
    """The log without its times."""
    return [(row.seq, row.actor, row.move, row.by, row.key) for row in rows]


def file_in(folder: Path) -> str:
    """The database of a folder."""
    return address(folder / "house.db")


async def log(folder: Path) -> list[Row]:
    return await log_of(file_in(folder))


async def log_of(database: str) -> list[Row]:
    store = await Store.open(database)
    try:
        return await store.rows(TABLE)
    finally:
        await store.close()
