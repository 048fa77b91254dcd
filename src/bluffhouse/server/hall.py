"""All tables in memory: loaded when somebody asks, forgotten when nothing happens there, woken when the bus says so."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

import structlog

from bluffhouse.play.lobby import Status
from bluffhouse.play.table import Damaged
from bluffhouse.server.room import Room
from bluffhouse.server.security import IDLE
from bluffhouse.store import StoreDown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    from bluffhouse.bus import Unsubscribe
    from bluffhouse.server.house import House
    from bluffhouse.server.seams import Alarm
    from bluffhouse.store import Chair, Table

AT_ONCE: Final = 50
"""How many tables are loaded at the same time when the house opens: their writes share commits."""

TICK: Final = 1.0
STALL: Final = 1.0  # seconds beyond a tick after which the whole process must have stood still
FORGET_AFTER: Final = 60.0
FORGET_ANSWERS: Final = 24 * 3600
DROP_WAITING: Final = 7 * 24 * 3600
CLEANING: Final = 3600
ROUNDS: Final = 10  # ticks until every table was looked at: one whose alarm was lost in some fault goes on again

log = structlog.get_logger(__name__)


class NoTable(LookupError):
    """There is no such table, or its log does not replay and it is set aside."""


class Full(Exception):
    """As many tables as this server takes are in play already."""


class Hall:
    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._damaged: set[str] = set()
        self._alarm: Alarm | None = None
        self._ticked = house.clock.now()
        self._round = 0
        self._cleaned = house.clock.now()
        self._chores: set[asyncio.Task[None]] = set()
        self._beating = False
        self.say_farewell: Callable[[str], None] = lambda _: None
        """What is done when a guest has signed out through another worker."""
        self._ears: dict[str, Unsubscribe] = {}
        """By table: ends hearing of it from other workers."""
        self._unread: set[str] = set()
        """Tables of which something was heard while they were being loaded."""

    async def open(self) -> None:
        """Take up every running game: clocks and bots must go on though nobody has come back yet."""
        running = await self.house.fellows.join()
        chairs = await self.house.store.chairs_of([meta.id for meta in running])
        for first in range(0, len(running), AT_ONCE):
            some = running[first : first + AT_ONCE]
            await asyncio.gather(*(self._take_up(meta, chairs[meta.id]) for meta in some))
        self._tick()

    async def _take_up(self, meta: Table, chairs: Sequence[Chair]) -> None:
        with contextlib.suppress(NoTable):  # one that is set aside keeps nobody else from going on
            async with self._listening(meta.id):
                await self._take_in(meta, chairs)

    async def close(self) -> None:
        for deafen in self._ears.values():
            deafen()
        if self._alarm is not None:
            self._alarm.cancel()
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, *(room.stop() for room in self.rooms.values()), return_exceptions=True)
        await self.house.fellows.leave()

    async def room(self, table: str) -> Room:
        """The table's room, loaded once however many ask; NoTable or Full where there is none."""
        if (room := self.rooms.get(table)) is not None:
            room.last_used = self.house.clock.now()
            return room
        if table in self._damaged:
            raise NoTable
        if (loading := self._loading.get(table)) is None:
            if len(self.rooms) >= self.house.settings.most_tables:
                raise Full
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
            loading.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever asked may be gone
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room:
        async with self._listening(table):  # before anything is read: what happens meanwhile is heard
            meta = await self.house.store.table(table)
            if meta is None:
                raise NoTable
            return await self._take_in(meta, await self.house.store.chairs(table))

    @contextlib.asynccontextmanager
    async def _listening(self, table: str) -> AsyncIterator[None]:
        """Hear of the table from now on, unless it turns out that there is none."""
        self._ears[table] = await self.house.bus.subscribe(table, self._hear)
        try:
            yield
        except BaseException:
            self._deafen(table)
            raise

    def _deafen(self, table: str) -> None:
        self._ears.pop(table)()
        self._unread.discard(table)

    async def _take_in(self, meta: Table, chairs: Sequence[Chair]) -> Room:
        try:
            room = Room(self.house, meta, chairs)
            await room.load()
        except Damaged as fault:
            self._damaged.add(meta.id)
            self.house.metrics.quarantined.set(len(self._damaged))
            log.error("a table is set aside: its log does not replay", table=meta.id, fault=str(fault))
            raise NoTable from fault
        await room.meet()
        self.rooms[meta.id] = room
        room.plan()
        self.house.metrics.rooms.set(len(self.rooms))
        if meta.id in self._unread:
            self._unread.discard(meta.id)
            room.look()
        return room

    def _hear(self, table: str, seq: int) -> None:
        if (room := self.rooms.get(table)) is not None:
            room.hear(seq)
        else:
            self._unread.add(table)

    def _tick(self) -> None:
        """Once a second: see whether we stood still, and forget tables at which nothing happens."""
        now = self.house.clock.now()
        stood_still = now - self._ticked - TICK
        if stood_still > STALL:
            log.warning("the house stood still; nobody is charged for it", seconds=round(stood_still, 1))
            for room in self.rooms.values():
                room.shift(round(stood_still * 1000))
        self._ticked = now
        self._round = (self._round + 1) % ROUNDS
        for room in list(self.rooms.values())[self._round :: ROUNDS]:
            if room.status is Status.PLAYING and room.mailbox.idle:
                room.plan()
        for name, room in list(self.rooms.items()):
            if room.idle and now - room.last_used > FORGET_AFTER:
                del self.rooms[name]
                room.hush()
                self._deafen(name)
        self.house.metrics.rooms.set(len(self.rooms))
        if not self._beating:
            self._beating = True
            self._do(self._beat())
        if now - self._cleaned > CLEANING:
            self._cleaned = now
            self._do(self._clean())
        self._alarm = self.house.clock.at(now + TICK, self._tick)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        chore = asyncio.create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _beat(self) -> None:
        """See what the other workers did, and take up what one of them left."""
        try:
            beat = await self.house.fellows.beat(self.rooms.values())
            for guest in beat.gone:
                self.say_farewell(guest)
            for table, seq in beat.newest.items():
                if seq and table in self.rooms:
                    self.rooms[table].hear(seq)
            for table in self.rooms if beat.look else beat.adopted:
                if (room := self.rooms.get(table)) is not None:
                    room.look()
            for table in beat.adopted:
                with contextlib.suppress(NoTable, Full):
                    await self.room(table)
        except StoreDown:
            log.warning("the other workers are out of sight: the store does not answer")
        finally:
            self._beating = False

    async def _clean(self) -> None:
        """Forget old answers, tables that never began, and guests whose token has ended."""
        wall = self.house.clock.wall()
        try:
            await self.house.store.forget(wall - FORGET_ANSWERS)
            await self.house.store.hush(wall - FORGET_ANSWERS)
            await self.house.store.drop_waiting(wall - DROP_WAITING)
            for guest in await self.house.store.idle_guests(wall - IDLE):
                await self.house.store.drop_guest(guest.id, wall)
        except StoreDown:
            log.warning("cleaning is put off: the store does not answer")
