"""The twin worlds can tell: every leak planted in the server is found within a few pairs."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from tests.server.proofs.leaks import LEAKS, Leak
from tests.server.proofs.pairs import cell, pair
from tests.server.proofs.playing import Performance, planned
from tests.server.proofs.stage import Stage, difference, staged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

MOST = 12
"""Pairs until a leak must be found."""

HERE = frozenset({1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 27, 28, 29})
"""The classes of leaks that are planted here."""

ELSEWHERE = {
    5: "there is no undo",
    8: "test_takeover.py: nobody leaves a running game, and who comes back without the token is an onlooker",
    16: "of a browser; the server sends no picture of a card",
    24: "test_chance.py: all chance is the operating system’s",
    25: "the crash proofs: what was drawn is in the log",
    26: "of a browser; the client has no rules",
}
"""The others, and who looks after them."""


def numbers(leak: Leak) -> Iterator[int]:
    for number in itertools.count():
        game, _, _, phase = cell(number)
        if leak.game in (None, game.name) and leak.phase in (None, phase):
            yield number


async def finding(one: Stage, other: Stage, leak: Leak) -> str | None:
    """In which words the leak is found; None where it is not."""
    for number in itertools.islice(numbers(leak), MOST):
        two = pair(number)
        plan = planned(two)
        if leak.bots and not plan.bots:
            continue
        try:
            here = await Performance(one, plan, two.record).play()
            there = await Performance(other, plan, two.twin).play()
        except AssertionError as fault:
            return str(fault)
        if (found := difference(here, there)) is not None:
            return found
    return None


@pytest.mark.parametrize("name", LEAKS)
async def test_a_planted_leak_is_found(folder: Path, name: str) -> None:
    leak = LEAKS[name]
    async with staged(folder / "one") as one, staged(folder / "other") as other:
        with leak.plant([one, other]):
            found = await finding(one, other, leak)
    assert found is not None, "the twin worlds do not see it"
    assert leak.found in found, found


def test_every_class_is_somebodys() -> None:
    assert {leak.number for leak in LEAKS.values()} == HERE
    assert HERE | ELSEWHERE.keys() == set(range(1, 30))
