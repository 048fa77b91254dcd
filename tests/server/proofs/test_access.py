"""The access matrix: every cell is stated in `access.py`, and every one is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import websockets
from starlette.routing import Mount

from bluffhouse.server import pages
from bluffhouse.server.app import bare
from bluffhouse.wire import client
from tests.server.proofs.access import (
    CALLERS,
    ENDED,
    FRAMES,
    FREE_SEAT,
    NO_TABLE,
    OWN_SEAT,
    ROUTES,
    SENT,
    SITTING,
    SITUATIONS,
    UNOPENED,
)
from tests.server.proofs.callers import Callers, every_route, gathered, outcome

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.room import Room

pytestmark = pytest.mark.anyio


def routes() -> set[tuple[str, str]]:
    """Every method and path that the application knows, but for the files of the web client."""
    files = {f"/{file.name}" for file in pages.CLIENT.glob("*.*")}
    found = set()
    for route in every_route(bare()):
        if isinstance(route, Mount):
            assert route.path == f"/{pages.ASSETS}"
        elif route.path not in files:
            found |= {(method, route.path) for method in (route.methods or {"GET"}) - {"HEAD"}}
    return found


def test_every_route_is_in_the_table() -> None:
    assert routes() == set(ROUTES)


def test_every_frame_is_in_the_table() -> None:
    types = {frame.model_fields["type"].annotation.__args__[0] for frame in client.FRAMES}  # type: ignore[union-attr]
    assert types == set(FRAMES) == {*UNOPENED, "open"} == {*SENT, "ping"}
    for expected in FRAMES.values():
        assert set(expected) == set(SITUATIONS)


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_every_route_answers_as_stated(folder: Path, situation: str) -> None:
    """Where somebody may change something they get a table of their own; refusals are tried at one table."""
    wrong = []
    async with gathered(folder) as callers:
        rooms = {full: await callers.table(situation, full=full) for full in (True, False)}
        for (method, path), route in ROUTES.items():
            for name in (*ENDED, *CALLERS):
                expected = route.status(situation, name)
                got = await _tried(callers, rooms[route.full], name, method, path)
                if got != expected:
                    wrong.append(f"{method} {path} by {name}: {got} instead of {expected}")
                if method != "GET" and got < 400 and ("{table}" in path or "invites" in path):
                    rooms[route.full] = await callers.table(situation, full=route.full)
        health = await callers.call(None, "GET", "/health")
    assert not wrong, "\n".join(wrong)
    assert health.status_code == 200


async def _tried(callers: Callers, room: Room, name: str, method: str, path: str) -> int:
    seat = OWN_SEAT.get((method, path), FREE_SEAT)
    where = path.format(table=room.meta.id, code=room.meta.code, seat=seat, game="nothing")
    body = ROUTES[method, path].body
    if body is not None:
        body = {key: room.meta.code if word == "{code}" else word for key, word in body.items()}
        if method == "PATCH":
            body["name"] = f"{name} {room.meta.id[:6]}"
    token = callers.tokens[name]
    if (method, path) == ("DELETE", "/api/me") and name in CALLERS[1:]:
        token = await callers.sign_in("Gone Soon")
    answer = await callers.call(token, method, where, body)
    assert "sentence" in answer.json() if answer.status_code >= 400 else True
    return answer.status_code


@pytest.mark.parametrize("situation", SITUATIONS)
async def test_every_frame_is_answered_as_stated(folder: Path, situation: str) -> None:
    wrong = []
    async with gathered(folder) as callers:
        room = await callers.table(situation)
        for name in ("nobody", *ENDED):
            with pytest.raises(websockets.InvalidStatus, match="403"):
                await callers.socket(callers.tokens[name])
        for name in CALLERS[1:]:
            for frame, expected in _expected(situation, name, opened=False).items():
                got = await _sent(callers, room, name, frame, opened=False)
                wrong += [] if got == expected else [f"{frame} by {name}, not opened: {got} instead of {expected}"]
            for frame, expected in _expected(situation, name, opened=True).items():
                got = await _sent(callers, room, name, frame, opened=frame != "open")
                wrong += [] if got == expected else [f"{frame} by {name}, opened: {got} instead of {expected}"]
    assert not wrong, "\n".join(wrong)


def _expected(situation: str, name: str, *, opened: bool) -> dict[str, str]:
    if not opened:
        return UNOPENED
    if name == "guest" and situation != "over":
        return {"open": NO_TABLE}
    column = 1 if name in SITTING else 0
    expected = {frame: answers[situation][column] for frame, answers in FRAMES.items()}
    return expected | {"open": f"sync {SITTING.get(name)}"}


async def _sent(callers: Callers, room: Room, name: str, frame: str, *, opened: bool) -> str:
    socket = await callers.socket(callers.tokens[name])
    try:
        if opened:
            assert (await outcome(socket, type="open", table=room.meta.id)).startswith("sync")
        fields = {} if frame == "ping" else {"table": room.meta.id, **SENT[frame]}
        return await outcome(socket, type=frame, **fields) if frame != "ping" else "silence"
    finally:
        await socket.close()
