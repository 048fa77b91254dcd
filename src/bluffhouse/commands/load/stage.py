"""What a load test needs in the database before the server starts: guests with known tokens at tables in play."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.core.words import write_options
from bluffhouse.server.security import hashed
from bluffhouse.store import PLAYING, Chair, Guest, Store, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

SEATS: Final = 4
AT_ONCE: Final = 400


@dataclass(frozen=True, slots=True)
class Plan:
    """Groups of four who go from one table to the next, and onlookers who follow them."""

    groups: int
    tables: int
    """For each group, one after another."""
    onlookers: int = 0
    """Of all groups together, spread evenly."""


def table_name(group: int, number: int) -> str:
    return f"g{group}t{number}"


def token(group: int, seat: int) -> str:
    """Seats from 0; onlookers sit behind them."""
    return f"load-{group}-{seat}"


def onlookers(plan: Plan, group: int) -> int:
    return plan.onlookers // plan.groups + (group < plan.onlookers % plan.groups)


async def prepare(database: str, plan: Plan) -> None:
    """Everybody sits, every table plays; the server deals when it opens."""
    store = await Store.open(database)
    try:
        now = time.time()
        people = [
            store.add_guest(Guest(token(group, seat), f"P{seat}", now, now), hashed(token(group, seat)))
            for group in range(plan.groups)
            for seat in range(SEATS + onlookers(plan, group))
        ]
        await _all(people)
        await _all(
            store.add_table(_table(group, number, now), [Chair(seat, token(group, seat)) for seat in range(SEATS)])
            for group in range(plan.groups)
            for number in range(plan.tables)
        )
    finally:
        await store.close()


async def _all(work: Iterable[object]) -> None:
    """Some hundred at a time: that is one commit each."""
    waiting = list(work)
    for begin in range(0, len(waiting), AT_ONCE):
        await asyncio.gather(*waiting[begin : begin + AT_ONCE])  # type: ignore[call-overload]


def _table(group: int, number: int, now: float) -> Table:
    """The games in turn."""
    game = games.find(games.NAMES[(group + number) % len(games.NAMES)])
    name = table_name(group, number)
    return Table(
        id=name,
        code=name,
        game=game.name,
        version=game.version,
        options=write_options(game.options()),
        seats=SEATS,
        time="none",
        watch="anyone",
        delay=0,
        chat=False,
        listed=False,
        host=token(group, 0),
        status=PLAYING,
        created=now,
        started=now,
    )
