"""G13: cut after each number of the log and resumed from there, a client has what one that was never cut has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.faults.inside import Client, Life, living
from tests.faults.scene import TABLE, Scene, count, scenes

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def same(resumed: Client, whole: Client) -> None:
    """Byte for byte: all events, the view, what may be chosen, and the number."""
    assert json.dumps(resumed.events) == json.dumps(whole.events)
    for part in ("view", "moves", "asked", "seq", "clocks"):
        assert json.dumps(resumed.now[part]) == json.dumps(whole.now[part]), part


async def resumed(life: Life, seat: int, since: int, whole: Client) -> Client:
    """A client that has what `whole` had been told up to a number, and nothing after it."""
    cut = Client(life.wire(seat), TABLE)  # type: ignore[arg-type]
    cut.seq = since
    told = await cut.open(since)
    assert told["since"] == since
    assert len(told["events"]) <= len(whole.events), "nothing twice"
    cut.events = whole.events[: len(whole.events) - len(told["events"])] + told["events"]
    return cut


def check_prefix(whole: Client, lengths: dict[int, int], cut: Client, since: int) -> None:
    """What the resumed client is told is exactly what came after that number: no hole and no repeat."""
    if since in lengths:
        assert len(cut.told[0]["events"]) == len(whole.events) - lengths[since]


@pytest.mark.parametrize(("game", "seats"), scenes("RESUME", ("bankueberfall", 3), ("vabanque", 4)))
async def test_cut_after_each_number(tmp_path: Path, game: str, seats: int) -> None:
    """For every number k: cut there, come back while the game is at later points, and stay to the end."""
    await Scene(game, seats).prepare(tmp_path)
    every = count("RESUME_EVERY", 40)
    resumes = 0
    async with living(tmp_path) as life:
        clients = [await life.client(seat) for seat in range(seats)]
        watcher = await life.client(seats)
        whole = [*clients, watcher]
        await life.start()
        await life.see(whole)
        lengths: list[dict[int, int]] = [{} for _ in whole]
        stayed: list[tuple[Client, Client]] = []
        made = 0
        while True:
            for seat, client in enumerate(whole):
                lengths[seat][client.seq] = len(client.events)
            at = made % len(whole)
            for since in range(whole[at].seq + 1) if made % every == 0 else (whole[at].seq,):
                cut = await resumed(life, at, since, whole[at])
                same(cut, whole[at])
                check_prefix(whole[at], lengths[at], cut, since)
                resumes += 1
                if since == whole[at].seq:
                    stayed.append((cut, whole[at]))
                else:
                    cut.socket.cut()
            made += 1
            if not await life.go(clients, 1):
                break
            await life.see([*clients, watcher, *(cut for cut, _ in stayed)])
        for cut, never in stayed:
            same(cut, never)
        assert whole[0].seq > 60
    async with living(tmp_path) as life:
        for seat, client in enumerate(whole):
            for since in range(0, client.seq + 1, 1 if every == 1 else 9):
                cut = await resumed(life, seat, since, client)
                assert json.dumps(cut.events) == json.dumps(client.events)
                assert json.dumps(cut.now["view"]) == json.dumps(client.now["view"])
                check_prefix(client, lengths[seat], cut, since)
                cut.socket.cut()
                resumes += 1
    print(f"{game} {seats}: {resumes} resumes, {len(stayed)} of them stayed to the end")


async def test_nonsense_since(tmp_path: Path) -> None:
    """Too large a number is answered with everything; what is no number of a log closes the socket."""
    await Scene("vabanque", 3).prepare(tmp_path)
    async with living(tmp_path) as life:
        first = await life.client(0)
        await life.start()
        await life.see([first])
        for since in (-1, first.seq + 1, 999_999):
            client = await life.client(0, since)
            assert client.now["since"] == -1
            same(client, first)
        for nonsense in ("-2", "-1000000", "1000001", '"3"', "1.5", "true", "[]", "1e400", "NaN"):
            wire = life.wire(0)
            wire.say(f'{{"type":"open","table":"{TABLE}","since":{nonsense}}}')
            await life.settle()
            assert wire.code == 1007, nonsense
            assert wire.heard == []
