"""A table in progress: the game so far, and the question each seat has open. A move makes a new table."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from bluffhouse.core.game import DEALER, Illegal, Seat, draw, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

NO_SEAT: Final = "seat"
STALE: Final = "question"
NOTATION: Final = "notation"

EVERYTHING: Final = -1
"""Events «after» this are all of them, also those of the set-up, which no move made."""


class Logged(Protocol):
    """A row of the log, as far as replaying it needs."""

    @property
    def seq(self) -> int: ...
    @property
    def actor(self) -> int: ...
    @property
    def move(self) -> str: ...


class Damaged(ValueError):
    """A log that does not replay: the table it belongs to cannot go on."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move was not made: a rule's number, or one of the words above, and a sentence."""

    rule: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One move made, as the log will have it."""

    seq: int
    actor: Seat
    move: str


@dataclass(frozen=True, slots=True)
class Table:
    game: AnyGame
    seats: int
    options: Any
    state: Any
    asked: tuple[int | None, ...]
    """For each seat the seq at which its open question arose; None where it has none."""
    told: tuple[tuple[Any, ...], ...]
    """The events of the set-up, then those of each move: `told[seq]`."""
    trail: str = ""
    """A digest of all moves made: what chance follows from, besides its seed."""

    @property
    def seq(self) -> int:
        return len(self.told) - 1

    @property
    def over(self) -> bool:
        return not self.game.actors(self.state)


@dataclass(frozen=True, slots=True)
class Update:
    """What one seat (or an onlooker) is told: what happened after `since`, and how things stand now."""

    seq: int
    since: int
    events: tuple[Any, ...]
    view: Any
    """Without its story: whoever is told has the events."""
    moves: tuple[str, ...]
    asked: int | None


def start(game: AnyGame, options: Any, seats: int) -> Table:
    """A table at which nothing has been dealt yet; Illegal where the game refuses so many seats."""
    state = game.setup(options, seats)
    asked = tuple(0 if Seat(seat) in game.actors(state) else None for seat in range(seats))
    return Table(game, seats, options, state, asked, (getattr(state, "story", ()),))


def submit(table: Table, seat: Seat, asked: int, text: str) -> tuple[Table, Entry] | Refusal:
    """A seat answers the question it was asked at `asked`."""
    if not 0 <= seat < table.seats:
        return Refusal(NO_SEAT, "there is no such seat at this table")
    try:
        move = table.game.read(text)
    except ValueError as fault:
        return Refusal(NOTATION, str(fault))
    if asked != table.asked[seat] and table.asked[seat] is not None:
        return Refusal(STALE, "this answers a question that is no longer open; look at the table and choose again")
    try:
        return _make(table, seat, move)
    except Illegal as refusal:
        return Refusal(refusal.rule, refusal.sentence)


def deal(table: Table, below: Below) -> tuple[Table, tuple[Entry, ...]]:
    """All that the dealer has to do now, until somebody else decides or the game is over."""
    entries = []
    while DEALER in table.game.actors(table.state):
        table, entry = _make(table, DEALER, draw(table.game, table.state, below))
        entries.append(entry)
    return table, tuple(entries)


def replay(table: Table, rows: Iterable[Logged]) -> Table:
    """The table after some more rows of its log; Damaged where they have a hole or break a rule."""
    for row in rows:
        if row.seq != table.seq + 1:
            raise Damaged(f"row {row.seq} follows row {table.seq}")
        try:
            table, _ = _make(table, Seat(row.actor), table.game.read(row.move))
        except ValueError as fault:
            raise Damaged(f"row {row.seq}: {fault}") from None
    return table


def told(table: Table, after: int, seat: Seat | None) -> tuple[Any, ...]:
    """What happened after a seq, as that seat may see it."""
    mask = table.game.mask
    return tuple(seen for made in table.told[after + 1 :] for event in made if (seen := mask(event, seat)) is not None)


def forget(table: Table) -> Table:
    """The same table with a state that remembers no story: its views are cheap to build and hold none."""
    if not getattr(table.state, "story", ()):
        return table
    state = dataclasses.replace(table.state, story=())
    return Table(table.game, table.seats, table.options, state, table.asked, table.told, table.trail)


def moves(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """What a seat may choose now, in notation."""
    if seat is None or table.asked[seat] is None:
        return ()
    return tuple(table.game.write(move) for move in table.game.moves(table.state, seat))


def update(table: Table, since: int, seat: Seat | None) -> Update:
    """Hand in a table that forgot its story; an onlooker is seat None."""
    return Update(
        seq=table.seq,
        since=since,
        events=told(table, since, seat),
        view=table.game.view(table.state, seat),
        moves=moves(table, seat),
        asked=None if seat is None else table.asked[seat],
    )


def _make(table: Table, actor: Seat, move: Any) -> tuple[Table, Entry]:
    made = step(table.game, table.state, actor, move)
    seq, text = table.seq + 1, table.game.write(move)
    made_table = Table(
        table.game,
        table.seats,
        table.options,
        made.state,
        _asked(table, actor, table.game.actors(made.state), seq),
        (*table.told, made.events),
        add_to_trail(table.trail, actor, text),
    )
    return made_table, Entry(seq, actor, text)


def add_to_trail(trail: str, actor: Seat, text: str) -> str:
    return hashlib.sha256(f"{trail}\n{actor} {text}".encode()).hexdigest()


def _asked(table: Table, actor: Seat, deciding: frozenset[Seat], seq: int) -> tuple[int | None, ...]:
    """A question stays the same while others answer theirs: sealed bids never make each other stale."""
    asked: Sequence[int | None] = table.asked
    return tuple(
        None if Seat(seat) not in deciding else seq if before is None or seat == actor else before
        for seat, before in enumerate(asked)
    )
