"""What the store takes and gives: plain frozen values, and the two ways in which it says no.

Ids, hashes and times come from the caller; the store has no clock and no chance of its own. Times are seconds since
1970 and only for people to read: clocks are the sums of `Row.elapsed`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

WAITING: Final = "waiting"
PLAYING: Final = "playing"
PAUSED: Final = "paused"
OVER: Final = "over"
"""Played to its end by the rules."""
ENDED: Final = "ended"
"""Broken off by the people at it."""

RUNNING: Final = (PLAYING, PAUSED)
FINISHED: Final = (OVER, ENDED)


class Taken(Exception):
    """Somebody was first: the number in the log, the key, the code or the chair is theirs. Read anew."""


class StoreDown(Exception):
    """The store cannot be reached or cannot write, and the caller is not to be told that anything is saved.

    Whether it is saved cannot be known when the connection broke during the commit: after the fault, read the answer
    of the key before sending again, or send again and take `Taken` for the sign that it was.
    """


@dataclass(frozen=True, slots=True)
class Row:
    """One move of a table's log."""

    seq: int
    """From 1, without holes."""
    actor: int
    """The seat, or -1 for the dealer."""
    move: str
    """In the game's notation."""
    elapsed: int
    """Milliseconds charged to this decision; 0 for the dealer and for bots."""
    by: str
    """person, bot, stand-in or dealer."""
    key: str | None
    """The client's key of a person's move."""
    at: float
    fence: int | None = None
    """Of the keeper of the clock, under which a bot or stand-in moved; None where one worker is all there is."""
    chain: str | None = None
    """A digest of this row and all before it; None before it joins a log."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client was told about the move it sent under a key: acknowledged as `seq`, or refused by a rule."""

    key: str
    seat: int
    seq: int | None
    rule: str | None
    sentence: str | None
    at: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """A place where people sit: what is played there and how. Who sits there are its chairs."""

    id: str
    code: str
    """Short, for links and for reading out; no two tables have the same."""
    game: str
    version: int
    """The rules' version: a running game is finished under it."""
    options: Mapping[str, str]
    """The game's options in words, as in the header of a record."""
    seats: int
    time: str
    """The time rule in words."""
    watch: str
    """Who may watch, in the server's words."""
    delay: int
    """By how many seconds watchers see the game later."""
    chat: bool
    listed: bool
    """Whether strangers find it: among the open tables, and later among the records."""
    host: str
    """The guest who set it up."""
    status: str
    created: float
    started: float | None = None
    ended: float | None = None
    rematch_of: str | None = None
    keeper: str | None = None
    """The worker whose clock counts here, and who has its bots think."""
    fence: int = 0
    """Raised with every change of keeper: what an earlier one still tries is refused."""
    since: float = 0.0
    """A worker that joins later charges nobody for what was before."""
    salt: str | None = field(default=None, repr=False)
    seed: str | None = field(default=None, repr=False)
    """What the dealer's draws follow from, secret until the game is over; None at tables from before there was one."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table: a guest's, a bot's of some level, or free."""

    seat: int
    guest: str | None = None
    bot: str | None = None
    name: str = ""
    """As the others see it."""
    stand_in: bool = False
    """A bot plays for the guest, who may come back."""
    word: str = ""
    """What the seat has added to the dealer's chance."""

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None


@dataclass(frozen=True, slots=True)
class Guest:
    """A person without an account; who holds the token is this guest, and only its hash is kept."""

    id: str
    name: str
    created: float
    seen: float


@dataclass(frozen=True, slots=True)
class Invite:
    """Lets guests in at one table; says nothing about who they are. The secret itself is only in the link."""

    secret_hash: str
    table: str
    seat: int | None
    """The chair it is meant for, or any."""
    uses: int
    """How many more guests it lets in; 0 once it is used up or called back."""
    expires: float


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, whole: it exists for no table that still plays."""

    table: Table
    chairs: tuple[Chair, ...]
    rows: tuple[Row, ...]
