"""The socket's own rules: who may open one, what may come in, how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket as sockets
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import websockets
from starlette.websockets import WebSocketDisconnect

from bluffhouse.server import limits, run, socket
from bluffhouse.server.limits import OVERDRAWN, Bucket
from tests.server.world import Page, Person, StillClock, chooser, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from starlette.websockets import WebSocket

    from bluffhouse.server.hall import Hall
    from tests.server.world import Running

pytestmark = pytest.mark.anyio


async def handshake(person: Person, origin: str | None, cookie: str | None = None) -> int:
    """The status with which a socket is refused, or 101."""
    headers = {"cookie": cookie if cookie is not None else f"bluffhouse={person.http.cookies['bluffhouse']}"}
    url = f"{person.origin.replace('http', 'ws')}/api/socket"
    try:
        async with websockets.connect(
            url, origin=None if origin is None else websockets.Origin(origin), additional_headers=headers
        ):
            return 101
    except websockets.InvalidStatus as refusal:
        return refusal.response.status_code


async def test_only_our_own_pages_with_a_token_open_a_socket(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        assert await handshake(ann, server.origin) == 101
        for origin in (None, "null", "https://evil.example", f"{server.origin}.evil.example"):
            assert await handshake(ann, origin) == 403
        for cookie in ("", "bluffhouse=", "bluffhouse=guess", "bluffhouse=" + "x" * 500, "other=1"):
            assert await handshake(ann, server.origin, cookie) == 403


async def test_so_many_sockets_for_each_guest(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_guest=2) as server, server.person() as ann:
        async with ann.page(opens=False), ann.page(opens=False):
            assert await handshake(ann, server.origin) == 403
        await asyncio.sleep(0.1)
        assert await handshake(ann, server.origin) == 101


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", 1007),
        ("{", 1007),
        ("[]", 1007),
        ("null", 1007),
        ('{"type": "dance"}', 1007),
        ('{"type": "open"}', 1007),
        ('{"type": "open", "table": "t", "chair": 3}', 1007),
        ('{"type": "open", "table": "t", "seat": 12}', 1007),
        ('{"type": "open", "table": 7}', 1007),
        ('{"type": "open", "table": "../etc"}', 1007),
        ('{"type": "move", "table": "t", "key": "k", "asked": "1", "move": "chip 1"}', 1007),
        ('{"type": "move", "table": "t", "key": "k", "asked": -1, "move": "chip 1"}', 1007),
        ('{"type": "move", "table": "t", "key": "k", "asked": 1, "move": "' + "x" * 61 + '"}', 1007),
        ("[" * 3000, 1007),
        (b"{}", 1003),
        ("x" * 4097, 1009),
        ('{"type": "say", "table": "t", "text": "' + "ü" * 2100 + '"}', 1009),
    ],
)
async def test_a_bad_frame_closes_the_socket(tmp_path: Path, sent: str | bytes, code: int) -> None:
    async with running(tmp_path) as server, server.person() as ann, ann.page(opens=False) as page:
        await page.socket.send(sent)
        await page.socket.wait_closed()
        assert page.socket.close_code == code


async def test_text_that_is_no_text_closes_the_socket_and_is_no_news(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody can send it, so it must not fill the log with tracebacks."""
    async with running(tmp_path) as server, server.person() as ann, ann.page(opens=False) as page:
        await page.socket.send(b'{"type":"say","text":"\xff\xfe"}', text=True)
        await page.socket.wait_closed()
        assert page.socket.close_code == 1007
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_too_many_frames_close_the_socket(tmp_path: Path) -> None:
    async with running(tmp_path, rate_scale=1.0) as server, server.person() as ann, ann.page(opens=False) as page:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(300):
                await page.send(type="ping")
                await page.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize("sent", ["x" * 5000, "{", b"{}"])
async def test_whoever_breaks_the_rules_does_not_come_again_at_once(tmp_path: Path, sent: str | bytes) -> None:
    clock = StillClock()
    async with running(tmp_path, rate_scale=1.0, clock=clock) as server, server.person() as ann:
        async with ann.page(opens=False) as page:
            await page.socket.send(sent)
            await page.socket.wait_closed()
        assert await handshake(ann, server.origin) == 403
        async with server.person("Bob") as bob:
            assert await handshake(bob, server.origin) == 101
        clock.jump(OVERDRAWN + 2)
        assert await handshake(ann, server.origin) == 101


