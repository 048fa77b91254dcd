"""What clients were told, and whether it can be true: each acknowledged key is there exactly once, whatever was shown
stays, any two looks at a table are one a beginning of the other, and what came first comes first.

The judge knows the log and recomputes from it what each seat was to be shown; it asks nothing of the server.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.core.words import read_options
from bluffhouse.play.table import Damaged, replay, start
from bluffhouse.server import telling
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bluffhouse.store import Row, Table

NOTHING = "nothing"
ONLOOKER = -1
"""In place of a seat."""


@dataclass(frozen=True)
class Sent:
    at: float
    table: str
    seat: int
    key: str


@dataclass(frozen=True)
class Acked:
    at: float
    table: str
    seat: int
    key: str
    seq: int


@dataclass(frozen=True)
class Refused:
    at: float
    table: str
    seat: int
    key: str
    rule: str


@dataclass(frozen=True)
class Troubled:
    """The house could not do it just now, and said so."""

    at: float
    table: str
    seat: int
    code: str


@dataclass(frozen=True)
class Shown:
    """All that a client has been shown of a table so far: up to which number, and the digest of all events."""

    at: float
    client: str
    table: str
    seat: int
    seq: int
    digest: str


Told = Sent | Acked | Refused | Troubled | Shown


def digest(before: str, events: Iterable[Any]) -> str:
    """Of a story that goes on: the same events in the same order give the same word, however they were told."""
    for event in events:
        written = json.dumps(event, sort_keys=True, ensure_ascii=False)
        before = hashlib.sha256(f"{before}\n{written}".encode()).hexdigest()
    return before


@dataclass(frozen=True)
class Truth:
    """One table as its log has it."""

    meta: Table
    rows: Sequence[Row]
    digests: Sequence[Sequence[str]]
    """By seat, the last one for onlookers, then by number: the digest of all that was to be seen from there."""
    damage: str | None = None


def truth(meta: Table, rows: Sequence[Row]) -> Truth:
    game = games.find(meta.game)
    table = start(game, read_options(game.options, meta.options), meta.seats)
    try:
        table = replay(table, rows)
    except Damaged as fault:
        return Truth(meta, rows, [[] for _ in range(meta.seats + 1)], str(fault))
    digests = []
    for seat in (*map(Seat, range(meta.seats)), None):
        word, words = NOTHING, []
        for made in table.told:
            seen = [one for event in made if (one := game.mask(event, seat)) is not None]
            word = digest(word, telling.events(values(game), seen))
            words.append(word)
        digests.append(words)
    return Truth(meta, rows, digests)


def anomalies(history: Sequence[Told], truths: Mapping[str, Truth]) -> list[str]:
    """Everything that cannot be, one sentence each."""
    found = [sentence for table in truths.values() for sentence in _of_log(table)]
    found += _of_keys(history, truths)
    found += _of_views(history, truths)
    found += _of_time(history, truths)
    found += [
        f"{told.table} s{told.seat} {told.key}: refused by {told.rule}" for told in history if isinstance(told, Refused)
    ]
    return found


def _of_log(table: Truth) -> list[str]:
    name, rows = table.meta.id, table.rows
    found = [f"{name}: the log does not replay: {table.damage}"] if table.damage else []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        found.append(f"{name}: the log has a hole")
    keys = Counter((row.actor, row.key) for row in rows if row.key is not None)
    found += [f"{name} s{actor} {key}: applied {times} times" for (actor, key), times in keys.items() if times > 1]
    fences = [(row.seq, row.fence) for row in rows if row.fence is not None]
    found += [
        f"{name} {later[0]}: an earlier keeper wrote, fence {later[1]} after {former[1]}"
        for former, later in pairwise(fences)
        if (later[1] or 0) < (former[1] or 0)
    ]
    found += [f"{name} {row.seq}: a stand-in moved, and nobody was away" for row in rows if row.by == "stand-in"]
    return found


def _of_keys(history: Sequence[Told], truths: Mapping[str, Truth]) -> list[str]:
    """Acknowledged: in the log, once, under that number; and the same answer whenever it is asked for."""
    found = []
    numbers = {(t.meta.id, row.actor, row.key): row.seq for t in truths.values() for row in t.rows}
    answers: dict[tuple[str, int, str], int] = {}
    for told in history:
        if not isinstance(told, Acked):
            continue
        key = (told.table, told.seat, told.key)
        if numbers.get(key) != told.seq:
            found.append(f"{key}: acknowledged as {told.seq}, and the log has it as {numbers.get(key)}")
        if answers.setdefault(key, told.seq) != told.seq:
            found.append(f"{key}: answered with {answers[key]} and with {told.seq}")
    return found


def _of_views(history: Sequence[Told], truths: Mapping[str, Truth]) -> list[str]:
    """What was shown is a beginning of the truth, and no client is shown less than before."""
    found = []
    newest: dict[tuple[str, str], int] = {}
    for told in history:
        if not isinstance(told, Shown):
            continue
        words = truths[told.table].digests[told.seat]
        where = f"{told.client} at {told.table}"
        if told.seq >= len(words):
            found.append(f"{where}: was shown number {told.seq}, and the log ends at {len(words) - 1}")
        elif words[told.seq] != told.digest:
            found.append(f"{where}: was shown other events up to number {told.seq}")
        if told.seq < newest.get((told.client, told.table), -1):
            found.append(f"{where}: was shown number {told.seq} after {newest[told.client, told.table]}")
        newest[told.client, told.table] = max(told.seq, newest.get((told.client, told.table), -1))
    return found


def _of_time(history: Sequence[Told], truths: Mapping[str, Truth]) -> list[str]:
    """A move that was sent after another was acknowledged comes after it."""
    found = []
    numbers = {(t.meta.id, row.actor, row.key): row.seq for t in truths.values() for row in t.rows}
    acknowledged: defaultdict[str, int] = defaultdict(int)
    first_sent: set[tuple[str, int, str]] = set()
    for told in sorted(history, key=lambda one: one.at):
        if isinstance(told, Acked):
            acknowledged[told.table] = max(acknowledged[told.table], told.seq)
        elif isinstance(told, Sent):
            key = (told.table, told.seat, told.key)
            seq = numbers.get(key)
            if key not in first_sent and seq is not None and seq <= acknowledged[told.table]:
                found.append(f"{key}: sent after {acknowledged[told.table]} was acknowledged, and is {seq}")
            first_sent.add(key)
    return found
