"""Finished games as they were seen: by a seat, by onlookers, or all open. A game that still plays has no record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse import games
from bluffhouse.core.game import Seat, winners
from bluffhouse.core.record import Record, write
from bluffhouse.core.words import read_options, read_seat
from bluffhouse.play.table import forget, replay, start
from bluffhouse.server import telling
from bluffhouse.wire import rest
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from bluffhouse.play.table import Table
    from bluffhouse.store import Finished

ONLOOKER = "onlooker"
OPEN = "open"


def seen(finished: Finished, seen_by: str) -> rest.GameRecord:
    """ValueError where nobody of that name saw it."""
    table = _replayed(finished)
    shown_to = None if seen_by in (ONLOOKER, OPEN) else read_seat(seen_by)
    if shown_to is not None and shown_to >= table.seats:
        raise ValueError(f"there is no seat {seen_by}")
    told = [_told(table, seq, shown_to, everything=seen_by == OPEN) for seq in range(table.seq + 1)]
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
        view=values(table.game).view(table.game.view(forget(table).state, shown_to)),
        wealth=list(table.game.wealth(table.state)),
        winners=list(winners(table.game, table.state)),
    )


def text(finished: Finished) -> str:
    """The record in notation: all open."""
    table = _replayed(finished)
    moves = tuple((Seat(row.actor), table.game.read(row.move)) for row in finished.rows)
    return write(Record(table.game, table.seats, table.options, moves))


def _replayed(finished: Finished) -> Table:
    game = games.find(finished.table.game)
    options = read_options(game.options, finished.table.options)
    return replay(start(game, options, finished.table.seats), finished.rows)


def _told(table: Table, seq: int, seat: Seat | None, *, everything: bool) -> list[object]:
    mask = table.game.mask
    happened = table.told[seq]
    masked = happened if everything else [e for event in happened if (e := mask(event, seat)) is not None]
    return telling.events(values(table.game), masked)
