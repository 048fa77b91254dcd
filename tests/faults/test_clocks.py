"""G24: on a clock that stands until it is pushed, everybody pays for their own thinking and for nothing else."""

from __future__ import annotations

import itertools
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.play.clock import GRACE, MERCY, Pace
from tests.faults.inside import Client, Life, living
from tests.faults.scene import TABLE, Scene, count, log, scenes
from tests.server.world import StillClock

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

DECISION, BANK = 20_000, 600_000
TIME = f"live {DECISION // 1000} {BANK // 1000}"
ERROR = 50  # milliseconds of a decision that may be charged wrongly
STALL = 2_000  # milliseconds of a standstill of the whole process that may go unnoticed


class Evening:
    """A game over several lives of the server, and beside it a plain sum of what everybody has thought."""

    def __init__(self, scene: Scene, folder: Path, *, exact: bool = True) -> None:
        self.scene = scene
        self.folder = folder
        self.exact = exact
        self.clock = StillClock()
        self.clients: list[Client] = []
        self.frames: list[list[tuple[int, dict[str, Any]]]] = [[] for _ in range(scene.seats)]
        """By seat every frame with clocks, and in which life of the server it came."""
        self.thought: dict[int, float] = {}
        self.mercy: dict[int, float] = {}
        self.questions: dict[int, int] = {}
        self.lives = 0
        self.life: Life
        self._stack = AsyncExitStack()

    async def open(self) -> None:
        self.lives += 1
        self.life = await self._stack.enter_async_context(living(self.folder, self.clock))
        for seat in range(self.scene.seats):
            if len(self.clients) <= seat:
                self.clients.append(await self.life.client(seat))
            else:
                await self.life.come_again(self.clients[seat], seat)
        await self.see()

    async def close(self) -> None:
        await self._stack.aclose()

    async def see(self) -> None:
        await self.life.settle()
        newest: list[dict[str, Any]] = []
        for seat, client in enumerate(self.clients):
            seen = len(client.told)
            await client.catch_up()
            fresh = [frame for frame in client.told[seen:] if frame.get("clocks")]
            self.frames[seat] += [(self.lives, frame) for frame in fresh]
            newest += fresh[-1:]
        for seat, client in enumerate(self.clients):
            if client.question is None:
                self.questions.pop(seat, None)
            elif self.questions.get(seat) != client.question:
                self.questions[seat] = client.question
                self.thought[seat] = self.mercy[seat] = 0.0
        for frame in newest if self.exact else ():
            self._compare(frame["clocks"]["running"])

    def _compare(self, running: list[int | None]) -> None:
        """What is shown of the open questions is what was thought."""
        for seat, shown in enumerate(running):
            assert (shown is None) == (seat not in self.questions)
            if shown is not None:
                assert abs(shown - self.thought[seat] * 1000) <= ERROR

    async def think(self, seconds: float) -> None:
        await self.life.pass_time(seconds)
        for seat in self.questions:
            free = min(seconds, self.mercy[seat])
            self.mercy[seat] -= free
            self.thought[seat] += seconds - free

    async def pause(self, seconds: float) -> None:
        """Everybody agrees to pause, and later to go on."""
        for word in ("pause", "resume"):
            for client in self.clients:
                await client.send(type="vote", table=TABLE, vote=word)
            await self.see()
            assert self.clients[0].status == {"pause": "paused", "resume": "playing"}[word]
            if word == "pause":
                await self.life.pass_time(seconds)

    async def restart(self, seconds: float) -> None:
        """The house is closed for so long; the open decisions begin anew, after a moment's mercy."""
        await self.close()
        self.clock.jump(seconds)
        for seat in self.questions:
            self.thought[seat], self.mercy[seat] = 0.0, MERCY / 1000
        await self.open()

    async def stall(self, seconds: float) -> None:
        """The whole process stands still, as after a SIGSTOP."""
        self.clock.jump(seconds)
        await self.life.pass_time(0)


async def decide(evening: Evening, chance: random.Random, faults: list[str]) -> tuple[int, float] | None:
    """One decision, disturbed; gives who decided and what it should have cost, in seconds."""
    asked = [seat for seat, client in enumerate(evening.clients) if client.question is not None]
    if not asked:
        return None
    for _ in range(chance.randrange(3)):
        await evening.think(chance.choice([0.001, 0.4, 3.217, 19.5, 31.07]))
        fault = chance.choice(faults)
        if fault != "think":
            await getattr(evening, fault)(chance.choice([0.5, 5.0, 61.3, 300.0]))
            await evening.see()
    await evening.think(chance.choice([0.0, 0.3, 7.9, 24.0]))
    seat = chance.choice(asked)
    cost = evening.thought[seat]
    await evening.clients[seat].send(**evening.clients[seat].script())
    await evening.see()
    return seat, cost


