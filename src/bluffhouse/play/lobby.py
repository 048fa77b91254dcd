"""Who may do what at a table that is not a move: pure rules, each a sentence for whoever may not, or None."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Status(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"
    ENDED = "ended"
    """By a vote, without a result."""


RUNNING: Final = frozenset({Status.PLAYING, Status.PAUSED})
FINISHED: Final = frozenset({Status.OVER, Status.ENDED})


class VoteWord(StrEnum):
    WAIT = "wait"
    """For those who are away: no stand-in takes over."""
    END = "end"
    PAUSE = "pause"
    RESUME = "resume"
    NONE = "none"
    """Takes the own vote back."""


class Chair(Protocol):
    """Who sits there: a guest, a bot of some level, or nobody."""

    @property
    def guest(self) -> str | None: ...
    @property
    def bot(self) -> str | None: ...
    @property
    def free(self) -> bool: ...


DEVICE: Final = "@"
"""Stands in no id that the house gives out, so no guest can be taken for somebody at another guest's device."""


def at_device(keeper: str, seat: int) -> str:
    """The id of somebody who plays at the keeper's device: without a token, so only the keeper speaks for them."""
    return f"{keeper}{DEVICE}{seat}"


def shares(chair: Chair, keeper: str) -> bool:
    """Whether whoever sits there plays at the keeper's device."""
    return chair.guest is not None and chair.guest.startswith(keeper + DEVICE)


def may_take(status: Status, chairs: Sequence[Chair], seat: int, guest: str) -> str | None:
    if status is not Status.WAITING:
        return "the game has begun; a seat that was used is never given to somebody else"
    if not 0 <= seat < len(chairs):
        return "there is no such seat at this table"
    if any(chair.guest == guest for chair in chairs):
        return "you sit at this table already; leave that seat first"
    if any(shares(chair, guest) for chair in chairs):
        return "the people at your device sit here already"
    return None if chairs[seat].free else "somebody sits there already"


def may_leave(status: Status, chairs: Sequence[Chair], seat: int, guest: str) -> str | None:
    if not 0 <= seat < len(chairs) or chairs[seat].guest != guest:
        return "you do not sit there"
    return None if status is Status.WAITING else "the game has begun; your seat is kept for you"


def may_add_word(status: Status, chairs: Sequence[Chair], seat: int, guest: str) -> str | None:
    if not 0 <= seat < len(chairs) or chairs[seat].guest != guest:
        return "you do not sit there"
    return None if status is Status.WAITING else "the game has begun; its chance is settled"


def may_seat_bot(status: Status, chairs: Sequence[Chair], seat: int, guest: str, host: str) -> str | None:
    """Also for taking a bot's seat away again."""
    if status is not Status.WAITING:
        return "the game has begun"
    if guest != host:
        return "only the host gives seats to bots"
    if not 0 <= seat < len(chairs):
        return "there is no such seat at this table"
    return None if chairs[seat].guest is None else "somebody sits there already"


def may_start(status: Status, chairs: Sequence[Chair], guest: str, host: str) -> str | None:
    if status is not Status.WAITING:
        return "the game has begun already"
    if guest != host:
        return "only the host starts the game"
    return "there are free seats; fill them with people or bots" if any(chair.free for chair in chairs) else None


def may_rematch(status: Status, chairs: Sequence[Chair], guest: str) -> str | None:
    if status not in FINISHED:
        return "the game is not over yet"
    played = any(chair.guest == guest or shares(chair, guest) for chair in chairs)
    return None if played else "only those who played ask for a rematch"


def may_vote(status: Status, vote: VoteWord) -> str | None:
    if status not in RUNNING:
        return "there is nothing to vote on now"
    if vote is VoteWord.RESUME and status is not Status.PAUSED:
        return "the game is not paused"
    if vote in (VoteWord.PAUSE, VoteWord.WAIT) and status is Status.PAUSED:
        return "the game is paused already"
    return None


def carried(votes: Mapping[int, VoteWord], here: Collection[int]) -> VoteWord | None:
    """What the people who are here have decided: ending and pausing by all, waiting and going on by more than half."""
    cast = [votes[seat] for seat in here if seat in votes]
    for vote in (VoteWord.END, VoteWord.PAUSE):
        if cast and cast.count(vote) == len(here):
            return vote
    for vote in (VoteWord.RESUME, VoteWord.WAIT):
        if 2 * cast.count(vote) > len(here):
            return vote
    return None
