"""`bluffhouse terminal --join`: terminals as processes of their own play whole games at a server's table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.commands.record_file import Refused
from bluffhouse.commands.remote import Link, read_link
from bluffhouse.commands.visit import Visit
from bluffhouse.core.codec import to_json
from bluffhouse.core.game import DEALER, draw
from bluffhouse.store import Row, Store, StoreDown
from tests.server.processes import process
from tests.server.world import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Sequence
    from pathlib import Path

pytestmark = pytest.mark.anyio

PATIENCE = 120.0


class Terminal:
    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.shown = ""
        self._seen = 0
        """How much has been waited for: nothing is missed, and nothing lost when a wait is given up."""

    async def until(self, *marks: str) -> str:
        """Read on until one of the marks is shown; gives it."""
        assert self.child.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                for mark in marks:
                    if (place := self.shown.find(mark, self._seen)) >= 0:
                        self._seen = place + len(mark)
                        return mark
                chunk = (await self.child.stdout.read(4096)).decode()
                assert chunk, self.shown
                self.shown += chunk

    def type(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{line}\n".encode())

    async def play(self, prompts: int = 10_000) -> None:
        """Take the first move that is offered, whatever it is, to the end or so often."""
        for _ in range(prompts):
            if await self.until("\n> ", "Its record: ") != "\n> ":
                await self.child.wait()
                return
            self.type(self.first())

    def first(self) -> str:
        """`lay raise|trap 0-8 (…)` → `lay raise 0`."""
        pattern = self.shown[: self._seen].rstrip("> \n").rpartition(" Type ")[2].split(" (")[0].split(", ")[0]
        return " ".join(word.split("|")[0].split("-")[0] for word in pattern.split())


async def first_of(*plays: Coroutine[None, None, None]) -> None:
    """Until one of them is done; the others stop where they are."""
    tasks = [asyncio.create_task(play) for play in plays]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        assert ended is None or isinstance(ended, asyncio.CancelledError), ended


@contextlib.asynccontextmanager
async def terminal(home: Path, *arguments: str) -> AsyncIterator[Terminal]:
    home.mkdir(exist_ok=True)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bluffhouse.cli", "terminal", *arguments),
        env=os.environ | {"XDG_DATA_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Terminal(child)
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


@pytest.mark.parametrize(("game", "seats"), [("vabanque", "3"), ("bankueberfall", "3")])
async def test_two_terminals_and_a_bot_play_while_the_server_is_killed(tmp_path: Path, game: str, seats: str) -> None:
    async with process(tmp_path, 0) as (child, origin), contextlib.AsyncExitStack() as stack:
        new = ("--join", origin, game, "--seats", seats, "--people", "2", "--names", "Ann")
        ann = await stack.enter_async_context(terminal(tmp_path / "ann", *new))
        await ann.until("For others to join: ")
        await ann.until("At the table: ")
        link = ann.shown.partition("For others to join: ")[2].split()[0]
        bob = await stack.enter_async_context(terminal(tmp_path / "bob", "--join", link, "--names", "Bob"))
        await first_of(ann.play(3), bob.play(3))  # whoever begins is asked once more than the other
        child.kill()
        await child.wait()
        await stack.enter_async_context(process(tmp_path, int(origin.rpartition(":")[2])))
        await asyncio.gather(ann.play(), bob.play())
        for player in (ann, bob):
            assert player.child.returncode == 0
            assert "trying again" in player.shown
            assert ", winner" in player.shown.partition("Ranking:")[2]
            assert "Traceback" not in player.shown


async def test_leaving_keeps_the_seat_and_the_same_terminal_is_known_again(tmp_path: Path) -> None:
    async with running(tmp_path, seed=1) as server:
        new = ("--join", server.origin, "vabanque", "--seats", "3", "--names", "Ann")
        async with terminal(tmp_path / "home", *new) as ann:
            await ann.until("\n> ")
            ann.type("nonsense")
            await ann.until("Nothing was changed")
            for word, shown in (("help", "vote wait"), ("board", "Round"), ("moves", "1:"), ("log", "All you know")):
                ann.type(word)
                await ann.until(shown)
            ann.type("vote sideways")
            await ann.until("You can vote")
            ann.type("say hello")
            await ann.until("Ann: hello")
            ann.type("quit")
            await ann.until("your seat is kept")
            link = ann.shown.split()[-1]
            assert await ann.child.wait() == 0
        async with terminal(tmp_path / "home", "--join", link) as ann:
            await ann.until("You are Ann")
            await ann.play()
            assert ann.child.returncode == 0


async def test_a_move_that_could_not_be_saved_is_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody types it twice, and the same key makes sure that it counts once."""
    append = Store.append
    failed: list[str] = []

    async def fail_once(store: Store, table: str, rows: Sequence[Row], *rest: Any, **named: Any) -> None:
        if not failed and any(row.by == "person" for row in rows):
            failed.append(table)
            raise StoreDown("on purpose")
        await append(store, table, rows, *rest, **named)

    async with running(tmp_path, seed=1) as server:
        new = ("--join", server.origin, "vabanque", "--seats", "3", "--names", "Ann")
        async with terminal(tmp_path / "home", *new) as ann:
            await ann.until("\n> ")
            monkeypatch.setattr(Store, "append", fail_once)
            ann.type(ann.first())
            await ann.until("could not be saved")
            await ann.until("\n> ")
    assert len(failed) == 1


