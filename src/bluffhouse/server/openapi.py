"""The description of the whole wire: plain requests as paths, socket frames as webhooks, the games' values as types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi

from bluffhouse import games
from bluffhouse.wire import client, schema, server

if TYPE_CHECKING:
    from fastapi import FastAPI


def describe(api: FastAPI) -> None:
    """Have the application describe its frames too."""

    def openapi() -> dict[str, Any]:
        if api.openapi_schema is None:
            api.openapi_schema = _described(api)
        return api.openapi_schema

    api.openapi = openapi  # type: ignore[method-assign]  # the documented way to extend it


def _described(api: FastAPI) -> dict[str, Any]:
    found = get_openapi(title=api.title, version=api.version, routes=api.routes, description=api.description)
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas |= schema.frames() | schema.game_values(games.find(name) for name in games.NAMES)
    found["webhooks"] = {
        f"{direction}.{frame.__name__}": {"post": _frame(frame, said)}
        for direction, frames, said in (
            ("client", client.FRAMES, "A client sends this over the socket."),
            ("server", server.FRAMES, "The house sends this over the socket."),
        )
        for frame in frames
    }
    filled: dict[str, Any] = schema.fill_in(found)
    return filled


def _frame(frame: type, said: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": schema.REF + frame.__name__}}}
    return {
        "description": said,
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "Nothing is answered to a frame itself."}},
    }
