"""The clocks of one table: what each open question has cost so far, and when a stand-in takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.play import clock as time_rules
from bluffhouse.wire import server as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.play.clock import Spent, TimeRule
    from bluffhouse.play.table import Table


class Timing:
    """In milliseconds of one clock that only grows; every method is handed its `now`."""

    def __init__(self, rule: TimeRule, seats: int) -> None:
        self._rule = rule
        self._banks = (rule.bank,) * seats
        self._asked: tuple[int | None, ...] = (None,) * seats
        self._began: list[int | None] = [None] * seats
        self._owed = [0] * seats
        """Of the open question, from before a stand-in was sent away again."""
        self._paused: int | None = None

    def stand(self, table: Table, rows: Iterable[Spent], now: int) -> None:
        """This is the table now: charge what was thought, and start the clocks of new questions."""
        self._banks = time_rules.banks(self._rule, self._banks, rows)
        for seat, asked in enumerate(table.asked):
            if asked != self._asked[seat]:
                self._began[seat] = None if asked is None else now
                self._owed[seat] = 0
        self._asked = table.asked

    def begin_anew(self, when: int) -> None:
        """The house was closed: what was thought before is nobody's cost, and no clock runs before that moment."""
        self._began = [None if began is None else when for began in self._began]

    def join(self, began: Sequence[int | None]) -> None:
        """Another worker's clock has run since those moments: go on from there."""
        self._began = [None if asked is None else then for asked, then in zip(self._asked, began, strict=True)]

    def come_back(self, seat: int, now: int) -> None:
        """The owner decides again: the time is not given back, but the grace begins once more."""
        if self._began[seat] is not None:
            self._owed[seat] = self.elapsed(seat, now)
            self._began[seat] = now

    def pause(self, now: int) -> None:
        self._paused = now

    def resume(self, now: int) -> int:
        """How long the pause was; it counts for nobody."""
        paused = 0 if self._paused is None else now - self._paused
        self._paused = None
        self.shift(paused)
        return paused

    def shift(self, by: int) -> None:
        self._began = [None if began is None else began + by for began in self._began]

    def elapsed(self, seat: int, now: int) -> int:
        """What the seat's open question has cost so far."""
        began = self._began[seat]
        return self._owed[seat] + (0 if began is None else max(0, now - began))

    def stand_in_at(self, seat: int, gone_since: int | None) -> int | None:
        """When a stand-in takes the seat's open question; None where none is open or the table waits."""
        began = self._began[seat]
        if began is None or self._paused is not None:
            return None
        bank = time_rules.charge(self._rule, self._banks[seat], self._owed[seat])
        return time_rules.stand_in(self._rule, bank, began, gone_since)

    def shown(self, now: int) -> wire.Clocks:
        now = now if self._paused is None else self._paused
        return wire.Clocks(
            bank=list(self._banks),
            running=[
                None if began is None or self._rule.pace is time_rules.Pace.NONE else self.elapsed(seat, now)
                for seat, began in enumerate(self._began)
            ],
        )

    def hidden(self) -> wire.Clocks:
        """For onlookers who are behind: the clocks would tell them who decides now."""
        seats = len(self._banks)
        return wire.Clocks(bank=[self._rule.bank] * seats, running=[None] * seats)