async def test_who_types_before_the_last_move_was_acknowledged_is_heard(capsys: pytest.CaptureFixture[str]) -> None:
    """After a broken line the house tells how things stand before it answers a move that was sent again."""
    game = games.find("vabanque")
    said: asyncio.Queue[str] = asyncio.Queue()
    lobby = {
        "table": "t",
        "game": "vabanque",
        "status": "playing",
        "chairs": [{"name": name, "kind": "person"} for name in ("Ann", "Bob", "Cid")],
    }
    visit = Visit(Any, {"lobby": lobby, "host": True}, asyncio.Queue())  # type: ignore[arg-type]
    socket: Any = SimpleNamespace(send=said.put)
    state = game.setup(game.options(), 3)
    while DEALER in game.actors(state):
        state = game.apply(state, DEALER, draw(game, state, Random(1).randrange)).state
    (me,) = game.actors(state)

    def asks(kind: str, asked: int) -> dict[str, Any]:
        moves = [game.write(move) for move in game.moves(state, me)]
        view = to_json(game.view(state, me))
        told = {"type": kind, "lobby": lobby, "host": True, "seq": asked, "since": -1, "events": []}
        return {**told, "view": view, "moves": moves, "asked": asked}

    async def types(line: str) -> str:
        await visit._type(socket, line)
        return str(json.loads(said.get_nowait())["key"])

    await visit._hear(socket, asks("sync", 1))
    first = await types("1")
    await visit._hear(socket, asks("sync", 1))  # as after a broken line: sent again, and not asked for once more
    assert json.loads(said.get_nowait())["key"] == first
    assert capsys.readouterr().out.count("\n> ") == 1
    await visit._hear(socket, asks("update", 2))
    second = await types("1")
    await visit._hear(socket, {"type": "ack", "table": "t", "key": first, "seq": 2})
    await visit._type(socket, "1")
    assert "not your turn" in capsys.readouterr().out, "the second is on its way still"
    await visit._hear(socket, {"type": "refused", "table": "t", "key": second, "rule": "V3", "sentence": "no"})
    assert capsys.readouterr().out.endswith("> ")


async def test_wrong_links_are_one_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for link, sentence in (
            (f"{server.origin}/t/wrong", "unknown"),
            ("ftp://house", "a link looks like"),
            ("http://127.0.0.1:1/t/abc", "does not answer"),
        ):
            async with terminal(tmp_path / "home", "--join", link) as child:
                await child.until(sentence)
                assert await child.child.wait() == 2


def test_links() -> None:
    assert read_link("localhost:8000/t/abc") == Link("http://localhost:8000", "abc")
    assert read_link("https://a.example/t/abc#xyz") == Link("https://a.example", "xyz")
    assert read_link("https://a.example/") == Link("https://a.example", "")
    for wrong in ("https://a.example/x/abc", "https://a.example/t/a/b", "https://", "file:///t/x"):
        with pytest.raises(Refused):
            read_link(wrong)
