"""Time at a table: what a decision costs, what is left, and when a stand-in takes over.

All in milliseconds, all from the elapsed times in the log and one `now`: time in which the house was closed is in no
row, so nobody pays for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

AWAY: Final = 10 * SECOND
"""Somebody without an open page for so long is shown as away."""

MERCY: Final = 30 * SECOND
"""After the house opens again nobody's clock runs for so long: people need a moment to come back."""


class Pace(StrEnum):
    NONE = "none"
    LIVE = "live"
    DAYS = "days"


GRACE: Final = {Pace.NONE: 3 * MINUTE, Pace.LIVE: MINUTE, Pace.DAYS: DAY}
"""How long a seat is held when its time is up. Without a clock only somebody who is away is ever stood in for."""

LONGEST_DECISION: Final = {Pace.NONE: 0, Pace.LIVE: 60 * MINUTE, Pace.DAYS: 14 * DAY}
LONGEST_BANK: Final = {Pace.NONE: 0, Pace.LIVE: 120 * MINUTE, Pace.DAYS: 14 * DAY}


@dataclass(frozen=True, slots=True)
class TimeRule:
    pace: Pace = Pace.NONE
    decision: int = 0
    """Free for every decision."""
    bank: int = 0
    """For the whole game, used when a decision takes longer."""

    def __post_init__(self) -> None:
        if self.pace is not Pace.NONE and self.decision <= 0:
            raise ValueError("a table with a clock gives some time for every decision")
        if not 0 <= self.decision <= LONGEST_DECISION[self.pace] or not 0 <= self.bank <= LONGEST_BANK[self.pace]:
            raise ValueError(f"that is too much time for a table with the clock {self.pace.value!r}")


def write(rule: TimeRule) -> str:
    """The rule in words: `none`, `live 30 300`, `days 259200 0`, in seconds.

    >>> write(TimeRule(Pace.LIVE, 30_000, 300_000))
    'live 30 300'
    """
    if rule.pace is Pace.NONE:
        return rule.pace.value
    return f"{rule.pace.value} {rule.decision // SECOND} {rule.bank // SECOND}"


def read(words: str) -> TimeRule:
    """The rule that `write` wrote; ValueError where there is none.

    >>> read("live 30 300")
    TimeRule(pace=<Pace.LIVE: 'live'>, decision=30000, bank=300000)
    """
    pace, *seconds = words.split()
    decision, bank = (int(word) * SECOND for word in seconds or ("0", "0"))
    return TimeRule(Pace(pace), decision, bank)


class Spent(Protocol):
    """A row of the log, as far as the clocks need it."""

    @property
    def actor(self) -> int: ...
    @property
    def elapsed(self) -> int: ...


def banks(rule: TimeRule, before: tuple[int, ...], rows: Iterable[Spent]) -> tuple[int, ...]:
    """What is left in each seat's bank after these rows."""
    left = list(before)
    for row in rows:
        if 0 <= row.actor < len(left):
            left[row.actor] = charge(rule, left[row.actor], row.elapsed)
    return tuple(left)


def charge(rule: TimeRule, bank: int, elapsed: int) -> int:
    """What is left in a bank after a decision that took so long."""
    return max(0, bank - max(0, elapsed - rule.decision))


def stand_in(rule: TimeRule, bank: int, began: int, away_since: int | None) -> int | None:
    """When a stand-in decides instead; None where the table waits for as long as it takes."""
    if rule.pace is Pace.NONE:
        return None if away_since is None else max(began, away_since) + GRACE[Pace.NONE]
    return began + rule.decision + bank + GRACE[rule.pace]
