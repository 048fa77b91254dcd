"""The daily challenge of the house: one for everybody, told as its seat would be told, worked out once and bounded."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.core.record import replay, write
from bluffhouse.server import dailies
from bluffhouse.server.arithmetic import Failed
from bluffhouse.server.dailies import Dailies, NoDay, TooMany, seen
from bluffhouse.server.limits import Limits
from tests.bots.blindness import positions
from tests.server.world import StillClock, good, running

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.core.game import Seat
    from bluffhouse.core.record import Record

pytestmark = pytest.mark.anyio

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elsa", "Flavio")
WEEK = 7
DAY = 86_400.0


def at_a_question(name: str, seed: int) -> tuple[Record, Seat]:
    """A game that stands where somebody decides, with something hidden from them."""
    ((record, _, seat),) = positions(name, 1, random.Random(seed))
    return record, seat


@functools.cache
def solution(name: str, day: str) -> dict[str, Any]:
    """What the command says, with figures of no meaning."""
    record, seat = at_a_question(name, 3)
    state = replay(record).state
    texts = [record.game.write(move) for move in record.game.moves(state, seat)]
    shares = [0.5 - 0.1 * nth / len(texts) for nth in range(len(texts))]
    moves = [{"move": t, "share": s, "within": 0.01, "near": s > 0.49} for t, s in zip(texts, shares, strict=True)]
    return {
        "game": name,
        "day": day,
        "record": write(record),
        "seat": seat,
        "names": list(NAMES[: record.seats]),
        "made": texts[-1],
        "moves": moves,
        "dangers": [{"kind": "trap", "unseen": 2, "chance": 0.25}],
    }


class Counted:
    """Stands in for the arithmetic: says how often it was asked, and waits until it may answer."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.go = asyncio.Event()
        self.go.set()
        self.fails = False

    async def __call__(self, *words: str, **_: Any) -> Any:
        self.asked.append(words)
        await self.go.wait()
        if self.fails:
            raise Failed
        return solution(words[1], words[3])


@pytest.fixture
def arithmetic(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    monkeypatch.setattr(dailies, "computed", counted)
    return counted


def house(clock: StillClock, most: int = 1000) -> Any:
    return SimpleNamespace(clock=clock, limits=Limits(clock, most / 60))


@pytest.mark.parametrize("name", games.NAMES)
async def test_two_worlds_that_the_seat_cannot_tell_apart_are_one_challenge(name: str) -> None:
    for record, twin, seat in positions(name, 12, random.Random(name)):
        assert record.moves != twin.moves
        here, there = (seen(world, seat, NAMES[: world.seats], "daily") for world in (record, twin))
        assert here.model_dump_json() == there.model_dump_json()
        assert here.view is not None
        assert (here.seat, here.view["me"]) == (seat, seat)
        assert here.moves == [record.game.write(move) for move in record.game.moves(replay(record).state, seat)]


@pytest.mark.parametrize("name", games.NAMES)
async def test_a_mask_that_hides_nothing_would_be_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail."""
    leaky = dataclasses.replace(games.find(name), mask=lambda event, seat: event)
    worlds = positions(name, 6, random.Random(name))
    monkeypatch.setattr(games, "find", lambda *_: leaky)
    assert any(
        seen(record, seat, NAMES[: record.seats], "") != seen(twin, seat, NAMES[: record.seats], "")
        for record, twin, seat in worlds
    )


async def test_the_question_does_not_tell_the_answer(tmp_path: Path, arithmetic: Counted) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        days = (await ann.get("/api/daily"))["days"]
        posed = await ann.get("/api/daily/vabanque")
        truth = solution("vabanque", days[0])
        assert set(posed) == {"game", "day", "table"}
        assert posed["day"] == days[0]
        assert "share" not in str(posed)
        assert [chair["name"] for chair in posed["table"]["lobby"]["chairs"]] == truth["names"]
        verdict = await ann.post("/api/daily/vabanque", day=days[0], move=posed["table"]["moves"][1])
        assert verdict["moves"] == truth["moves"]
        assert (verdict["chosen"], verdict["made"]) == (posed["table"]["moves"][1], truth["made"])
        assert len(arithmetic.asked) == 1


async def test_asked_for_by_many_at_once_it_is_worked_out_once(arithmetic: Counted) -> None:
    arithmetic.go.clear()
    found = Dailies(house(StillClock()))
    asking = [asyncio.create_task(found.posed("vabanque", None)) for _ in range(20)]
    await asyncio.sleep(0)
    asking[0].cancel()  # whoever goes away takes it from nobody else
    await asyncio.sleep(0)
    arithmetic.go.set()
    first, *others = await asyncio.gather(*asking[1:])
    assert all(one is first for one in others)
    assert await found.posed("vabanque", first.question.day) is first
    assert len(arithmetic.asked) == 1
    await found.close()


async def test_a_week_of_days_and_no_others(arithmetic: Counted) -> None:
    clock = StillClock()
    found = Dailies(house(clock))
    days = found.days()
    assert len(days) == len(set(days)) == WEEK
    assert days == sorted(days, reverse=True)
    for day in days:
        assert (await found.posed("vabanque", day)).question.day == day
    clock.jump(DAY)
    assert found.days()[1:] == days[:-1]
    assert (await found.posed("vabanque", None)).question.day == found.days()[0]
    with pytest.raises(NoDay, match=r"from \d+-\d+-\d+ to \d+-\d+-\d+ only"):
        await found.posed("vabanque", days[-1])
    assert len(arithmetic.asked) == WEEK + 1
    assert len(found._found) == WEEK, "nothing is kept of what nobody can ask for"
    await found.close()


async def test_one_that_failed_is_tried_again_and_not_without_end(arithmetic: Counted) -> None:
    arithmetic.fails = True
    found = Dailies(house(StillClock(), most=2))
    for _ in range(2):
        with pytest.raises(Failed):
            await found.posed("vabanque", None)
    with pytest.raises(TooMany):
        await found.posed("vabanque", None)
    assert len(arithmetic.asked) == 2
    await found.close()


async def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, arithmetic: Counted) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        today = (await ann.get("/api/daily"))["days"][0]
        for path, status, code in (
            ("chess", 404, "no challenge"),
            ("vabanque?day=2020-02-29", 404, "day"),
            ("vabanque?day=9999-12-31", 404, "day"),
            ("vabanque?day=2026-02-31", 404, "day"),
            ("vabanque?day=yesterday", 422, "form"),
        ):
            refused = await ann.http.get(f"/api/daily/{path}")
            assert (refused.status_code, refused.json()["code"]) == (status, code), path
            assert len(refused.json()["sentence"]) < 100
        for day, move, status, code in (
            (today, "chip 99", 422, "answer"),
            (today, "nonsense", 422, "answer"),
            ("2020-02-29", "chip 1", 404, "day"),
        ):
            refused = await ann.http.post("/api/daily/vabanque", json={"day": day, "move": move})
            assert (refused.status_code, refused.json()["code"]) == (status, code)
        arithmetic.fails = True
        refused = await ann.http.get("/api/daily/bankueberfall")
        assert (refused.status_code, refused.json()["code"]) == (503, "daily")
        assert good(await ann.http.get("/api/daily"))["games"] == list(games.NAMES)
