"""What every request passes first: where it comes from, how large it is, how often; and what every answer carries."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import structlog

from bluffhouse.server import limits, security
from bluffhouse.server.doorman import CHANGE, Crowded
from bluffhouse.server.punctual import patience

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from bluffhouse.server.house import House

LARGEST_BODY: Final = 16 * 1024
DEEPEST: Final = 6
SAFE: Final = ("GET", "HEAD", "OPTIONS")
UNREAD: Final = (408, 413)
"""Refusals before the body was read to its end: whatever else arrives on that connection is no request."""
OPEN_TO_ALL_HOSTS: Final = ("/health", "/ready")
API: Final = "/api/"

log = structlog.get_logger(__name__)

_STRINGS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_OTHERS: Final = re.compile(rb"[^\[\]{}]+")


def depth(body: bytes) -> int:
    """How deep a JSON text is nested.

    >>> depth(b'{"a": [1, "[[["]}')
    2
    """
    deepest = now = 0
    for bracket in _OTHERS.sub(b"", _STRINGS.sub(b"", body)):
        now += 1 if bracket in b"[{" else -1
        deepest = max(deepest, now)
    return deepest


class Refused(Exception):
    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


class Guard:
    """Around the whole application for plain requests; the socket has its own checks in its handshake."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house
        origins = house.settings.served_from()
        self._origins = frozenset(origins)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in origins)
        self._headers = security.headers(origins, secure=house.settings.secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        answered = False

        async def reply(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                route = getattr(scope.get("route"), "path", "none")
                self._house.metrics.requests.labels(route, str(message["status"])).inc()
                message["headers"] = [*message.get("headers", ()), *self._headers, *_caching(scope["path"])]
            await send(message)

        try:
            body = await self._admit(scope, receive)
            await self._app(scope, _replayed(body, receive), reply)
        except Refused as refusal:
            await _answer(reply, refusal.status, refusal.code, str(refusal))
        except Exception as fault:
            log.error("a request failed", path=scope["path"], fault=type(fault).__name__, exc_info=fault)
            if answered:
                raise
            await _answer(reply, 500, "fault", "something went wrong here")
        return None

    async def _admit(self, scope: Scope, receive: Receive) -> bytes:
        """The body of a request that may go on."""
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        if headers.get(b"host") not in self._hosts and scope["path"] not in OPEN_TO_ALL_HOSTS:
            raise Refused(421, "host", "this house is not reached under that name")
        address = scope["client"][0] if scope["client"] else ""
        if not self._house.limits.allow(limits.REQUESTS, address):
            raise Refused(429, "rate", "too many requests in a short time")
        if scope["method"] in SAFE:
            if scope["path"] not in OPEN_TO_ALL_HOSTS:  # who watches over us asks these, in a crowd above all
                await self._let_in(address, 1.0)
            return b""
        if headers.get(b"origin") not in self._origins:
            raise Refused(403, "origin", "changes are taken from this house’s own pages only")
        if headers.get(b"sec-fetch-site", "same-origin") != "same-origin":
            raise Refused(403, "origin", "changes are taken from this house’s own pages only")
        try:
            async with asyncio.timeout(patience()):
                body = await _read(receive)
        except TimeoutError:
            raise Refused(408, "slow", "the request took too long to arrive") from None
        if body and headers.get(b"content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused(415, "type", "send JSON")
        if depth(body) > DEEPEST:
            raise Refused(422, "depth", f"JSON may be nested {DEEPEST} deep at most")
        await self._let_in(address, CHANGE)
        return body

    async def _let_in(self, address: str, cost: float) -> None:
        try:
            await self._house.doorman.let_in(address, cost)
        except Crowded:
            raise Refused(503, "crowd", "too many people are at the door; try again in a moment") from None


async def _read(receive: Receive) -> bytes:
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "gone", "the request ended early")
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise Refused(413, "size", f"a request has at most {LARGEST_BODY} bytes")
        more = message.get("more_body", False)
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more for the application, then what the client really does."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _caching(path: str) -> list[tuple[bytes, bytes]]:
    """What is about people is kept nowhere."""
    return [(b"cache-control", b"no-store")] if path.startswith(API) else []


async def _answer(send: Send, status: int, code: str, sentence: str) -> None:
    body = json.dumps({"code": code, "sentence": sentence}, ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in UNREAD:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
