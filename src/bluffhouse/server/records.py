"""Games as they were seen: by a seat, by onlookers, or all open. One that still plays here has no record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat, winners
from bluffhouse.core.record import Record, read, write
from bluffhouse.core.words import read_options, read_seat, write_options
from bluffhouse.play import clock, fair
from bluffhouse.play.lobby import Status
from bluffhouse.play.table import Table, forget, replay, start
from bluffhouse.server import telling
from bluffhouse.store import Chair, Finished, Row
from bluffhouse.store import Table as Meta
from bluffhouse.wire import rest
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from collections.abc import Sequence

ONLOOKER = "onlooker"
OPEN = "open"


def seen(finished: Finished, seen_by: str) -> rest.GameRecord:
    """ValueError where nobody of that name saw it."""
    table = replayed(finished)
    shown_to = None if seen_by in (ONLOOKER, OPEN) else read_seat(seen_by)
    if shown_to is not None and shown_to >= table.seats:
        raise ValueError(f"there is no seat {seen_by}")
    writers = values(table.game)
    masked = (_masked(table, seq, shown_to, everything=seen_by == OPEN) for seq in range(table.seq + 1))
    told = [telling.events(writers, happened) for happened in masked]
    return rest.GameRecord(
        lobby=telling.lobby(finished.table, finished.chairs, None),
        seen_by=seen_by,
        opening=told[0],
        steps=[
            rest.RecordStep(
                seq=row.seq,
                actor=row.actor,
                by=row.by,
                elapsed=row.elapsed,
                move=row.move if seen_by == OPEN else None,
                events=told[row.seq],
            )
            for row in finished.rows
        ],
        view=writers.view(table.game.view(forget(table).state, shown_to)),
        wealth=list(table.game.wealth(table.state)),
        winners=list(winners(table.game, table.state)),
    )


def from_text(written: str) -> Finished:
    """A game that somebody has as text; BadRecord names the line."""
    played = read(written.encode(), games.find)
    return of_nobody(played.record, over=not played.record.game.actors(played.state))


def of_nobody(record: Record, *, over: bool) -> Finished:
    """A game that was played at no table of the house, as if it had been: nobody's names, nobody's clock."""
    rows = [
        Row(seq, actor, record.game.write(move), 0, "dealer" if actor == DEALER else "person", None, 0.0)
        for seq, (actor, move) in enumerate(record.moves, 1)
    ]
    table = Meta(
        id="",
        code="",
        game=record.game.name,
        version=record.game.version,
        options=write_options(record.options),
        seats=record.seats,
        time=clock.write(clock.TimeRule(clock.Pace.NONE)),
        watch="nobody",
        delay=0,
        chat=False,
        listed=False,
        host="",
        status=Status.OVER if over else Status.ENDED,
        created=0.0,
    )
    return Finished(table, tuple(Chair(seat) for seat in range(record.seats)), tuple(rows))


def text(finished: Finished) -> str:
    """The record in notation: all open."""
    table = replayed(finished)
    moves = tuple((Seat(row.actor), table.game.read(row.move)) for row in finished.rows)
    return write(Record(table.game, table.seats, table.options, moves, _proof(finished)))


def _proof(finished: Finished) -> dict[str, str]:
    """The seal of a finished game, opened."""
    table = finished.table
    if table.salt is None or table.seed is None:
        return {}
    return fair.proof(fair.Seal(table.id, table.salt, table.seed, tuple(chair.word for chair in finished.chairs)))


def verdict(written: str) -> rest.Verdict:
    """Whether a record's draws are fair; BadRecord names the line of one that cannot be read."""
    record = read(written.encode(), games.find).record
    promised = record.proof.get("commitment")
    try:
        return rest.Verdict(fair=True, draws=fair.verify(record), commitment=promised, reason=None, move=None)
    except fair.Unfair as fault:
        return rest.Verdict(fair=False, draws=0, commitment=promised, reason=fault.reason, move=fault.move)


def replayed(finished: Finished) -> Table:
    """The table as it stood after its last move."""
    game = games.find(finished.table.game, finished.table.version)
    options = read_options(game.options, finished.table.options)
    return replay(start(game, options, finished.table.seats), finished.rows)


def _masked(table: Table, seq: int, seat: Seat | None, *, everything: bool) -> Sequence[Any]:
    mask = table.game.mask
    happened = table.told[seq]
    return happened if everything else [e for event in happened if (e := mask(event, seat)) is not None]