@pytest.mark.parametrize("seed", range(count("CLOCK_SEEDS", 1)))
@pytest.mark.parametrize(("game", "seats"), scenes("CLOCKS", ("bankueberfall", 3), ("vabanque", 3)))
async def test_downtime_pauses_and_restarts_cost_nobody(tmp_path: Path, game: str, seats: int, seed: int) -> None:
    evening = Evening(Scene(game, seats, time=TIME), tmp_path)
    await evening.scene.prepare(tmp_path)
    chance = random.Random(f"{game} {seats} {seed}")
    costs: list[tuple[int, float]] = []
    await evening.open()
    try:
        await evening.life.start()
        await evening.see()
        faults = ["think", "pause", "restart"]
        while len(costs) < count("DECISIONS", 30) and (made := await decide(evening, chance, faults)):
            costs.append(made)
    finally:
        await evening.close()
    rows = [row for row in await log(tmp_path) if row.actor >= 0]
    assert {row.by for row in rows} == {"person"}, "no stand-in, no flag"
    assert [row.actor for row in rows] == [seat for seat, _ in costs]
    worst = max(abs(row.elapsed - cost * 1000) for row, (_, cost) in zip(rows, costs, strict=True))
    assert worst <= ERROR
    monotone(evening, {row.seq: row.actor for row in rows})
    print(f"{game} {seats}: {len(costs)} decisions in {evening.lives} lives, worst error {worst:.1f} ms")


def monotone(evening: Evening, actors: dict[int, int]) -> None:
    """For every viewer: banks never grow, and a running clock goes back only for a new question or a new life."""
    for frames in evening.frames:
        for (life, one), (next_life, other) in itertools.pairwise(frames):
            assert other["seq"] >= one["seq"]
            for seat, (before, after) in enumerate(zip(one["clocks"]["bank"], other["clocks"]["bank"], strict=True)):
                assert after <= before
                was, now = one["clocks"]["running"][seat], other["clocks"]["running"][seat]
                moved = any(actors.get(seq) == seat for seq in range(one["seq"] + 1, other["seq"] + 1))
                if life == next_life and was is not None and now is not None and not moved:
                    assert now >= was


@pytest.mark.parametrize(("game", "seats"), scenes("CLOCKS", ("bankueberfall", 2), ("vabanque", 3)))
async def test_a_standstill_of_the_process_costs_nobody(tmp_path: Path, game: str, seats: int) -> None:
    """A stopped process notices when it goes on; it may miss the second in which it was stopped."""
    evening = Evening(Scene(game, seats, time=TIME), tmp_path, exact=False)
    await evening.scene.prepare(tmp_path)
    await evening.open()
    costs: list[float] = []
    try:
        await evening.life.start()
        await evening.see()
        for seconds in (0.5, 5.0, 61.3, 900.0, 86_400.0):
            seat = next(iter(evening.questions))
            await evening.think(3.3)
            await evening.stall(seconds)
            await evening.think(2.2)
            costs.append(evening.thought[seat] * 1000)
            await evening.clients[seat].send(**evening.clients[seat].script())
            await evening.see()
    finally:
        await evening.close()
    rows = [row for row in await log(tmp_path) if row.actor >= 0]
    assert {row.by for row in rows} == {"person"}
    for row, cost in zip(rows, costs, strict=True):
        stalls = round(cost / 5_500)  # during this question
        assert cost - ERROR <= row.elapsed <= cost + stalls * STALL, (row.elapsed, cost)


@pytest.mark.parametrize(("game", "seats"), scenes("CLOCKS", ("bankueberfall", 2), ("vabanque", 4)))
async def test_no_flag_soon_after_a_restart(tmp_path: Path, game: str, seats: int) -> None:
    """Stopped a moment before the time is up: 30 seconds of mercy, then the whole decision anew, then the stand-in."""
    limit = 5.0 + GRACE[Pace.LIVE] / 1000
    evening = Evening(Scene(game, seats, time="live 5 0"), tmp_path, exact=False)
    await evening.scene.prepare(tmp_path)
    await evening.open()
    try:
        await evening.life.start()
        await evening.see()
        seat = next(iter(evening.questions))
        for away in (0.2, 3600.0):
            await evening.life.pass_time(limit - 0.1)
            await evening.restart(away)
        before = evening.clients[0].seq
        await evening.life.pass_time(MERCY / 1000 + limit - 0.05)
        await evening.see()
        assert evening.clients[0].seq == before
        await evening.life.pass_time(0.1)
        await evening.see()
        assert evening.clients[0].seq > before
    finally:
        await evening.close()
    row = next(row for row in await log(tmp_path) if row.actor == seat)
    assert row.by == "stand-in"
    assert abs(row.elapsed - limit * 1000) <= ERROR
