"""The application: all parts put together, from dependencies that are handed in."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from bluffhouse.server import analysis_routes, daily_routes, health_routes, http, pages, record_routes
from bluffhouse.server.dailies import Dailies
from bluffhouse.server.guard import Guard
from bluffhouse.server.hall import Hall
from bluffhouse.server.house import House
from bluffhouse.server.openapi import describe
from bluffhouse.server.socket import Sockets

SOCKET: Final = "/api/socket"


class Application:
    """Sockets go straight to their handler, plain requests through the guard: nothing stands between by accident."""

    def __init__(self, hall: Hall, guarded: ASGIApp, sockets: Sockets) -> None:
        self.hall = hall
        self._guarded = guarded
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._guarded(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        if scope["path"] == SOCKET:
            await self._sockets.serve(socket)
        else:
            await socket.close()


def create(house: House) -> Application:
    """An application around a house; it opens its hall when the server starts and closes it when it stops."""
    hall = Hall(house)
    sockets = Sockets(hall)
    dailies = Dailies(house)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        _read_routes(api)
        await hall.open()
        api.state.ready = True
        yield
        api.state.ready = False
        await dailies.close()
        await hall.close()
        house.minds.close()

    api = bare(lifespan)
    api.state.hall = hall
    api.state.sockets = sockets
    api.state.dailies = dailies
    api.state.ready = False
    return Application(hall, Guard(api, house), sockets)


def bare(lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]] | None = None) -> FastAPI:
    """Every route and its description, around no house yet."""
    api = FastAPI(
        title="Bluffhouse",
        version="1",
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"auto_configure": False},  # addresses of tables are nobody else’s to collect
    )
    api.include_router(http.router)
    api.include_router(record_routes.router)
    api.include_router(analysis_routes.router)
    api.include_router(daily_routes.router)
    api.include_router(health_routes.router)
    _explain(api)
    pages.serve(api)
    describe(api)
    return api


def _read_routes(api: FastAPI) -> None:
    """FastAPI makes sense of its routes when the first request comes, and everybody would wait for a tenth second."""
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in api.routes:
        route.matches(nowhere)


def _explain(api: FastAPI) -> None:
    """Every refusal has the same shape and repeats nothing of what was sent."""

    @api.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if isinstance(part, str))[:80]
        return _problem(422, "form", f"{where}: {first['type'].replace('_', ' ')}")

    @api.exception_handler(HTTPException)
    async def refused(_: Request, fault: HTTPException) -> JSONResponse:
        detail: Any = fault.detail
        if isinstance(detail, dict):
            return JSONResponse(detail, fault.status_code)
        if fault.status_code == 400:
            return _problem(400, "form", "this cannot be read")
        return _problem(fault.status_code, "none", "there is nothing here by that name")

    def expected(status: int, code: str, sentence: str) -> Callable[[Request, Exception], Awaitable[JSONResponse]]:
        async def handler(_: Request, fault: Exception) -> JSONResponse:
            return _problem(status, code, sentence)

        return handler

    for kind, words in http.FAULTS.items():
        api.add_exception_handler(kind, expected(*words))


def _problem(status: int, code: str, sentence: str) -> JSONResponse:
    return JSONResponse({"code": code, "sentence": sentence}, status)
