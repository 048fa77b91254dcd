"""What somebody who moved is told, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse.play.lobby import Status
from bluffhouse.play.table import Refusal
from bluffhouse.wire import server as wire

if TYPE_CHECKING:
    from bluffhouse.store import Answer

NO_SEAT: Final = Refusal("seat", "you do not sit at this table")
NOT_HERE: Final = "nobody at this device has that seat"
NOT_WATCHED: Final = "this table is not watched while it plays"
NOT_SAVED: Final = "this could not be saved just now; send the same move again"


def told(table: str, answer: Answer) -> wire.Ack | wire.Refused:
    if answer.seq is not None:
        return wire.Ack(table=table, key=answer.key, seq=answer.seq)
    return refused(table, answer.key, Refusal(answer.rule or "", answer.sentence or ""))


def refused(table: str, key: str, refusal: Refusal) -> wire.Refused:
    return wire.Refused(table=table, key=key, rule=refusal.rule, sentence=refusal.sentence)


def not_playing(status: Status) -> str:
    match status:
        case Status.WAITING:
            return "the game has not begun"
        case Status.PAUSED:
            return "the game is paused"
        case Status.PLAYING | Status.OVER | Status.ENDED:
            return "the game is over"
