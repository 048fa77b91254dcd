"""A table's game in memory, kept equal to its log: what stands here is stored, and what is stored stands here."""

from __future__ import annotations

import dataclasses
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.bots.levels import STAND_IN
from bluffhouse.bus import BESIDE_THE_LOG
from bluffhouse.core.game import Seat
from bluffhouse.core.words import read_options
from bluffhouse.play import clock as time_rules
from bluffhouse.play import fair
from bluffhouse.play.lobby import RUNNING, Status
from bluffhouse.play.table import Damaged, Entry, Refusal, Table, deal, replay, start, submit
from bluffhouse.server.answers import Answers
from bluffhouse.server.audience import Audience
from bluffhouse.server.thinking import sitters
from bluffhouse.server.timing import Timing
from bluffhouse.store import Answer, Broken, Row, StoreDown, Taken, Thought, beginning, check, linked
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame
    from bluffhouse.server.house import House
    from bluffhouse.store import Chair
    from bluffhouse.store import Table as Meta

ATTEMPTS: Final = 5


def rules_of(meta: Meta) -> AnyGame:
    """A game is played to its end by the rules under which its table was set up; Damaged where nobody knows them."""
    try:
        return games.find(meta.game, meta.version)
    except LookupError as fault:
        raise Damaged(str(fault)) from None


