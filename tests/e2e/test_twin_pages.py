"""Two worlds that differ only in what somebody may not know show that somebody the same page.

The same is what it shows, says to a screen reader, stores, asks the house for, sounds, and holds in memory.
"""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.mirror import Mirror, mirrored
from tests.server.proofs.leaks import LEAKS
from tests.server.proofs.pairs import cell, cells, pair
from tests.server.proofs.playing import Performance, Plan, planned
from tests.server.proofs.stage import Stage, staged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from bluffhouse.core.record import Record
    from tests.server.proofs.pairs import Pair

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("mirrors")]

PAIRS = int(os.environ.get("BLUFFHOUSE_PAGES", "20"))
FEW = 50
EVERY = 10 if PAIRS > FEW else 25
"""A page is looked at after so many beats of a game, and at its end with all of its memory."""


class Mirrored(Performance):
    """A performance with one more page of the viewer, in a browser."""

    def __init__(self, stage: Stage, plan: Plan, record: Record, mirror: Mirror, world: int) -> None:
        super().__init__(stage, plan, record)
        self.mirror = mirror
        self.world = world
        self.beats = 0

    async def _beat(self) -> None:
        await super()._beat()
        if self.beats == 0:
            person = self.me or self.stage.watcher
            at = {"token": person.token, "name": person.name, "table": self.room.meta.id}
            await self.mirror.order("open", self.world, **at)
        elif self.beats % EVERY == 0:
            await self.mirror.order("look", self.world, deep=False)
        self.beats += 1

    async def _do(self, deed: str, how: Any) -> None:
        if deed == "return":
            await self.mirror.order("reload", self.world)
        elif deed != "watcher returns":  # the page in the browser is the one that comes and goes
            await super()._do(deed, how)

    async def _leave(self) -> None:
        await self.mirror.order("look", self.world, deep=True)
        await self.mirror.order("leave", self.world)
        await super()._leave()


class Worlds:
    """Two houses, and a browser at each, for every pair in turn."""

    def __init__(self, stages: tuple[Stage, Stage], mirror: Mirror) -> None:
        self.stages = stages
        self.mirror = mirror

    async def compare(self, two: Pair) -> str | None:
        """The first difference between the pages of the two worlds."""
        plan = planned(two)
        for world, record in enumerate((two.record, two.twin)):
            await Mirrored(self.stages[world], plan, record, self.mirror, world).play()
        assert self.mirror.looks[0] >= 1
        told: str | None = await self.mirror.order("compare")
        return told


@pytest.fixture(scope="module")
async def worlds(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Worlds]:
    folder = tmp_path_factory.mktemp("worlds")
    async with (
        staged(folder / "one") as one,
        staged(folder / "other") as other,
        mirrored((one.port, other.port)) as mirror,
    ):
        yield Worlds((one, other), mirror)


async def test_two_worlds_are_the_same_page(worlds: Worlds) -> None:
    for two in evenly(PAIRS):
        found = await worlds.compare(two)
        assert found is None, f"{two}: {found}"


def evenly(count: int) -> Iterable[Pair]:
    """Pairs spread over the tables and phases; a few are short ones, many are all there are."""
    longest = 1000 if count > FEW else 32
    step = max(1, len(cells()) // count) | 1  # odd, so that it does not go round with the tables
    found = (pair(1 + number * step) for number in itertools.count())
    return itertools.islice((two for two in found if len(two.record.moves) <= longest), count)


PLANTED = (
    "a field beside the filter",
    "coins in the closed hand are missing",
)
"""Leaks of the server that a page would show or keep."""


@pytest.mark.parametrize("name", PLANTED)
async def test_leaks_are_found_in_the_page(worlds: Worlds, name: str) -> None:
    leak, found = LEAKS[name], None
    for two in suited(leak.game, leak.phase):
        with leak.plant(list(worlds.stages)):
            found = await worlds.compare(two)
        if found is not None:
            return
    raise AssertionError("the mirrors do not see it")


def suited(game: str | None, phase: str | None, most: int = 6) -> Iterable[Pair]:
    """Some pairs in which such a leak would show."""
    numbers = (
        number
        for number in range(10 * len(cells()))
        if game in (None, cell(number)[0].name) and phase in (None, cell(number)[3])
    )
    return (pair(number) for _, number in zip(range(most), numbers, strict=False))
