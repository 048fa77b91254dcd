"""One table in memory: its game, its people, its listeners. Store, then tell: nothing is shown before it is kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bluffhouse.bus import BESIDE_THE_LOG
from bluffhouse.play.lobby import FINISHED, RUNNING, Status, VoteWord
from bluffhouse.play.table import Refusal, forget
from bluffhouse.server import telling
from bluffhouse.server.mailbox import Mailbox
from bluffhouse.server.replies import NO_SEAT, NOT_HERE, NOT_SAVED, NOT_WATCHED, not_playing, refused, told
from bluffhouse.server.seating import Seating
from bluffhouse.server.tables import rematch_id
from bluffhouse.server.thinking import Choice, Thinking, sitters
from bluffhouse.store import Answer, StoreDown, Taken
from bluffhouse.wire import server as wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.server.audience import Ear
    from bluffhouse.server.house import House
    from bluffhouse.server.seams import Alarm
    from bluffhouse.store import Chair
    from bluffhouse.store import Table as Meta
    from bluffhouse.wire.client import Move

RETRY: Final = 1.0  # seconds until a table whose store failed tries again by itself


class Room(Seating):
    """Methods whose name begins with `do_` run in the mailbox, one after another; the others do not wait."""

    def __init__(self, house: House, meta: Meta, chairs: Sequence[Chair]) -> None:
        super().__init__(house, meta, chairs)
        self.mailbox = Mailbox()
        self.last_used = house.clock.now()
        self._thinking = Thinking(house, meta.id, self)
        self._alarm: Alarm | None = None
        self._looks = False
        """It is known already that there is something to look up."""
        self._heard = 0
        """The highest number of which other workers told."""
        self._said: int | None = None
        """The number of the last thing heard through other workers; None before the first look."""

    # --- how things stand ---------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Whether forgetting the table loses nothing: nobody listens, nobody thinks, no clock runs."""
        plays = self.status is Status.PLAYING and self.keeps
        return not self.audience and not self._thinking and not plays and self.mailbox.idle

    @property
    def watched(self) -> bool:
        """Whether anybody has a page open here, or a player one at another worker."""
        return bool(self.audience) or bool(self.company.here(self.chairs))

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def do_open(self, ear: Ear, since: int, *, watches: bool = True, through: int | None = None) -> None:
        """Tell an ear everything it may know after `since`, and from now on what happens.

        Where people share a device `through` is whose eyes it has now; without it, nobody's.
        """
        await self._settle_doubts()
        if self.table is None or since > self.table.seq:
            await self.read_on()  # another worker has shown more already, and nobody's time runs backwards
        self.last_used = self.house.clock.now()
        seat, brings = self.seat_of(ear.guest), self.seats_of(ear.guest)
        if through is not None:
            if through not in brings:
                return ear.send(wire.text(wire.Error(table=self.meta.id, code="seat", sentence=NOT_HERE)))
            seat = through
        if seat is None and not watches and self.status in RUNNING:
            return ear.send(wire.text(wire.Error(table=self.meta.id, code="not watched", sentence=NOT_WATCHED)))
        if not self.watched:
            self._thinking.hurry()
        for one in brings:
            await self._welcome_back(one)
        self.bring(ear, brings)  # only now: whoever arrives without being listed would never depart
        self.audience.catch_up(self.house.clock.now())
        table = self.audience.shown_to(seat)
        self.audience.seat(ear, seat, watches=watches, brings=brings)
        presence = self.presence()
        sync = telling.sync(
            self.writers,
            telling.Place(seat, host=self.meta.host == ear.guest, device=self.device_of(ear.guest)),
            self.lobby(),
            presence,
            table=None if table is None else forget(table),
            since=since,
            clocks=None if table is None else self.audience.clocks(seat, self.timing, self.house.ms()),
        )
        ear.send(wire.text(sync))
        self.audience.tell_arrival(presence, ear)
        return self.plan()

    def close(self, ear: Ear) -> None:
        heard = self.audience.leave(ear)
        self.last_used = self.house.clock.now()
        if heard is not None and heard.brings:
            for seat in heard.brings:
                self.company.depart(seat, self.house.ms())
            if not all(self.company.has_page(seat) for seat in heard.brings):
                self.mailbox.post(self.do_count_votes)

    async def _welcome_back(self, seat: int) -> None:
        """The owner decides again, from the question that is open now; a stand-in's unfinished thought is dropped."""
        if self.chairs[seat].stand_in:
            await self.set_stand_in(seat, stand_in=False)
            self._thinking.forget(seat)
            self.timing.come_back(seat, self.house.ms())

    # --- moves --------------------------------------------------------------------------------------------------------

    async def do_move(self, ear: Ear, frame: Move) -> None:
        """Answer a move: stored first, then acknowledged, then told; or refused with the rule."""
        seat = self.decides(ear)
        if seat is None:
            return ear.send(wire.text(refused(self.meta.id, frame.key, NO_SEAT)))
        try:
            await self._settle_doubts()
            answer = self.answers.find(seat, frame.key) or await self._answered(seat, frame)
        except (StoreDown, Taken):
            self._mistrust()
            return ear.send(wire.text(wire.Error(table=self.meta.id, code="not saved", sentence=NOT_SAVED)))
        ear.send(wire.text(told(self.meta.id, answer)))
        return self._after_change()

    async def _answered(self, seat: int, frame: Move) -> Answer:
        """A key's first answer, stored together with what it did."""
        await self._welcome_back(seat)
        if self.table is None or self.status is not Status.PLAYING:
            made: int | Refusal = Refusal("table", not_playing(self.status))
        else:
            made = await self.make(seat, frame.asked, frame.move, "person", frame.key)
        at = self.house.clock.wall()
        if isinstance(made, int):
            answer = Answer(frame.key, seat, made, None, None, at)
        else:
            self.house.metrics.refused.inc()
            answer = Answer(frame.key, seat, None, made.rule, made.sentence, at)
            try:
                await self.house.store.append(self.meta.id, (), (answer,))
            except Taken:  # another worker answered this very key
                return await self.house.store.answer(self.meta.id, frame.key, seat) or answer
        self.answers.remember(answer)
        return answer

    def hand_in(self, choice: Choice) -> None:
        self.mailbox.post(partial(self.do_bot_move, choice))

    async def do_bot_move(self, choice: Choice) -> None:
        self._thinking.forget(choice.seat)
        try:
            await self._settle_doubts()
            asked = None if self.table is None else self.table.asked[choice.seat]
            wanted = self.status is Status.PLAYING and choice.seat in sitters(self.chairs)
            if wanted and asked == choice.asked:
                await self.make(choice.seat, choice.asked, choice.move, choice.by)
        except StoreDown:
            return self._mistrust()
        return self._after_change()

    async def do_read_log(self) -> None:
        """Another worker stored moves: read them, and tell; what is here by now is not asked for again."""
        if self.table is not None and self.table.seq >= self._heard and not self.doubtful:
            return None
        try:
            if self.table is None or self.doubtful:
                await self.read_on()
            else:
                await self.read_log()
        except StoreDown:
            return self._mistrust()
        return self._after_change()

    async def do_look(self) -> None:
        """Something beside the log may have changed: see what is stored and who is here, and tell."""
        self._looks = False
        try:
            status = self.status
            await self.read_on()
            if self.status is not status:
                self._follow(status)
            await self.meet()
        except StoreDown:
            return self._mistrust()
        return await self.do_count_votes() if self.status in RUNNING else self._after_change()

    async def meet(self) -> None:
        """See who is here through other workers, and hear what was said there."""
        fellows = self.house.fellows
        self.company.hear(await fellows.elsewhere(self.meta.id), self.house.ms())
        for number, frame in await fellows.said(self.meta.id, self._said or 0):
            if frame is not None and self._said is not None:
                self.audience.tell_talk(frame)
            self._said = number
        self._said = self._said or 0
        if self.status in FINISHED and self.rematch is None:
            following = rematch_id(self.meta.id)
            if await self.house.store.table(following) is not None:
                self.rematch, self.lobby_is_news = following, True

    def _follow(self, before: Status) -> None:
        """Another worker has carried a vote out."""
        self.company.forget_votes()
        if self.status is Status.PAUSED:
            self.timing.pause(self.house.ms())
        elif before is Status.PAUSED:
            self.company.shift(self.timing.resume(self.house.ms()))

    def hear(self, seq: int) -> None:
        """The bus says there is a number: if it is news, read."""
        if seq == BESIDE_THE_LOG:
            self.look()
        elif self.table is None or self.table.seq < seq:
            self._heard = max(seq, self._heard)
            self.mailbox.post(self.do_read_log)

    def look(self) -> None:
        if not self._looks:
            self._looks = True
            self.mailbox.post(self.do_look)

    def talk(self, frame: wire.Said | wire.Emoted) -> None:
        """Have everybody hear it, through whichever worker they are here."""
        text = wire.text(frame)
        self.audience.tell_talk(text)
        self.mailbox.post(partial(self.house.fellows.say, self.meta.id, text))

    def _mistrust(self) -> None:
        """The store failed, and what it stored is not known: look again soon."""
        self.doubtful = True
        self._ring_at(self.house.clock.now() + RETRY)

    async def _settle_doubts(self) -> None:
        if self.doubtful:
            await self.read_on()

    def _after_change(self) -> None:
        """All that follows from a table that may have changed."""
        if self.lobby_is_news:
            self.reseat()
        self.audience.tell_news(self.timing, self.house.ms())
        if self.lobby_is_news:
            self.tell_lobby()
        self.plan()

    # --- start, seats and votes ---------------------------------------------------------------------------------------

    async def do_start(self) -> None:
        """The rules of the lobby have granted it; `Taken` when another worker was first."""
        try:
            await self.begin()
        except StoreDown:
            self._mistrust()
            raise
        self.reseat()
        self.tell_lobby()
        self._after_change()

    async def do_refresh(self) -> None:
        """Somebody sat down, got up or took another name: read who sits where, and tell."""
        await self.refresh()
        self.tell_fellows()
        self._after_change()
        self.audience.tell_presence(self.presence())

    async def do_vote(self, seats: Sequence[int], vote: VoteWord) -> None:
        """People who share a device vote together."""
        for seat in seats:
            self.company.vote(seat, vote)
        await self.do_count_votes()

    async def do_count_votes(self) -> None:
        """See what those who are here have decided, do it and tell."""
        decided = self.company.decided(self.chairs) if self.status in RUNNING else None
        self.waits = decided is VoteWord.WAIT
        match decided:
            case VoteWord.END:
                await self._carry_out(Status.ENDED)
            case VoteWord.PAUSE if self.status is Status.PLAYING:
                await self._carry_out(Status.PAUSED)
                self.timing.pause(self.house.ms())
            case VoteWord.RESUME if self.status is Status.PAUSED:
                await self._carry_out(Status.PLAYING)
                self.company.shift(self.timing.resume(self.house.ms()))
            case _:
                pass
        self.audience.tell_presence(self.presence())
        self._after_change()

    async def _carry_out(self, status: Status) -> None:
        """What was voted is done once; where another worker was first, see what it did."""
        self.company.forget_votes()
        try:
            await self.change_status(status)
        except Taken:
            await self.read_on()

    def shift(self, by: int) -> None:
        """Time in which the whole house stood still counts for nobody."""
        self.timing.shift(by)
        self.company.shift(by)

    # --- who decides next ---------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Have bots and stand-ins think, and be woken when the next thing is due."""
        playing = self.table is not None and self.status is Status.PLAYING and self.keeps
        self._thinking.plan(self.table if playing else None, sitters(self.chairs))
        now = self.house.ms()
        away = [self.company.away_at(chair.seat) for chair in self.chairs if chair.guest is not None]
        moments = [moment / 1000 for moment in away if moment is not None and moment > now]
        moments += [when / 1000 for chair in self.chairs if (when := self._stand_in_at(chair)) is not None]
        if (due := self.audience.catch_up(self.house.clock.now())) is not None:
            moments.append(due)
        if self.doubtful:
            moments.append(self.house.clock.now() + RETRY)
        if moments:
            self._ring_at(min(moments))

    def _stand_in_at(self, chair: Chair) -> int | None:
        """When a stand-in takes the chair's open question."""
        if chair.guest is None or chair.stand_in or self.waits or self.status is not Status.PLAYING or not self.keeps:
            return None
        return self.timing.stand_in_at(chair.seat, self.company.gone_since(chair.seat))

    def _ring_at(self, when: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self.house.clock.at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.mailbox.post(self.do_tick)

    def hush(self) -> None:
        """Be woken no more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def do_tick(self) -> None:
        """Something is due: seats shown as away, stand-ins taking over, onlookers' news."""
        try:
            await self._settle_doubts()
            now = self.house.ms()
            for chair in self.chairs:
                if (when := self._stand_in_at(chair)) is not None and when <= now:
                    await self.set_stand_in(chair.seat, stand_in=True)
                    self.house.metrics.stand_ins.inc()
        except (StoreDown, Taken):
            return self._mistrust()
        self.audience.catch_up(self.house.clock.now())
        self.audience.tell_presence(self.presence())
        return self._after_change()

    async def stop(self) -> None:
        """Finish what was begun, and think no more."""
        self.hush()
        await self._thinking.stop()
        await self.mailbox.drained()
