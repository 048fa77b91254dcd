"""The judge of histories: an honest one passes, and each kind of lie is found."""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.core.words import write_options
from bluffhouse.play.table import deal, moves, start, submit
from bluffhouse.store import PLAYING, Row, Table
from tests.faults.history import Acked, Refused, Sent, Shown, Told, Truth, anomalies, truth

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = 12


def a_game() -> tuple[Truth, list[Told]]:
    """Some moves of a game of three, and what its people were told."""
    game = games.find("vabanque")
    below = random.Random(5).randrange
    table, rows, history = start(game, game.options(), 3), list[Row](), list[Told]()
    at = 0.0
    while len(history) < KEYS * 6:
        table, dealt = deal(table, below)
        rows += [Row(one.seq, one.actor, one.move, 0, "dealer", None, at) for one in dealt]
        seat = next(seat for seat in range(3) if table.asked[seat] is not None)
        asked, open_moves = table.asked[seat], moves(table, Seat(seat))
        assert asked is not None
        made = submit(table, Seat(seat), asked, open_moves[below(len(open_moves))])
        assert isinstance(made, tuple)
        table, entry = made
        key = f"k{entry.seq}"
        rows.append(Row(entry.seq, seat, entry.move, 100, "person", key, at, None))
        history += [Sent(at, "t", seat, key), Acked(at + 0.5, "t", seat, key, entry.seq)]
        history += [Shown(at + 0.6, f"c{one}", "t", one, entry.seq, "") for one in range(3)]
        history.append(Sent(at + 0.7, "t", seat, key))
        at += 1
    meta = Table(
        id="t",
        code="t",
        game=game.name,
        version=game.version,
        options=write_options(game.options()),
        seats=3,
        time="none",
        watch="anyone",
        delay=0,
        chat=False,
        listed=False,
        host="",
        status=PLAYING,
        created=0.0,
    )
    known = truth(meta, rows)
    honest = [
        dataclasses.replace(told, digest=known.digests[told.seat][told.seq]) if isinstance(told, Shown) else told
        for told in history
    ]
    return known, honest


def test_an_honest_history_is_believed() -> None:
    known, history = a_game()
    assert anomalies(history, {"t": known}) == []


def lost(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    """An acknowledged move is not in the log."""
    return truth(known.meta, known.rows[:-1]), [told for told in history if not isinstance(told, Shown)]


def unsaid(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    """Something was shown that the log does not have."""
    return truth(known.meta, known.rows[:-1]), [told for told in history if isinstance(told, Shown)]


def twice(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    """One key, two moves."""
    first = next(row for row in known.rows if row.key)
    rows = [
        dataclasses.replace(row, key=first.key) if row.key and row.actor == first.actor else row for row in known.rows
    ]
    return truth(known.meta, rows), [told for told in history if isinstance(told, Shown)]


def another_answer(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    acked = next(told for told in history if isinstance(told, Acked))
    return known, [*history, dataclasses.replace(acked, seq=acked.seq + 1, at=99.0)]


def backwards(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    first = next(told for told in history if isinstance(told, Shown))
    return known, [*history, dataclasses.replace(first, at=99.0)]


def other_events(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    """A seat was shown another seat's events."""
    shown = [told for told in history if isinstance(told, Shown)][-1]
    return known, [*history, dataclasses.replace(shown, digest=known.digests[0][3])]


def overtaken(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    """A move was sent when a later one had been acknowledged."""
    last = max((told for told in history if isinstance(told, Acked)), key=lambda told: told.seq)
    return known, [dataclasses.replace(told, at=-1.0) if told is last else told for told in history]


def earlier_keeper(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    rows = [dataclasses.replace(row, fence=2 if row.seq < 8 else 1) for row in known.rows]
    return truth(known.meta, rows), history


def stand_in(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    rows = [dataclasses.replace(row, by="stand-in") if row.seq == 9 else row for row in known.rows]
    return truth(known.meta, rows), history


def hole(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    return truth(known.meta, [row for row in known.rows if row.seq != 4]), []


def stale(known: Truth, history: list[Told]) -> tuple[Truth, list[Told]]:
    return known, [*history, Refused(99.0, "t", 0, "k99", "question")]


@pytest.mark.parametrize(
    ("lie", "word"),
    [
        (lost, "the log has it as None"),
        (unsaid, "the log ends at"),
        (twice, "applied"),
        (another_answer, "answered with"),
        (backwards, "after"),
        (other_events, "other events"),
        (overtaken, "sent after"),
        (earlier_keeper, "an earlier keeper"),
        (stand_in, "stand-in"),
        (hole, "does not replay"),
        (stale, "refused"),
    ],
)
def test_a_lie_is_found(lie: Callable[[Truth, list[Told]], tuple[Truth, list[Told]]], word: str) -> None:
    known, history = lie(*a_game())
    assert any(word in sentence for sentence in anomalies(history, {"t": known}))
