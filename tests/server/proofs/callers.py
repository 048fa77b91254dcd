"""The callers of the access matrix, and tables in every situation for them."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

import httpx
import websockets
from starlette.routing import Mount, Route

from bluffhouse.play.lobby import Status
from bluffhouse.server.security import IDLE, LONGEST_STAY, hashed
from bluffhouse.store import Guest
from tests.server.proofs.access import CALLERS, ENDED
from tests.server.world import PLAIN, Running, StillClock, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from fastapi import APIRouter, FastAPI

    from bluffhouse.server.room import Room

COOKIE: Final = "bluffhouse"


class Callers:
    """One server and somebody of every kind; each is a token, or none."""

    def __init__(self, server: Running, http: httpx.AsyncClient) -> None:
        self.server = server
        self.origin = server.origin
        self.http = http
        application: Any = server.server.config.app
        self.hall = application.hall
        self.tokens: dict[str, str | None] = {"nobody": None}

    async def sign_in(self, name: str) -> str:
        answer = await self.call(None, "POST", "/api/guests", {"name": name})
        assert answer.status_code == 201, answer.text
        token: str = answer.cookies[COOKIE]
        return token

    async def call(
        self, token: str | None, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """A request with exactly this token."""
        self.http.cookies.clear()
        sent = {"origin": self.origin} | ({} if token is None else {"cookie": f"{COOKIE}={token}"}) | (headers or {})
        answer = await self.http.request(method, path, json=body, headers=sent)
        self.http.cookies.clear()
        return answer

    async def gather(self) -> None:
        for name in CALLERS[1:]:
            self.tokens[name] = await self.sign_in(f"{name.title()} Person")
        now = self.server.house.clock.wall()
        for name, created, seen in (("idle", now - IDLE - 1, now - IDLE - 1), ("old", now - LONGEST_STAY - 1, now)):
            self.tokens[name] = token = f"{name}token"
            await self.server.house.store.add_guest(Guest(f"{name}guest", name, created, seen), hashed(token))
        self.tokens["revoked"] = await self.sign_in("Revoked Person")
        assert (await self.call(self.tokens["revoked"], "DELETE", "/api/me")).status_code == 204
        assert set(self.tokens) == {*CALLERS, *ENDED}

    async def table(self, situation: str, *, full: bool = False) -> Room:
        """A new table of three seats: the host’s, the other’s, and one that is free until the game begins."""
        tokens = self.tokens
        made = (await self.call(tokens["host"], "POST", "/api/tables", {"game": "vabanque", "seats": 3})).json()
        lobby = made["place"]["lobby"]
        at = f"/api/tables/{lobby['table']}"
        for name in ("watcher", "left", "other"):
            invited = await self.call(tokens[name], "POST", "/api/invites/redeem", {"invite": lobby["code"]})
            assert invited.status_code == 200, invited.text
        for name, method, seat in (("left", "POST", 1), ("left", "DELETE", 1), ("other", "POST", 1)):
            answer = await self.call(tokens[name], method, f"{at}/seats/{seat}")
            assert answer.status_code == 200, answer.text
        if full or situation != "waiting":
            assert (await self.call(tokens["host"], "PUT", f"{at}/seats/2/bot", {"level": "random"})).status_code == 200
        room: Room = await self.hall.room(lobby["table"])
        if situation != "waiting":
            assert (await self.call(tokens["host"], "POST", f"{at}/start")).status_code == 200
        if situation == "over":
            await room.mailbox.ask(lambda: room.change_status(Status.ENDED))
        return room

    async def socket(self, token: str | None, **how: Any) -> websockets.ClientConnection:
        """A socket with exactly this token; `InvalidStatus` where it is refused."""
        headers = {} if token is None else {"cookie": f"{COOKIE}={token}"}
        return await websockets.connect(
            how.get("url") or f"{self.origin.replace('http', 'ws', 1)}/api/socket",
            origin=websockets.Origin(self.origin) if how.get("origin", "") == "" else how["origin"],
            additional_headers=headers | how.get("headers", {}),
            compression=how.get("compression"),
            subprotocols=how.get("subprotocols"),
            proxy=None,
        )


async def outcome(socket: websockets.ClientConnection, **frame: Any) -> str:
    """Send a frame and say in a word or two what came back before the pong of a ping sent after it."""
    await socket.send(json.dumps(frame))
    told = await heard(socket)
    for answer in told:
        match answer["type"]:
            case "error":
                return f"error {answer['code']}"
            case "refused":
                return f"refused {answer['rule']}"
            case "sync":
                return f"sync {answer['seat']}"
            case "ack" | "said" | "emoted":
                return str(answer["type"])
            case _:
                continue
    return "presence" if any(answer["type"] == "presence" for answer in told) else "silence"


async def heard(socket: websockets.ClientConnection) -> list[dict[str, Any]]:
    """All that was sent until now."""
    await socket.send('{"type":"ping"}')
    told = []
    while (frame := json.loads(await socket.recv()))["type"] != "pong":
        told.append(frame)
    return told


def every_route(api: FastAPI | APIRouter) -> Iterator[Route | Mount]:
    """All routes, those of included routers too; one of a kind that is not known here fails."""
    for route in api.routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            yield from every_route(included)
        else:
            assert isinstance(route, Route | Mount), route
            yield route


@contextlib.asynccontextmanager
async def gathered(folder: Path, **settings: Any) -> AsyncIterator[Callers]:
    how = {"bot_pause": (5.0, 6.0), "tables_per_guest": 100_000, "clock": StillClock()} | settings
    async with (
        running(folder, seed=11, **how) as server,
        httpx.AsyncClient(base_url=server.origin, timeout=20, **PLAIN) as http,
    ):
        callers = Callers(server, http)
        await callers.gather()
        yield callers
