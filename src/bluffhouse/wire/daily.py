"""What travels of the daily challenge: the question first, and how good the answer was only afterwards."""

from typing import Annotated

from pydantic import StringConstraints

from bluffhouse.wire.analysis import Danger, Worth
from bluffhouse.wire.client import LONGEST_MOVE, Strict
from bluffhouse.wire.server import Sent, Sync

Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A date in UTC: 2026-03-14."""


class DailyDays(Sent):
    """The days whose challenges can be had, the newest first, and the games that have one."""

    days: list[str]
    games: list[str]


class DailyChallenge(Sent):
    """One decision, the same for everybody on that day."""

    game: str
    day: str
    table: Sync
    """All that the seat in question may know, as it would be told at a table."""


class DailyAnswer(Strict):
    day: Day
    move: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_MOVE)]


class DailyMove(Worth):
    """One of the open moves."""

    near: bool
    """Nobody can tell it from the best: the difference may be chance."""


class DailyVerdict(Sent):
    """How good an answer was, and what else could have been done."""

    chosen: str
    made: str
    """What the bot did who sat there."""
    moves: list[DailyMove]
    """Every open move, the best first."""
    dangers: list[Danger]
    """Of the best move."""


class DailyJudged(Strict):
    """What `bluffhouse daily --json` says: the whole challenge with its solution. It stays inside the house."""

    game: str
    day: Day
    record: str
    """The game as text, up to the question."""
    seat: int
    names: list[str]
    made: str
    moves: list[DailyMove]
    dangers: list[Danger]
