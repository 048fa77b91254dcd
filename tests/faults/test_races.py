"""G11: several at once want the same; one of them gets it, exactly one row is written, the others are told."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.play.clock import GRACE, Pace
from bluffhouse.server.security import hashed
from bluffhouse.store import Chair, Guest
from tests.faults.inside import ORIGIN, Client, Life, living
from tests.faults.scene import BORN, TABLE, Scene, bare, count, log, scenes
from tests.server.world import StillClock

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

ROUNDS = count("ROUNDS", 60)
"""Of each race at most; a game has about a hundred."""
REPEATS = count("REPEATS", 1)

CLAIMS = 100
PAUSE = 1.0  # how long the stand-in thinks


def answers(clients: list[Client], keys: set[str]) -> list[dict[str, Any]]:
    told = [json.loads(text) for client in clients for text in client.socket.heard]
    return [frame for frame in told if frame.get("key") in keys]


def all_equal(clients: list[Client]) -> None:
    assert len({client.seq for client in clients}) == 1
    assert not any(frame["type"] == "error" for client in clients for frame in client.told)


@pytest.mark.parametrize("repeat", range(REPEATS))
@pytest.mark.parametrize(("game", "seats"), scenes("RACES", ("bankueberfall", 4), ("vabanque", 3)))
async def test_two_tabs_of_one_seat(tmp_path: Path, game: str, seats: int, repeat: int) -> None:
    """Both send a move for the same question at once, in either order: one is made, the other tab is told why not."""
    await Scene(game, seats).prepare(tmp_path)
    chance = random.Random(f"{seats} {repeat}")
    won: Counter[int] = Counter()
    async with living(tmp_path) as life:
        tabs = [[await life.client(seat) for _ in range(2)] for seat in range(seats)]
        everybody = [tab for pair in tabs for tab in pair]
        await life.start()
        await life.see(everybody)
        while won.total() < ROUNDS and (pair := next((p for p in tabs if p[0].question is not None), None)):
            before = pair[0].seq
            frames = [tab.script() | {"key": f"r{won.total()}-{number}"} for number, tab in enumerate(pair)]
            frames[1]["move"] = chance.choice(pair[1].now["moves"])
            if "skip" in pair[0].now["moves"]:  # also an answer to the question that may come next
                frames[0]["move"] = frames[1]["move"] = "skip"
            order = chance.sample(range(2), 2)
            for number in order:
                pair[number].socket.say(json.dumps(frames[number]))
            await life.see(everybody)
            told = {frame["key"]: frame for frame in answers(pair, {frame["key"] for frame in frames})}
            kinds = sorted(frame["type"] for frame in told.values())
            assert kinds == ["ack", "refused"]
            winner = next(n for n in range(2) if told[frames[n]["key"]]["type"] == "ack")
            assert told[frames[winner]["key"]]["seq"] == before + 1
            assert told[frames[1 - winner]["key"]]["sentence"]
            all_equal(everybody)
            won[winner] += 1
    rows = await log(tmp_path)
    assert Counter(row.by for row in rows)["person"] == won.total()
    assert set(won) == {0, 1}
    print(f"{game} {seats}: {won.total()} rounds of two tabs")


@pytest.mark.parametrize("repeat", range(REPEATS))
@pytest.mark.parametrize(("game", "seats"), scenes("RACES", ("bankueberfall", 3), ("bankueberfall", 4)))
async def test_everybody_who_is_asked_answers_at_once(tmp_path: Path, game: str, seats: int, repeat: int) -> None:
    """Sealed bids and all other questions: in any order, none is refused as stale, none is lost."""
    await Scene(game, seats).prepare(tmp_path)
    chance = random.Random(f"{seats} {repeat}")
    at_once: Counter[int] = Counter()
    async with living(tmp_path) as life:
        clients = [await life.client(seat) for seat in range(seats)]
        await life.start()
        await life.see(clients)
        while asked := [client for client in clients if client.question is not None]:
            at_once[len(asked)] += 1
            frames = [client.script() for client in asked]
            for client, frame in chance.sample(list(zip(asked, frames, strict=True)), len(asked)):
                client.socket.say(json.dumps(frame))
            await life.see(clients)
            told = answers(asked, {frame["key"] for frame in frames})
            assert [frame["type"] for frame in told] == ["ack"] * len(asked)
            all_equal(clients)
    if game == "bankueberfall":
        assert at_once[seats] > 3, "all bid together"
    print(f"{game} {seats}: {dict(at_once)} questions at once")


@pytest.mark.parametrize("repeat", range(REPEATS))
@pytest.mark.parametrize(("game", "seats"), scenes("RACES", ("bankueberfall", 2), ("vabanque", 3)))
async def test_a_move_against_the_clock_and_a_stand_in(tmp_path: Path, game: str, seats: int, repeat: int) -> None:
    """Moves come around the moment a stand-in takes over or decides: each question is answered once, by one of them."""
    await Scene(game, seats, time="live 10 0").prepare(tmp_path)
    chance = random.Random(f"{seats} {repeat}")
    by: Counter[str] = Counter()
    clock = StillClock()
    async with living(tmp_path, clock, bot_pause=(PAUSE, PAUSE)) as life:
        clients = [await life.client(seat) for seat in range(seats)]
        await life.start()
        await life.see(clients)
        rounds = 0
        due = 10 + GRACE[Pace.LIVE] / 1000
        while rounds < ROUNDS and (client := next((c for c in clients if c.question is not None), None)):
            rounds += 1
            frame, before = client.script() | {"key": f"r{rounds}"}, client.seq
            await life.pass_time(chance.choice([due, due + PAUSE]) - 0.25)
            await meet(life, client, json.dumps(frame), chance)
            await life.see(clients)
            (told,) = answers([client], {frame["key"]})
            if told["type"] == "ack":
                assert told["seq"] == before + 1
            else:
                assert told["rule"]
                assert client.seq > before, "who lost sees that the question is answered"
            await wake(life, clients)
            all_equal(clients)
    rows = await log(tmp_path)
    by.update(row.by for row in rows)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert by["person"] > 5
    assert by["stand-in"] > 5
    print(f"{game} {seats}: {rounds} rounds against the clock, {dict(by)}")


async def meet(life: Life, client: Client, text: str, chance: random.Random) -> None:
    """The move and the moment come together: either may be some turns of the event loop ahead."""
    turns = chance.randrange(8)
    if chance.randrange(2):
        client.socket.say(text)
        for _ in range(turns):
            await asyncio.sleep(0)
        await life.pass_time(0.25)
        return
    moment = asyncio.create_task(life.pass_time(0.25))
    for _ in range(turns):
        await asyncio.sleep(0)
    client.socket.say(text)
    await moment


async def wake(life: Life, clients: list[Client]) -> None:
    """Whoever was stood in for comes back, so that the next round is a race again."""
    for client in clients:
        await client.send(type="open", table=TABLE, since=client.seq)
    await life.see(clients)


async def test_the_last_seat_for_a_hundred(tmp_path: Path) -> None:
    """One of a hundred gets it, the others are told; nobody sits twice and nobody is thrown out."""
    for attempt in range(count("CLAIMS", 1)):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        await Scene("vabanque", 4).prepare(folder)
        async with living(folder) as life:
            store = life.house.store
            await store.clear_seat(TABLE, 3)
            for number in range(CLAIMS):
                await store.add_guest(Guest(f"claim{number}", f"C {number}", BORN, BORN), hashed(f"claim{number}"))
            people = [life.http(0) for _ in range(CLAIMS)]
            for number, person in enumerate(people):
                person.cookies.set("bluffhouse", f"claim{number}")
                person.headers["origin"] = ORIGIN
            claimed = await asyncio.gather(*(person.post(f"/api/tables/{TABLE}/seats/3") for person in people))
            statuses = Counter(answer.status_code for answer in claimed)
            winner = next(number for number, answer in enumerate(claimed) if answer.is_success)
            assert statuses == {claimed[winner].status_code: 1, 409: CLAIMS - 1}, statuses
            assert all(answer.json()["sentence"] for answer in claimed if not answer.is_success)
            chairs = await store.chairs(TABLE)
            assert chairs[3] == Chair(3, f"claim{winner}", None, f"C {winner}")
            assert len({chair.guest for chair in chairs}) == 4
            for person in people:
                await person.aclose()


async def test_clean_rounds_write_the_same_log_as_ever(tmp_path: Path) -> None:
    """What the races are measured against: a game in turn leaves one row for every acknowledged key."""
    await Scene("bankueberfall", 2).prepare(tmp_path)
    async with living(tmp_path) as life:
        clients = [await life.client(seat) for seat in range(2)]
        await life.start()
        made = await life.go(clients)
    assert sum(key is not None for *_, key in bare(await log(tmp_path))) == made
