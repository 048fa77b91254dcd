"""G25: whoever is away, in whatever phase and however they went, the others reach the end, and owners come back.

The bound: an absence holds the table up once, for the time of the decision, the bank and the grace; a restart adds the
moment's mercy. After that the stand-in plays at once, until its owner is back.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
from contextlib import AsyncExitStack
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.core.game import Seat
from bluffhouse.games import find
from bluffhouse.play.clock import GRACE, MERCY, Pace
from bluffhouse.server import backlane
from bluffhouse.server.botseat import OwnMinds, Question
from tests.faults.inside import Client, Life, living
from tests.faults.scene import TABLE, Scene, count, log, scenes
from tests.server.world import StillClock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

KINDS = ("gone", "crash", "return", "return twice", "signs out")
TIMES = {"none": GRACE[Pace.NONE] / 1000, "live 10 30": 40 + GRACE[Pace.LIVE] / 1000}
"""The time rule, and for how many seconds an absence can hold the table up under it."""

PHASES = {"vabanque": ("stand", "chip", "lay", "move"), "bankueberfall": ("place", "reveal", "spy", "rob", "bid")}
PARTS = count("PARTS", 1)
LONGEST = 20_000.0  # on the clock: longer than any bound below
LOOK = 5.0  # seconds between two looks of those who wait


@dataclass(frozen=True)
class Case:
    game: str
    seats: int
    phase: str
    absent: tuple[int, ...]
    kind: str
    time: str


def cases(game: str, seats: int) -> list[Case]:
    """Every phase, every subset of seats but the empty one, every way to be away; the two kinds of clocks in turn."""
    subsets = [s for size in range(1, seats + 1) for s in itertools.combinations(range(seats), size)]
    ways = itertools.product(PHASES[game], subsets, KINDS)
    return [Case(game, seats, *way, time) for way, time in zip(ways, itertools.cycle(TIMES))]


class Onlooking(OwnMinds):
    """Notes what every bot is handed, and sees to it that it is one seat's view and nothing more."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.faults: list[AssertionError] = []
        self.life: Life | None = None

    async def choose(self, question: Question) -> Any:
        try:
            self._look(question)
        except AssertionError as fault:  # noted, for the server plays on whatever happens to a bot
            self.faults.append(fault)
        return await super().choose(question)

    def _look(self, question: Question) -> None:
        assert self.life is not None
        table, chairs = self.life.room.table, self.life.room.chairs
        assert table is not None
        seat = question.view.me
        assert question.view == table.game.view(table.state, Seat(seat))
        assert tuple(question.moves) == tuple(table.game.moves(table.state, Seat(seat)))
        assert type(question.view) is find(question.game).forms.view
        told = {"game", "version", "level", "view", "moves", "seed", "place"}
        assert {field.name for field in fields(question)} == told
        assert question.place == (TABLE, seat, table.asked[seat])
        assert chairs[seat].stand_in, "only for those who are away"
        assert table.asked[seat] is not None, "only the seat that is asked"
        self.asked.append(seat)


class Evening:
    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.folder = folder
        self.clock = StillClock()
        self.minds = Onlooking()
        self.clients: dict[int, Client] = {}
        self.here: set[int] = set()
        self.absences = self.restarts = 0
        self.life: Life
        self._stack = AsyncExitStack()

    async def open(self) -> None:
        self.life = await self._stack.enter_async_context(living(self.folder, self.clock, minds=self.minds))
        self.minds.life = self.life

    async def close(self) -> None:
        await self._stack.aclose()

    async def come(self, seat: int) -> None:
        if seat in self.clients:
            await self.life.come_again(self.clients[seat], seat)
        else:
            self.clients[seat] = await self.life.client(seat)
        self.here.add(seat)

    async def leave(self) -> None:
        for seat in self.case.absent:
            self.clients[seat].socket.cut()
            self.here.discard(seat)
            self.absences += 1
        await self.life.settle()

    async def restart(self) -> None:
        await self.close()
        await self.open()
        self.restarts += 1
        for seat in sorted(self.here):
            await self.come(seat)

    async def sign_out(self) -> None:
        for seat in self.case.absent:
            async with self.life.http(seat) as person:
                assert (await person.request("DELETE", "/api/me")).is_success
            self.here.discard(seat)
            self.absences += 1
        await self.life.settle()

    def present(self) -> list[Client]:
        return [self.clients[seat] for seat in sorted(self.here)]

    @property
    def over(self) -> bool:
        """A table at which nobody is and nothing happens any more is forgotten, so one that is gone is over."""
        room = self.life.app.hall.rooms.get(TABLE)
        return room is None or room.status == "over"

    async def play(self, moves: int = 10_000) -> None:
        """Those who are here play; when only others are asked, they wait."""
        made, before = 0, len(self.minds.asked)
        while not self.over and made + len(self.minds.asked) - before < moves:
            assert self.clock.now() < LONGEST, "the table stands still"
            made += await self.life.go(self.present(), moves - made)
            if made < moves:
                await self.life.pass_time(LOOK)


