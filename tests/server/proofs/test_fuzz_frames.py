"""Frames of every kind, good and bad: each is answered or closes the socket with its code, and the house lives on."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bluffhouse.play.lobby import VoteWord
from bluffhouse.server.limits import FRAMES as FRAMES_RATE
from bluffhouse.wire import client
from bluffhouse.wire import server as wire
from tests.server.proofs.callers import Callers, gathered, heard, outcome

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

TIMES = int(os.environ.get("BLUFFHOUSE_FUZZ", "1"))
EXAMPLES = 120 * TIMES

BAD_KIND, BAD_FRAME, POLICY, TOO_BIG = 1003, 1007, 1008, 1009
REAL = "REAL"
"""Stands for the id of a table at which the sender sits."""

_told: TypeAdapter[Any] = TypeAdapter(wire.ServerFrame)

words = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
tables = st.just(REAL) | words
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
seqs = st.integers(0, client.MOST_ROWS)
lines = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=client.LONGEST_MOVE)

good = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("open"), "table": tables}, optional={"since": seqs | st.just(-1), "seat": st.integers(0, 11)}
    ),
    st.fixed_dictionaries({"type": st.just("close"), "table": tables}),
    st.fixed_dictionaries(
        {
            "type": st.just("move"),
            "table": tables,
            "key": words,
            "asked": seqs,
            "move": lines | st.sampled_from(["lay trap 0", "chip 3", "move 1", "stand 2", "bid 99999999999999999999"]),
        }
    ),
    st.fixed_dictionaries({"type": st.just("say"), "table": tables, "text": lines}),
    st.fixed_dictionaries(
        {"type": st.just("emote"), "table": tables, "emote": st.sampled_from([word.value for word in client.EmoteWord])}
    ),
    st.fixed_dictionaries(
        {"type": st.just("vote"), "table": tables, "vote": st.sampled_from([word.value for word in VoteWord])}
    ),
    st.just({"type": "ping"}),
)


def _without(frame: dict[str, Any], field: str) -> dict[str, Any]:
    return {key: value for key, value in frame.items() if key != field}


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A good frame with one thing wrong."""
    frame = draw(good)
    needed = [field for field in frame if field not in ("since", "seat")]
    match draw(st.sampled_from(["extra", "missing", "type", "kind", "value", "cut", "twice"])):
        case "extra":
            return json.dumps(
                {
                    **frame,
                    draw(st.text(max_size=8).filter(lambda key: key not in (*frame, "since", "seat"))): draw(anything),
                }
            )
        case "missing":
            return json.dumps(_without(frame, draw(st.sampled_from(needed))))
        case "type":
            names = ["open", "close", "move", "say", "emote", "vote", "ping"]
            return json.dumps({**frame, "type": draw(anything.filter(lambda word: word not in names))})
        case "kind":
            wrong = draw(st.lists(anything, max_size=2) | st.none() | st.booleans() | st.floats(0.1, 0.9))
            return json.dumps({**frame, draw(st.sampled_from(needed)): wrong})
        case "value":
            far = draw(st.sampled_from(["", "a b", "ä", "x" * 300, "../..", "\u0000"]))
            return json.dumps({"type": "open", "table": far})
        case "cut":
            return json.dumps(frame)[:-1]
        case _:
            return json.dumps(frame)[:-1] + ',"' + draw(st.sampled_from(["guest", "__proto__", "view"])) + '":0}'


def _is_frame(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


rubbish = st.one_of(
    anything.filter(lambda value: not isinstance(value, dict)).map(json.dumps),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60).filter(lambda text: not _is_frame(text)),
    st.integers(1, 2000).map(lambda depth: "[" * depth),
    st.integers(1, 500).map(lambda depth: '{"type":' * depth),
    st.just('{"type":"say","table":"x","text":"\\ud800"}'),
    st.integers(1, 60).map(lambda length: json.dumps({"type": "ping", "\N{SEEDLING}" * length: 0}, ensure_ascii=False)),
    st.just('{"type":"move","table":"x","key":"k","asked":1e400,"move":"x"}'),
    st.just('{"type":"open","table":"x","since":' + "9" * 3000 + "}"),
    st.just(b'{"type":"say","table":"x","text":"\xff\xfe"}'),  # bytes here are sent as text that is no UTF-8
)
bad = st.one_of(
    (spoilt() | rubbish).map(lambda text: (text, BAD_FRAME)),
    st.binary(max_size=30).map(lambda data: (bytearray(data), BAD_KIND)),
    st.integers(client.LARGEST_FRAME + 1, 3 * client.LARGEST_FRAME).map(lambda size: ("x" * size, TOO_BIG)),
    st.integers(client.LARGEST_FRAME + 1, 70_000).map(lambda size: ('{"type":"ping"}' + " " * size, TOO_BIG)),
)


@pytest.fixture(scope="module")
async def callers() -> AsyncIterator[Callers]:
    folder = Path(tempfile.mkdtemp(prefix="bluffhouse-"))
    async with gathered(folder) as everybody:
        yield everybody
    shutil.rmtree(folder)


HURRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=TIMES == 1,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


async def real_table(callers: Callers) -> str:
    """The same table for all frames: what one leaves behind the next one finds."""
    known = getattr(callers, "fuzzed", None)
    if known is None:
        known = (await callers.table("playing")).meta.id
        callers.fuzzed = known  # type: ignore[attr-defined]
    return str(known)


async def send(socket: websockets.ClientConnection, frame: str | bytes | bytearray) -> None:
    if isinstance(frame, bytearray):
        await socket.send(bytes(frame))
    else:
        await socket.send(frame, text=True)


@given(frames=st.lists(good, min_size=1, max_size=6))
@HURRIED
async def test_a_good_frame_is_answered_in_a_known_form(callers: Callers, frames: list[dict[str, Any]]) -> None:
    table = await real_table(callers)
    socket = await callers.socket(callers.tokens["other"])
    await socket.send(json.dumps({"type": "open", "table": table}))
    for frame in frames:
        await socket.send(json.dumps(frame).replace(REAL, table))
        for told in await heard(socket):
            _told.validate_json(json.dumps(told))
    await socket.close()


@given(frames=st.lists(good, max_size=2), last=bad)
@HURRIED
async def test_a_bad_frame_closes_the_socket_with_its_code(
    callers: Callers, frames: list[dict[str, Any]], last: tuple[Any, int]
) -> None:
    table = await real_table(callers)
    frame, code = last
    socket = await callers.socket(callers.tokens["other"])
    for before in frames:
        await socket.send(json.dumps(before).replace(REAL, table))
    await send(socket, frame.replace(REAL, table) if isinstance(frame, str) else frame)
    with pytest.raises(websockets.ConnectionClosed) as closed:
        async with asyncio.timeout(10):
            while True:
                await socket.recv()
    assert closed.value.rcvd is not None, frame
    assert closed.value.rcvd.code == code, (frame, closed.value.rcvd)
    assert closed.value.rcvd.reason.isascii(), "nothing of what was sent is repeated"


async def test_the_house_lives_on(callers: Callers) -> None:
    assert (await callers.call(None, "GET", "/ready")).status_code == 200
    room = await callers.table("playing")
    socket = await callers.socket(callers.tokens["host"])
    assert await outcome(socket, type="open", table=room.meta.id) == "sync 0"
    await socket.close()


async def test_too_many_frames_are_a_matter_of_policy(folder: Path) -> None:
    async with gathered(folder, rate_scale=1.0) as strict:
        socket = await strict.socket(strict.tokens["host"])
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(2 * int(FRAMES_RATE.times)):
                await socket.send('{"type":"ping"}')
                await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == POLICY
