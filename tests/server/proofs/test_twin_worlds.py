"""Two worlds that differ only in what somebody may not know send that somebody the same bytes, by every way."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.server.proofs.pairs import cells, pair
from tests.server.proofs.playing import Performance, planned
from tests.server.proofs.stage import Stage, difference, staged

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

pytestmark = pytest.mark.anyio

PAIRS = int(os.environ.get("BLUFFHOUSE_TWINS", "150"))
SHARE = 25
"""Pairs that are played one after another by the same two servers."""


async def compare(one: Stage, other: Stage, numbers: Iterable[int]) -> None:
    for number in numbers:
        two = pair(number)
        plan = planned(two)
        here = await Performance(one, plan, two.record).play()
        there = await Performance(other, plan, two.twin).play()
        assert (found := difference(here, there)) is None, f"{two}: {found}"


@pytest.mark.parametrize("first", range(0, PAIRS, SHARE))
async def test_two_worlds_send_the_same_bytes(folder: Path, first: int) -> None:
    async with staged(folder / "one") as one, staged(folder / "other") as other:
        await compare(one, other, range(first, min(PAIRS, first + SHARE)))


async def test_two_worlds_whose_log_is_on_the_disk(folder: Path) -> None:
    """The others have it in memory, which is as good a store and lets more pairs be played."""
    async with staged(folder / "one", disk=True) as one, staged(folder / "other", disk=True) as other:
        await compare(one, other, range(PAIRS // 40))


def test_every_cell_is_looked_at() -> None:
    """As many pairs as there are go round evenly."""
    seen = Counter(pair(number).cell for number in range(len(cells()) * 2))
    assert set(seen) == set(cells())
