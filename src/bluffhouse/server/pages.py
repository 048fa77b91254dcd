"""The pages a browser opens: the built web client where there is one, else one page that says how to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.staticfiles import StaticFiles

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

CLIENT: Final = Path(__file__).resolve().parent.parent / "web"
ASSETS: Final = "assets"
FOR_EVER: Final = "public, max-age=31536000, immutable"
SMALLEST_ZIPPED: Final = 500

PLAIN: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Bluffhouse</title></head>
<body>
<h1>Bluffhouse</h1>
<p>The house is open. Its web pages are not built here, so play in a terminal:</p>
<p><code>bluffhouse terminal --join LINK</code></p>
<p>LINK is this page’s address for a new table, or the link somebody sent you.</p>
</body>
</html>
"""


class Assets(StaticFiles):
    """Files whose names change with their contents, so a browser asks for each but once.

    These alone are compressed: they are the same for everybody, and hold no secret whose length could tell something.
    """

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = FOR_EVER
        return response


def serve(api: FastAPI) -> None:
    """The front page and the pages of tables are the same file: what they show is the client's business."""
    page = CLIENT / "index.html"
    front = _file(page) if page.is_file() else _plain
    for path in ("/", "/t/{code}", "/r/{table}"):
        api.add_route(path, front, include_in_schema=False)
    for file in CLIENT.glob("*.*"):
        api.add_route(f"/{file.name}", _file(file), include_in_schema=False)
    if (CLIENT / ASSETS).is_dir():
        api.mount(f"/{ASSETS}", GZipMiddleware(Assets(directory=CLIENT / ASSETS), minimum_size=SMALLEST_ZIPPED))


def _file(file: Path) -> Callable[[Request], Awaitable[Response]]:
    async def send(_: Request) -> Response:
        return FileResponse(file, headers={"cache-control": "no-cache"})

    return send


async def _plain(_: Request) -> Response:
    return HTMLResponse(PLAIN)
