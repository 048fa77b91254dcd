"""What every request passes: origin, host, size, depth, kind, rate; what every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from bluffhouse.server.guard import depth
from bluffhouse.store import Store, StoreDown
from tests.server.world import running

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

NAME = {"name": "Ann"}


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://127.0.0.1:1", ""])
async def test_changes_come_from_our_own_pages_only(tmp_path: Path, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.origin, headers=headers) as http:
        answer = await http.post("/api/guests", json=NAME)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        assert "set-cookie" not in answer.headers
        assert (await http.get("/api/house")).status_code == 200


async def test_what_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        own = {"origin": server.origin}
        async with httpx.AsyncClient(base_url=server.origin, headers=own) as http:

            async def code(content: bytes, kind: str = "application/json", **more: str) -> tuple[int, str]:
                answer = await http.post("/api/guests", content=content, headers={"content-type": kind, **more})
                return answer.status_code, answer.json()["code"]

            assert await code(b'{"name": "Ann"}', "text/plain") == (415, "type")
            assert await code(b'{"name": "Ann"}', **{"sec-fetch-site": "cross-site"}) == (403, "origin")
            assert await code(b'{"name": "' + b"a" * 20_000 + b'"}') == (413, "size")
            assert await code(b"[" * 5_000) == (422, "depth")
            assert await code(b"{") == (422, "form")
            assert await code(b'{"name": "Ann", "admin": true}') == (422, "form")
            assert await code(b'{"name": 7}') == (422, "form")
            assert await code(b'{"name": "\xff"}') == (400, "form")
            assert await code('{"name": "A\u202en"}'.encode()) == (422, "name")
            strange = await http.get("/api/house", headers={"host": "evil.example"})
            assert (strange.status_code, strange.json()["code"]) == (421, "host")
            assert (await http.get("/nowhere")).json()["code"] == "none"
            assert (await http.put("/api/guests")).status_code == 405
            assert (await http.get("/metrics")).status_code == 404


async def test_headers(tmp_path: Path) -> None:
    async with running(tmp_path, metrics=True) as server, server.person() as ann:
        for path in ("/", "/t/abc", "/api/me", "/nowhere", "/health", "/ready", "/metrics", "/openapi.json"):
            headers = (await ann.http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
            assert (headers.get("cache-control") == "no-store") == path.startswith("/api")
        cookie = (await ann.http.post("/api/guests", json=NAME)).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie


async def test_behind_https_cookies_insist_on_it(tmp_path: Path) -> None:
    origin = "https://play.example.org"
    async with running(tmp_path, origins=(origin,)) as server:
        headers = {"origin": origin, "host": "play.example.org"}
        async with httpx.AsyncClient(base_url=server.origin, headers=headers) as http:
            answer = await http.post("/api/guests", json=NAME)
            assert answer.headers["set-cookie"].startswith("__Host-bluffhouse=")
            assert "Secure" in answer.headers["set-cookie"]
            assert "strict-transport-security" in answer.headers


async def test_too_many_requests(tmp_path: Path) -> None:
    async with running(tmp_path, rate_scale=0.1) as server, httpx.AsyncClient(base_url=server.origin) as http:
        statuses = [(await http.get("/api/house")).status_code for _ in range(40)]
        assert statuses[:30] == [200] * 30
        assert 429 in statuses


async def test_health_and_readiness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.origin) as http:
        for path in ("/health", "/ready"):
            answer = await http.get(path, headers={"host": "10.0.0.1"})
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        monkeypatch.setattr(Store, "ping", down)
        assert (await http.get("/ready")).status_code == 503
        assert (await http.get("/health")).status_code == 200


async def down(_: Store) -> None:
    raise StoreDown("unplugged")


def test_depth() -> None:
    assert depth(b"") == 0
    assert depth(b'{"a": {"b": [1]}}') == 3
    assert depth(b'{"a": "{\\"[[["}') == 1
    assert depth(b"]]]") == 0


async def test_only_what_is_the_same_for_everybody_is_compressed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files named after their contents; never the page, nor an answer that may hold a secret."""
    (tmp_path / "web" / "assets").mkdir(parents=True)
    (tmp_path / "web" / "index.html").write_text("<!doctype html>" + " " * 5000)
    (tmp_path / "web" / "assets" / "app-1a2b.js").write_text("let hand = 1;\n" * 500)
    monkeypatch.setattr("bluffhouse.server.pages.CLIENT", tmp_path / "web")
    async with running(tmp_path) as server:
        own = {"origin": server.origin, "accept-encoding": "gzip, br"}
        async with httpx.AsyncClient(base_url=server.origin, headers=own) as http:
            asset = await http.get("/assets/app-1a2b.js")
            assert asset.text == "let hand = 1;\n" * 500
            assert asset.headers["content-encoding"] == "gzip"
            assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert (await http.get("/assets/none.js")).headers.get("cache-control") is None
            page = await http.get("/")
            assert page.headers["cache-control"] == "no-cache"
            answers = [page, await http.get("/api/house"), await http.post("/api/guests", json=NAME)]
            assert [answer.headers.get("content-encoding") for answer in answers] == [None] * 3


async def test_a_proxy_on_this_machine_says_who_comes(tmp_path: Path) -> None:
    async with (
        running(tmp_path, rate_scale=0.05) as server,  # one newcomer from each address
        httpx.AsyncClient(base_url=server.origin, headers={"origin": server.origin}) as http,
    ):

        async def comes(address: str) -> int:
            return (await http.post("/api/guests", json=NAME, headers={"x-forwarded-for": address})).status_code

        assert await comes("192.0.2.1") == 201
        assert await comes("192.0.2.1") == 429
        assert await comes("192.0.2.2") == 201
        assert await comes("192.0.2.3, 192.0.2.2") == 429, "what somebody made up stands before the proxy's own word"
