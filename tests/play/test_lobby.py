"""Who may do what at a table that is not a move."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bluffhouse.play import lobby
from bluffhouse.play.lobby import Status, VoteWord


@dataclass(frozen=True)
class Chair:
    guest: str | None = None
    bot: str | None = None

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None


CHAIRS = (Chair("ann"), Chair(), Chair(bot="heuristic"))


def test_taking_a_seat() -> None:
    assert lobby.may_take(Status.WAITING, CHAIRS, 1, "bob") is None
    assert lobby.may_take(Status.WAITING, CHAIRS, 0, "bob")
    assert lobby.may_take(Status.WAITING, CHAIRS, 2, "bob")
    assert lobby.may_take(Status.WAITING, CHAIRS, 3, "bob")
    assert lobby.may_take(Status.WAITING, CHAIRS, 1, "ann"), "one seat each"
    assert lobby.may_take(Status.PLAYING, CHAIRS, 1, "bob"), "a used seat is never a stranger's"


def test_leaving_a_seat() -> None:
    assert lobby.may_leave(Status.WAITING, CHAIRS, 0, "ann") is None
    assert lobby.may_leave(Status.WAITING, CHAIRS, 0, "bob")
    assert lobby.may_leave(Status.WAITING, CHAIRS, 7, "ann")
    assert lobby.may_leave(Status.PLAYING, CHAIRS, 0, "ann")


def test_bots_are_the_hosts() -> None:
    assert lobby.may_seat_bot(Status.WAITING, CHAIRS, 1, "ann", "ann") is None
    assert lobby.may_seat_bot(Status.WAITING, CHAIRS, 2, "ann", "ann") is None
    assert lobby.may_seat_bot(Status.WAITING, CHAIRS, 0, "ann", "ann")
    assert lobby.may_seat_bot(Status.WAITING, CHAIRS, 1, "bob", "ann")
    assert lobby.may_seat_bot(Status.WAITING, CHAIRS, 9, "ann", "ann")
    assert lobby.may_seat_bot(Status.OVER, CHAIRS, 1, "ann", "ann")


def test_starting() -> None:
    full = (Chair("ann"), Chair(bot="random"))
    assert lobby.may_start(Status.WAITING, full, "ann", "ann") is None
    assert lobby.may_start(Status.WAITING, CHAIRS, "ann", "ann")
    assert lobby.may_start(Status.WAITING, full, "bob", "ann")
    assert lobby.may_start(Status.PLAYING, full, "ann", "ann")


def test_rematch() -> None:
    assert lobby.may_rematch(Status.OVER, CHAIRS, "ann") is None
    assert lobby.may_rematch(Status.ENDED, CHAIRS, "ann") is None
    assert lobby.may_rematch(Status.OVER, CHAIRS, "bob")
    assert lobby.may_rematch(Status.PLAYING, CHAIRS, "ann")


def test_what_may_be_voted() -> None:
    assert lobby.may_vote(Status.PLAYING, VoteWord.WAIT) is None
    assert lobby.may_vote(Status.PLAYING, VoteWord.RESUME)
    assert lobby.may_vote(Status.PAUSED, VoteWord.RESUME) is None
    assert lobby.may_vote(Status.PAUSED, VoteWord.PAUSE)
    assert lobby.may_vote(Status.WAITING, VoteWord.END)


@pytest.mark.parametrize(
    ("votes", "here", "decided"),
    [
        ({}, [], None),
        ({}, [0, 1], None),
        ({0: VoteWord.END}, [0, 1], None),
        ({0: VoteWord.END, 1: VoteWord.END}, [0, 1], VoteWord.END),
        ({0: VoteWord.END, 1: VoteWord.END, 2: VoteWord.END}, [0, 1], VoteWord.END),
        ({0: VoteWord.PAUSE, 1: VoteWord.WAIT}, [0, 1], None),
        ({0: VoteWord.WAIT, 1: VoteWord.WAIT}, [0, 1, 2], VoteWord.WAIT),
        ({0: VoteWord.RESUME}, [0, 1], None),
        ({0: VoteWord.RESUME}, [0], VoteWord.RESUME),
    ],
)
def test_what_is_carried(votes: dict[int, VoteWord], here: list[int], decided: VoteWord | None) -> None:
    assert lobby.carried(votes, here) is decided
