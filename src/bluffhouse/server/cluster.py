"""A worker among others at one PostgreSQL: it renews its lease, keeps some of the tables, and looks what others did.

The bus makes all this quick; nothing here depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

from bluffhouse.bus import BESIDE_THE_LOG
from bluffhouse.play.clock import MERCY
from bluffhouse.server.fellows import Beat
from bluffhouse.store import StoreDown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bluffhouse.bus import Bus
    from bluffhouse.server.fellows import Attended
    from bluffhouse.server.seams import SharedClock
    from bluffhouse.store import Store, Table

LEASE: Final = 5.0
"""Seconds for which a worker that shows no life still counts as alive: long enough for a slow commit."""

SHARE: Final = 50
"""How many tables one worker takes over in one beat: several who find the same dead one divide what it left."""

FAREWELL: Final = 10 * LEASE  # seconds for which it is looked up who signed out

log = structlog.get_logger(__name__)


class Cluster:
    def __init__(self, name: str, store: Store, bus: Bus, clock: SharedClock) -> None:
        self._name = name
        self._store = store
        self._bus = bus
        self._clock = clock
        self._ends = clock.now()
        """When the lease runs out, by our own clock and from before it was asked for: never later than for others."""
        self._noted: dict[tuple[str, int], str | None] = {}
        self._living: frozenset[str] = frozenset()
        self._buried = clock.now()

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def join(self) -> list[Table]:
        await self._renew()
        while await self._adopt():
            pass
        running = await self._store.running_tables()
        return [table for table in running if table.keeper == self._name]

    async def leave(self) -> None:
        self._ends = self._clock.now()
        try:
            await self._store.resign(self._name)
        except StoreDown:
            log.warning("the lease could not be given back; it runs out by itself")

    # --- tables -------------------------------------------------------------------------------------------------------

    def keeps(self, table: Table) -> bool:
        return table.keeper == self._name and self._clock.now() < self._ends

    def fence(self, table: Table) -> int | None:
        return table.fence

    async def keep(self, table: str) -> None:
        at = self._clock.wall()
        await self._store.adopt(self._name, at, at, only=table)

    async def elsewhere(self, table: str) -> Mapping[int, str | None]:
        return await self._store.pages_elsewhere(table, self._name, self._clock.wall())

    async def say(self, table: str, frame: str) -> None:
        await self._store.say(table, self._name, frame, self._clock.wall())
        self._bus.publish(table, BESIDE_THE_LOG)

    async def said(self, table: str, after: int) -> list[tuple[int, str | None]]:
        found = await self._store.said(table, after)
        return [(number, None if worker == self._name else frame) for number, worker, frame in found]

    # --- once a second ------------------------------------------------------------------------------------------------

    async def beat(self, rooms: Iterable[Attended]) -> Beat:
        missed = self._bus.missed()
        changed = await self._renew()
        rooms = tuple(rooms)
        await self._note({(room.name, seat): vote for room in rooms for seat, vote in room.attendance.items()})
        adopted = await self._adopt()
        newest = await self._store.newest([room.name for room in rooms])
        gone = await self._store.farewells(self._clock.wall() - FAREWELL)
        if self._clock.now() - self._buried > FAREWELL:
            self._buried = self._clock.now()
            await self._store.bury(self._clock.wall())
        return Beat(tuple(adopted), newest, missed or changed, tuple(gone))

    async def _renew(self) -> bool:
        """Live on, by the database's time; whether somebody came or died."""
        asked = self._clock.now()
        self._clock.agree(await self._store.time(), asked)
        living = frozenset(await self._store.renew(self._name, self._clock.wall(), LEASE))
        self._ends = asked + LEASE
        changed, self._living = living != self._living, living
        return changed

    async def _note(self, here: dict[tuple[str, int], str | None]) -> None:
        """Write down what has changed since the last beat; tables that are news are told."""
        fresh = {seat: vote for seat, vote in here.items() if seat not in self._noted or self._noted[seat] != vote}
        gone = [seat for seat in self._noted if seat not in here]
        await self._store.note_pages(self._name, fresh, gone)
        self._noted = here
        for table in {table for table, _ in (*fresh, *gone)}:
            self._bus.publish(table, BESIDE_THE_LOG)

    async def _adopt(self) -> list[str]:
        at = self._clock.wall()
        adopted = await self._store.adopt(self._name, at, at + MERCY / 1000, most=SHARE)
        for table in adopted:
            self._bus.publish(table, BESIDE_THE_LOG)
        return adopted
