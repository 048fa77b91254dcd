"""The challenges of the last days: each is worked out once, when somebody first asks, and kept as long as it counts."""

from __future__ import annotations

import asyncio
import datetime
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.core.record import read
from bluffhouse.play.lobby import Status
from bluffhouse.play.table import EVERYTHING, forget
from bluffhouse.server import limits, records, telling
from bluffhouse.server.arithmetic import Failed, computed
from bluffhouse.wire import daily as wire
from bluffhouse.wire.server import Presence
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.record import Record
    from bluffhouse.server.house import House
    from bluffhouse.wire.server import Sync

KEPT: Final = 7
"""Days, today included."""
PATIENCE: Final = 300.0  # seconds: far more than it takes, for whoever gives up only has to begin again


class NoDay(LookupError):
    """A sentence about a date whose challenge cannot be had."""


class TooMany(Exception):
    """So many were worked out lately that this one has to wait."""


class BadMove(ValueError):
    """A sentence about an answer that was not among the moves."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A challenge that is ready: the question as it may be told, and the solution beside it."""

    question: wire.DailyChallenge
    solution: wire.DailyJudged


class Dailies:
    def __init__(self, house: House) -> None:
        self._house = house
        self._found: dict[tuple[str, str], asyncio.Task[Posed]] = {}

    def days(self) -> list[str]:
        """The newest first. Days change at midnight in UTC, for everybody at the same moment."""
        today = datetime.datetime.fromtimestamp(self._house.clock.wall(), datetime.UTC).date()
        return [(today - datetime.timedelta(days=ago)).isoformat() for ago in range(KEPT)]

    async def posed(self, game: str, day: str | None) -> Posed:
        """That day's challenge, or today's: whoever asks while it is worked out waits for the same one."""
        days = self.days()
        wanted = days[0] if day is None else day
        if wanted not in days:
            raise NoDay(f"there are challenges from {days[-1]} to {days[0]} only")
        for old in [key for key, task in self._found.items() if key[1] not in days and task.done()]:
            del self._found[old]
        task = self._found.get((game, wanted))
        if task is None:
            if not self._house.limits.allow(limits.DAILIES, ""):
                raise TooMany
            task = self._found[game, wanted] = asyncio.create_task(self._work_out(game, wanted))
        return await asyncio.shield(task)  # whoever goes away takes it from nobody else

    async def _work_out(self, game: str, day: str) -> Posed:
        """In a process of its own; what failed is forgotten, so that the next who asks has it tried again."""
        try:
            said = await computed("daily", game, "--day", day, "--json", patience=PATIENCE)
            solution = wire.DailyJudged.model_validate(said)
            record = read(solution.record.encode(), games.find).record
            table = seen(record, Seat(solution.seat), solution.names, f"daily-{game}-{day}")
        except (Failed, ValueError):
            del self._found[game, day]
            raise Failed from None
        return Posed(wire.DailyChallenge(game=game, day=day, table=table), solution)

    async def judged(self, game: str, answer: wire.DailyAnswer) -> wire.DailyVerdict:
        posed = await self.posed(game, answer.day)
        if answer.move not in posed.question.table.moves:
            raise BadMove("this is none of the moves that are open there")
        solution = posed.solution
        return wire.DailyVerdict(chosen=answer.move, made=solution.made, moves=solution.moves, dangers=solution.dangers)

    async def close(self) -> None:
        for task in self._found.values():
            task.cancel()
        await asyncio.gather(*self._found.values(), return_exceptions=True)


def seen(record: Record, seat: Seat, names: Sequence[str], name: str) -> Sync:
    """A game that stands at somebody's question, through that seat's eyes and no others."""
    finished = records.of_nobody(record, over=False)
    table = records.replayed(finished)
    chairs = [replace(chair, name=called) for chair, called in zip(finished.chairs, names, strict=True)]
    presence = Presence(
        table=name,
        seats=["here" if chair.seat == seat else "bot" for chair in chairs],
        votes={},
        waiting=False,
        neighbours=[],
    )
    meta = replace(finished.table, id=name, status=Status.PLAYING)
    return telling.sync(
        values(record.game),
        telling.Place(seat, host=False, device=()),
        telling.lobby(meta, chairs, None),
        presence,
        table=forget(table),
        since=EVERYTHING,
        clocks=None,
    )
