"""Who listens at a table, and what each of them has been told."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import structlog

from bluffhouse.core.game import Seat
from bluffhouse.play.table import EVERYTHING, forget, update
from bluffhouse.server import telling
from bluffhouse.wire import server as wire
from bluffhouse.wire.values import Unregistered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bluffhouse.play.table import Table
    from bluffhouse.server.timing import Timing
    from bluffhouse.wire.values import Values

log = structlog.get_logger(__name__)


class Ear(Protocol):
    """Somebody who listens: a socket. `send` neither waits nor fails."""

    @property
    def guest(self) -> str: ...
    @property
    def address(self) -> str: ...
    def send(self, text: str) -> None: ...


@dataclass(slots=True)
class Heard:
    """From which seat an ear listens (None: an onlooker) and up to which number it has been told."""

    seat: int | None
    seq: int
    watches: bool
    """Whether an onlooker may see the game while it runs; who came to look at the free seats may not."""
    brings: tuple[int, ...]
    """The seats whose people are here because this page is open."""
    presence: str = ""
    """What it was last told of who is here."""


class Audience:
    """Onlookers may be some seconds behind; who sees the same is sent the same bytes."""

    def __init__(self, table: str, delay: int, writers: Values) -> None:
        self._name = table
        self._delay = delay
        self._writers = writers
        self._ears: dict[Ear, Heard] = {}
        self._stage: list[tuple[float, Table]] = []
        """What onlookers see, each from some moment on; the first is what they see now."""
        self._forgot: tuple[Table, Table] | None = None

    def __bool__(self) -> bool:
        return bool(self._ears)

    def __contains__(self, ear: Ear) -> bool:
        return ear in self._ears

    def __iter__(self) -> Iterator[tuple[Ear, Heard]]:
        return iter(self._ears.items())

    def seat(self, ear: Ear, seat: int | None, *, watches: bool, brings: tuple[int, ...]) -> None:
        """Listen from that seat, having been told all there is."""
        table = self.shown_to(seat)
        self._ears[ear] = Heard(seat, EVERYTHING if table is None else table.seq, watches, brings)

    def heard(self, ear: Ear) -> Heard | None:
        return self._ears.get(ear)

    def leave(self, ear: Ear) -> Heard | None:
        return self._ears.pop(ear, None)

    def neighbours(self) -> list[list[int]]:
        """Seats of different guests whose pages are open from one address, group by group."""
        seats: dict[str, set[int]] = defaultdict(set)
        guests: dict[str, set[str]] = defaultdict(set)
        for ear, heard in self._ears.items():
            if heard.brings:
                seats[ear.address] |= set(heard.brings)
                guests[ear.address].add(ear.guest)
        return sorted(sorted(seats[address]) for address, people in guests.items() if len(people) > 1)

    def begin(self, table: Table) -> None:
        """How things stand for everybody, onlookers too."""
        self._stage = [(0.0, table)]

    def show(self, table: Table, now: float) -> None:
        """Seats see it at once, onlookers when their delay is over."""
        if not self._delay:
            self._stage.clear()
        self._stage.append((now + self._delay, table))

    def catch_up(self, now: float) -> float | None:
        """Let onlookers see what is due, and say when the next is."""
        while len(self._stage) > 1 and self._stage[1][0] <= now:
            self._stage.pop(0)
        return self._stage[1][0] if len(self._stage) > 1 else None

    def shown_to(self, seat: int | None) -> Table | None:
        """The newest for a seat, what is due for an onlooker; None before the start."""
        return self._stage[-1 if seat is not None else 0][1] if self._stage else None

    def clocks(self, seat: int | None, timing: Timing, now: int) -> wire.Clocks:
        return timing.hidden() if seat is None and self._delay else timing.shown(now)

    def tell_all(self, frame: wire.Sent) -> None:
        text = wire.text(frame)
        for ear in self._ears:
            ear.send(text)

    def tell_presence(self, frame: wire.Presence) -> None:
        text = wire.text(frame)
        for ear, heard in self._ears.items():
            heard.presence = text
            ear.send(text)

    def tell_arrival(self, frame: wire.Presence, newcomer: Ear) -> None:
        """Who is here now, to whom it is news: whoever opens a dozen pages is still one person."""
        text = wire.text(frame)
        for ear, heard in self._ears.items():
            if heard.presence != text:
                heard.presence = text
                if ear is not newcomer:  # who was told with everything else
                    ear.send(text)

    def tell_talk(self, text: str) -> None:
        """To onlookers who are behind talk would tell what they are not to know yet."""
        for ear, heard in self._ears.items():
            if heard.seat is not None or not self._delay:
                ear.send(text)

    def tell_news(self, timing: Timing, now: int) -> None:
        """Everybody is told what happened since they were last told."""
        texts: dict[tuple[int | None, int], str | None] = {}
        for ear, heard in self._ears.items():
            table = self.shown_to(heard.seat) if heard.seat is not None or heard.watches else None
            if table is None or table.seq <= heard.seq:
                continue
            told = (heard.seat, heard.seq)
            if told not in texts:
                texts[told] = self._news(heard, table, self.clocks(heard.seat, timing, now))
            heard.seq = table.seq
            if (text := texts[told]) is not None:
                ear.send(text)

    def _news(self, heard: Heard, table: Table, clocks: wire.Clocks) -> str | None:
        """Nothing at all where the view holds a value that its game does not declare."""
        try:
            now = update(self._bare(table), heard.seq, None if heard.seat is None else Seat(heard.seat))
            return wire.text(telling.news(self._writers, self._name, now, clocks))
        except Unregistered as fault:
            log.error("a view of an undeclared type is shown to nobody", kind=str(fault))
            return None

    def _bare(self, table: Table) -> Table:
        """Made once for all who are told the same number."""
        if self._forgot is None or self._forgot[0] is not table:
            self._forgot = (table, forget(table))
        return self._forgot[1]