async def to_the_phase(evening: Evening, chance: random.Random) -> None:
    """Everybody plays until somebody is asked for that kind of move, the first time or later."""
    later = chance.randrange(6)
    while not evening.over:
        asked = [move for client in evening.present() for move in client.now["moves"] if client.question is not None]
        if any(move.split()[0] == evening.case.phase for move in asked):
            if not later or evening.case.phase == "stand":
                return
            later -= 1
        await evening.life.go(evening.present(), 1)


async def go_away(evening: Evening) -> None:
    match evening.case.kind:
        case "signs out":
            await evening.sign_out()
        case "crash":
            await evening.leave()
            await evening.restart()
        case _:
            await evening.leave()


async def come_back(evening: Evening, number: int) -> None:
    """After the stand-ins have played a little; the next own decision is the owner's again."""
    await evening.play(2 + number)
    for seat in evening.case.absent:
        await evening.come(seat)
        if not evening.over:
            assert evening.life.room.presence().seats[seat] == "here"
            assert not evening.life.room.chairs[seat].stand_in


async def check(case: Case, folder: Path) -> None:
    chance = random.Random(str(case))
    await Scene(case.game, case.seats, time=case.time).prepare(folder)
    evening = Evening(case, folder)
    await evening.open()
    try:
        for seat in range(case.seats):
            await evening.come(seat)
        await evening.life.start()
        await evening.life.see(evening.present())
        await to_the_phase(evening, chance)
        began = evening.clock.now()
        backs = {"return": 1, "return twice": 2}.get(case.kind, 0)
        await go_away(evening)
        for number in range(backs):
            await come_back(evening, number)
            if number + 1 < backs:
                await go_away(evening)
        back_at = len(await evening.life.house.store.rows(TABLE))
        await evening.play()
        took = evening.clock.now() - began
        table = await evening.life.house.store.table(TABLE)
        assert table is not None
        assert table.status == "over"
    finally:
        await evening.close()
    bound = evening.absences * (TIMES[case.time] + LOOK) + evening.restarts * MERCY / 1000 + 4 * LOOK
    assert took <= bound, (case, took, bound)
    assert evening.minds.faults == []
    rows = await log(folder)
    assert {row.actor for row in rows if row.by == "stand-in"} <= set(case.absent)
    assert set(evening.minds.asked) <= set(case.absent)
    if backs:
        assert all(row.by in ("person", "dealer") for row in rows[back_at:]), "owners decide again"


def some(all_cases: list[Case], part: int) -> Iterator[Case]:
    if os.environ.get("FAULTS_ABSENT") == "all":
        yield from all_cases[part::PARTS]
    else:
        for kind in KINDS * count("ABSENT", 1):
            yield random.Random(f"{all_cases[0]} {kind}").choice([case for case in all_cases if case.kind == kind])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("game", "seats"), scenes("BLOCKS", ("bankueberfall", 3), ("vabanque", 3), ("vabanque", 5)))
async def test_the_game_reaches_its_end(tmp_path: Path, game: str, seats: int, part: int) -> None:
    played = 0
    for case in some(cases(game, seats), part):
        folder = tmp_path / str(played)
        folder.mkdir()
        await check(case, folder)
        shutil.rmtree(folder)
        played += 1
    print(f"{game} {seats}: {played} of {len(cases(game, seats))} cases")


async def test_where_all_are_gone_and_many_such_tables_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins who are asked together and think one after another still see how things stand when it is their turn."""
    monkeypatch.setattr(backlane, "AT_ONCE", 0)
    await check(Case("bankueberfall", 3, "bid", (0, 1, 2), "gone", "none"), tmp_path)
