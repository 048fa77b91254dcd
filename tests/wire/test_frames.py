"""Frames as they travel: what pydantic would write, written faster, and no record that nobody wrote out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bluffhouse.play.clock import Pace
from bluffhouse.play.lobby import Status, VoteWord
from bluffhouse.wire import server as wire
from bluffhouse.wire.client import EmoteWord

CLOCKS = wire.Clocks(bank=[1, 2], running=[None, 3])
PRESENCE = wire.Presence(
    table="t", seats=["here", "stand-in"], votes={1: VoteWord.WAIT}, waiting=False, neighbours=[[0, 1]]
)
LOBBY = wire.Lobby.model_construct(
    table="t",
    options={"edition": "classic"},
    time=wire.TimeRule(pace=Pace.LIVE, decision=1, bank=2),
    status=Status.PLAYING,
    chairs=[wire.Chair(seat=0, kind="person", name='Zoë "Ω" 🃏', level=None, word="")],
    host=None,
    created=1.5,
)
VIEW = {"type": "View", "hand": ("trap",), "money": [1, None, True]}


def update(view: Any) -> wire.Update:
    return wire.Update(
        table="t", seq=2, since=1, events=[{"type": "E"}], view=view, moves=("a",), asked=None, clocks=CLOCKS
    )


SYNC = wire.Sync.model_construct(table="t", lobby=LOBBY, presence=PRESENCE, events=[], view=VIEW, clocks=CLOCKS)


@pytest.mark.parametrize(
    "frame",
    [
        update(VIEW),
        SYNC,
        PRESENCE,
        wire.Ack(table="t", key="k", seq=1),
        wire.Refused(table="t", key="k", rule="V3", sentence="no"),
        wire.LobbyChanged(lobby=LOBBY),
        wire.Said(table="t", seat=1, text='a\u2028\\"b\x07'),
        wire.Emoted(table="t", seat=1, emote=EmoteWord.OUCH),
        wire.Pong(),
        wire.Error(table=None, code="c", sentence="s"),
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_the_same_bytes_as_pydantic_writes(frame: wire.Sent) -> None:
    assert wire.text(frame) == frame.model_dump_json(warnings=False)


@dataclass(frozen=True)
class Hand:
    cards: tuple[str, ...]


@pytest.mark.parametrize(
    "view", [Hand(("trap",)), {"hand": Hand(("trap",))}, {"hand": {"trap"}}, CLOCKS.model_construct]
)
def test_a_record_that_nobody_wrote_out_stays_here(view: Any) -> None:
    with pytest.raises(TypeError):
        wire.text(update(view))