class Ledger:
    def __init__(self, house: House, meta: Meta, chairs: Sequence[Chair]) -> None:
        self.house = house
        self.meta = meta
        self.chairs = tuple(chairs)
        self.game = rules_of(meta)
        self.table: Table | None = None
        """None before the start."""
        self.answers = Answers()
        self.timing = Timing(time_rules.read(meta.time), meta.seats)
        self.writers = values(self.game)
        self.audience = Audience(meta.id, meta.delay, self.writers)
        self._chain = beginning(meta)
        """The digest of the last row of the log."""
        self.lobby_is_news = False
        """The status or the chairs have changed and nobody has been told."""
        self.doubtful = False
        """A write failed in a way that may have stored it: read the log before anything else."""

    @property
    def status(self) -> Status:
        return Status(self.meta.status)

    @property
    def keeps(self) -> bool:
        """Whether the clock of this worker counts here, and its bots think."""
        return self.house.fellows.keeps(self.meta)

    async def load(self) -> None:
        """Take a game up again; the decision that was open begins anew, after a moment's mercy.

        Where another worker keeps the clock, it goes on as that one has it.
        """
        if self.status is Status.WAITING:
            return
        acknowledged = await self.house.store.acknowledged(self.meta.id)  # first: the log only grows meanwhile
        rows = await self.house.store.rows(self.meta.id)
        self._chain = self._checked(beginning(self.meta), rows)
        if acknowledged > len(rows):
            raise Damaged("the log ends before a move that was acknowledged")
        self.answers.read(rows)
        due = self.house.clock.wall() - self.meta.delay
        shown = list(takewhile(lambda row: row.at <= due, rows))  # clocks of workers differ: a later row may be older
        table = replay(self._set_up(), shown)
        self.audience.begin(table)
        self._stand(replay(table, rows[len(shown) :]), rows)
        if self.keeps:
            self.timing.begin_anew(self.house.ms() + time_rules.MERCY)
        else:
            self.timing.join(self._began(rows))
        if self.status is Status.PAUSED:
            self.timing.pause(self.house.ms())
        if self.status is Status.OVER and self.table is not None and not self.table.over:
            raise Damaged("the game is over, and its log ends before")
        await self._deal()

    def _checked(self, before: str, rows: Sequence[Row]) -> str:
        try:
            return check(before, rows)
        except Broken as fault:
            raise Damaged(str(fault)) from None

    def _below(self, table: Table) -> Below:
        """Where the dealer's next draws come from."""
        salt, seed = self.meta.salt, self.meta.seed
        if salt is None or seed is None:
            return self.house.below
        words = tuple(chair.word for chair in self.chairs)
        return fair.below(fair.Seal(self.meta.id, salt, seed, words), table.trail)

    def _began(self, rows: Sequence[Row]) -> list[int | None]:
        """When each seat was asked its open question, by this worker's clock; never before the clock counted."""
        assert self.table is not None, "it has just been made to stand"
        now, wall = self.house.ms(), self.house.clock.wall()
        moments = [self.meta.started or 0.0, *(row.at for row in rows)]
        return [
            None if asked is None else now - round(1000 * (wall - max(moments[asked], self.meta.since)))
            for asked in self.table.asked
        ]

    async def begin(self) -> None:
        """From now on it is played; `Taken` when another worker was first."""
        await self.house.store.set_status(self.meta.id, Status.PLAYING, self.house.clock.wall(), Status.WAITING)
        await self.house.fellows.keep(self.meta.id)
        await self.refresh()
        table = self._set_up()
        self.audience.begin(table)
        self._stand(table, ())
        self.tell_fellows()
        await self._deal()

    async def make(self, seat: int, asked: int, text: str, by: str, key: str | None = None) -> int | Refusal:
        """A seat's move and all the dealer does after it, stored in one go; its number, or why not."""
        for _ in range(ATTEMPTS):
            assert self.table is not None, "somebody plays"
            if by != "person" and not self.keeps:
                return Refusal("keeper", "another worker has its bots think here")
            fence = None if by == "person" else self.house.fellows.fence(self.meta)
            made = submit(self.table, Seat(seat), asked, text)
            if isinstance(made, Refusal):
                return made
            table, entry = made
            table, dealt = deal(table, self._below(table))
            elapsed = 0 if by == "bot" else self.timing.elapsed(seat, self.house.ms())
            at = self.house.clock.wall()
            rows = [Row(entry.seq, seat, entry.move, elapsed, by, key, at, fence), *_dealt(dealt, at)]
            answers = () if key is None else (Answer(key, seat, entry.seq, None, None, at),)
            try:
                await self._append(table, rows, answers, fence)
            except Taken:
                if (known := await self._overtaken(seat, key, fence)) is not None:
                    return known
                continue
            return entry.seq
        raise StoreDown("the log grows faster than it can be read")

    async def _overtaken(self, seat: int, key: str | None, fence: int | None) -> int | Refusal | None:
        """Another worker was first: see what it stored, and whether it was this very key.

        Mostly it was another seat's move, and then the log alone tells all of it.
        """
        assert self.table is not None, "somebody plays"
        before = self.table.seq
        if fence is None:
            await self.read_log()
        if self.table.seq > before:
            known = None if key is None else self.answers.find(seat, key)
        else:
            await self.read_on()
            known = None if key is None else await self.house.store.answer(self.meta.id, key, seat)
        if known is None:
            return None
        return known.seq if known.seq is not None else Refusal(known.rule or "", known.sentence or "")

    async def read_on(self) -> None:
        """Take over what another worker has stored, or what we stored without hearing of it."""
        await self.refresh()
        if self.table is None:
            await self.load()
        else:
            await self.read_log()
        self.doubtful = False

    async def read_log(self) -> None:
        """Only what was moved since."""
        assert self.table is not None, "it has begun"
        if rows := await self.house.store.rows(self.meta.id, self.table.seq):
            self._chain = self._checked(self._chain, rows)
            self._stand(replay(self.table, rows), rows)
            self.answers.read(rows)
            if self.table.over:
                await self.refresh()

    async def refresh(self) -> None:
        """Read what is played and who sits where."""
        meta = await self.house.store.table(self.meta.id)
        assert meta is not None, "tables in use are not removed"
        chairs = await self.house.store.chairs(self.meta.id)
        self.lobby_is_news |= (meta, chairs) != (self.meta, self.chairs)
        if meta.fence != self.meta.fence:
            self.timing.begin_anew(self.house.ms() + time_rules.MERCY)
        self.meta, self.chairs = meta, chairs

    async def change_status(self, status: Status) -> None:
        at = self.house.clock.wall()
        await self.house.store.set_status(self.meta.id, status, at, self.meta.status)
        await self.refresh()
        self.tell_fellows()

    def tell_fellows(self) -> None:
        """Something beside the log has changed."""
        self.house.bus.publish(self.meta.id, BESIDE_THE_LOG)

    async def set_stand_in(self, seat: int, *, stand_in: bool) -> None:
        """Only the keeper of the clock sends a stand-in; any worker sees its owner come back."""
        fence = self.house.fellows.fence(self.meta) if stand_in else None
        await self.house.store.set_stand_in(self.meta.id, seat, stand_in, fence, self._stand_in_thought(seat, stand_in))
        self.tell_fellows()
        changed = dataclasses.replace(self.chairs[seat], stand_in=stand_in)
        self.chairs = (*self.chairs[:seat], changed, *self.chairs[seat + 1 :])

    def _set_up(self) -> Table:
        return start(self.game, read_options(self.game.options, self.meta.options), self.meta.seats)

    async def _deal(self) -> None:
        """What the dealer still has to do: at the start, and after a crash right after it."""
        if self.table is None or self.status not in RUNNING:
            return
        table, dealt = deal(self.table, self._below(self.table))
        if dealt:
            try:
                await self._append(table, _dealt(dealt, self.house.clock.wall()), ())
            except Taken:
                await self.read_on()

    async def _append(
        self, table: Table, rows: Sequence[Row], answers: Sequence[Answer], fence: int | None = None
    ) -> None:
        """Keep the rows, then let the new table stand."""
        status = Status.OVER if table.over else None
        rows = linked(self._chain, rows)
        thoughts = self._thoughts(table)
        await self.house.store.append(self.meta.id, rows, answers, status, fence=fence, thoughts=thoughts)
        if status is not None:
            self.meta = dataclasses.replace(self.meta, status=status, ended=rows[-1].at)
            self.lobby_is_news = True
        self._stand(table, rows)
        self._chain = rows[-1].chain or self._chain
        for row in rows:
            self.house.metrics.moves[row.by].inc()
        self.house.bus.publish(self.meta.id, table.seq)

    def _thoughts(self, table: Table) -> list[Thought]:
        """The questions that arise for bots with the moves that lead to this table, where others answer them."""
        if not self.house.minds.deferred:
            return []
        known = -1 if self.table is None else self.table.seq
        return [
            Thought(self.meta.id, seat, asked, sitter.level)
            for seat, sitter in sitters(self.chairs).items()
            if (asked := table.asked[seat]) is not None and asked > known
        ]

    def _stand_in_thought(self, seat: int, stand_in: bool) -> Thought | None:
        """The question that a stand-in takes over."""
        asked = None if self.table is None else self.table.asked[seat]
        if not self.house.minds.deferred or not stand_in or asked is None:
            return None
        return Thought(self.meta.id, seat, asked, STAND_IN)

    def _stand(self, table: Table, rows: Sequence[Row]) -> None:
        """From now on this is the table."""
        self.timing.stand(table, rows, self.house.ms())
        self.audience.show(table, self.house.clock.now())
        self.table = table


def _dealt(dealt: Sequence[Entry], at: float) -> list[Row]:
    return [Row(entry.seq, entry.actor, entry.move, 0, "dealer", None, at) for entry in dealt]