async def test_coming_again_does_not_make_more_frames(tmp_path: Path) -> None:
    async with running(tmp_path, rate_scale=1.0, clock=StillClock()) as server, server.person() as ann:
        for _ in range(2):
            async with ann.page(opens=False) as page:
                for _ in range(round(0.45 * limits.FRAMES.times)):
                    await page.send(type="ping")
                    await page.read()
        with pytest.raises(websockets.ConnectionClosed):
            async with ann.page(opens=False) as page:
                for _ in range(round(0.2 * limits.FRAMES.times)):
                    await page.send(type="ping")
                    await page.read()


async def test_a_guest_who_comes_again_and_again_is_not_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From whatever address."""
    addresses = itertools.count()
    monkeypatch.setattr(socket, "address_of", lambda _: f"address {next(addresses)}")
    async with running(tmp_path, rate_scale=0.1) as server, server.person() as ann, server.person("Bob") as bob:
        for _ in range(6):
            async with ann.page(opens=False):
                pass
        with pytest.raises(websockets.InvalidStatus):
            async with ann.page(opens=False):
                pass
        async with bob.page(opens=False):
            pass


async def test_more_pages_do_not_make_more_frames(tmp_path: Path) -> None:
    async with (
        running(tmp_path, rate_scale=1.0) as server,
        server.person() as ann,
        ann.page(opens=False) as one,
        ann.page(opens=False) as other,
    ):
        with pytest.raises(websockets.ConnectionClosed):
            for _ in range(80):
                for page in (one, other):
                    await page.send(type="ping")
                    await page.read()


async def test_errors_keep_the_socket_open(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server, server.person("Ann") as ann, server.person("Eve") as eve:
        code = await ann.create("vabanque", 3, bots="random", watch="nobody", chat=False)
        async with ann.page() as hers, eve.page(opens=False) as page:

            async def error(page: Page, **frame: Any) -> str:
                await page.send(**frame)
                answer = await page.until(lambda frame: frame["type"] == "error")
                return str(answer["code"])

            assert await error(page, type="open", table="nowhere") == "no table"
            assert await error(page, type="open", table=ann.table) == "no table"
            move = {"type": "move", "table": ann.table, "key": "k", "asked": 0, "move": "chip 1"}
            assert await error(page, **move) == "no table"
            await eve.join(code)
            await ann.start()
            assert await error(page, type="open", table=ann.table) == "not watched"
            assert await error(hers, type="say", table=ann.table, text="hello") == "chat"
            assert await error(hers, type="vote", table=ann.table, vote="resume") == "vote"
            await page.send(type="ping")
            assert (await page.read())["type"] == "pong"


async def test_talk(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server, server.person("Ann") as ann, server.person("Eve") as eve:
        code = await ann.create("vabanque", 3, bots="random")
        await eve.join(code)
        async with ann.page() as hers, eve.page() as watching:
            await hers.send(type="say", table=ann.table, text="  good\u00a0luck\n<b>all</b> ")
            said = await watching.until(lambda frame: frame["type"] == "said")
            assert (said["seat"], said["text"]) == (0, "good luck <b>all</b>")
            await hers.send(type="emote", table=ann.table, emote="ouch")
            assert (await watching.until(lambda frame: frame["type"] == "emoted"))["emote"] == "ouch"
            await hers.send(type="say", table=ann.table, text="a\u202eb")
            assert (await hers.until(lambda frame: frame["type"] == "error"))["code"] == "text"
            await watching.send(type="say", table=ann.table, text="psst")
            assert (await watching.until(lambda frame: frame["type"] == "error"))["code"] == "seat"
            await hers.send(type="close", table=ann.table)
            await hers.send(type="say", table=ann.table, text="gone")
            assert (await hers.until(lambda frame: frame["type"] == "error"))["code"] == "no table"
        finished = await server.house.store.rows(ann.table)
        assert finished == [], "talk is in no record"


async def test_watching(tmp_path: Path) -> None:
    async with running(tmp_path, seed=2) as server, server.person("Ann") as ann, server.person("Eve") as eve:
        code = await ann.create("bankueberfall", 2, bots="random")
        await eve.join(code)
        async with ann.page() as hers, eve.page() as watching:
            await ann.start()
            await hers.until(lambda frame: frame["type"] == "update")
            await hers.play(chooser(1), moves=5)
            while watching.seq < hers.seq:
                await watching.read()
            assert watching.now["view"]["me"] is None
            assert watching.now["view"]["hand"] == []
            assert watching.now["moves"] == []
            dealt = [event for event in watching.events if event["type"] in ("HandDealt", "BankDealt", "CardPlaced")]
            assert dealt
            assert not any(event["kind"] for event in dealt)
            refusal = await watching.move("skip", asked=0)
            assert (refusal["type"], refusal["rule"]) == ("refused", "seat")


@contextlib.asynccontextmanager
async def deaf(server: Running, person: Person) -> AsyncIterator[websockets.ClientConnection]:
    """A line on which somebody came to their table and then stopped reading."""
    port = int(server.origin.rpartition(":")[2])
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/api/socket",
        sock=raw,
        origin=websockets.Origin(server.origin),
        additional_headers={"cookie": f"bluffhouse={person.http.cookies['bluffhouse']}"},
        max_queue=1,
    ) as stalled:
        await stalled.send(json.dumps({"type": "open", "table": person.table}))
        await asyncio.sleep(0.2)
        stalled.transport.pause_reading()
        yield stalled
        stalled.transport.abort()


async def test_a_reader_who_takes_nothing_is_cut_off_and_holds_nobody_up(tmp_path: Path) -> None:
    async with running(tmp_path, seed=2) as server, server.person("Ann") as ann, server.person("Eve") as eve:
        code = await ann.create("vabanque", 3, bots="random")
        await eve.join(code)
        async with deaf(server, eve), ann.page() as hers:
            for number in range(3000):
                await hers.send(type="say", table=ann.table, text=f"{number} " + "x" * 190)
                await hers.until(lambda frame: frame["type"] == "said")
                if server.house.metrics.cut.labels("1013")._value.get():
                    break
            assert server.house.metrics.cut.labels("1013")._value.get() or number > 2000


def unsent(server: Running) -> int:
    """Bytes that the system does not take any more."""
    return sum(line.transport.get_write_buffer_size() for line in server.server.server_state.connections)


async def test_a_reader_who_answers_no_ping_is_dropped_whatever_waits_to_be_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def narrow(host: str, port: int) -> sockets.socket:
        """The system takes little, so that what nobody reads soon waits here."""
        listening = listen(host, port)
        listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
        return listening

    listen = run.listen
    monkeypatch.setattr(run, "listen", narrow)
    monkeypatch.setattr(run, "KEEPALIVE", 1.0)
    async with running(tmp_path, seed=2) as server, server.person("Ann") as ann:
        await ann.create("vabanque", 3, bots="random")
        async with deaf(server, ann) as stalled:
            async with asyncio.timeout(10):
                while not unsent(server):
                    await stalled.send(json.dumps({"type": "open", "table": ann.table}))
                    await asyncio.sleep(0)
                while server.house.metrics.sockets._value.get():
                    await asyncio.sleep(0.05)


def line_to(send_text: Callable[[str], Awaitable[None]]) -> socket.Line:
    """A line whose frames go there."""
    bucket = Bucket(limits.FRAMES, 0.0)
    visitor = socket.Visitor("ann", bucket, bucket, bucket, bucket)
    other_end = SimpleNamespace(send_text=send_text, client=None, scope={})
    return socket.Line(cast("Hall", None), visitor, cast("WebSocket", other_end))


async def test_a_line_that_is_cut_while_it_sends_ends_when_that_is_sent() -> None:
    taken = asyncio.Event()

    async def send_text(_: str) -> None:
        await taken.wait()

    line = line_to(send_text)
    line.send("first")
    writing = asyncio.create_task(line.write())
    await asyncio.sleep(0)
    line.cut(socket.COME_AGAIN, "too slow a reader; come again")
    taken.set()
    with pytest.raises(socket.Cut):
        await asyncio.wait_for(writing, 1)


async def test_a_line_that_uvicorn_closed_by_itself_has_ended_and_is_no_fault() -> None:
    async def send_text(_: str) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    line = line_to(send_text)
    line.send("too late")
    with pytest.raises(WebSocketDisconnect):
        await line.write()
