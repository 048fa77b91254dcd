"""Who sits where in which game: chairs are rotated, and every rotation is played with the same luck."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    number: int
    deal: int
    """Games of the same deal have the same bots and the same luck, in rotated chairs: they are compared as one."""
    bots: tuple[str, ...]
    """By seat."""


def fixtures(bots: Sequence[str], seats: int, games: int, seed: int) -> Iterator[Fixture]:
    """Fewer bots than chairs sit down again and again in turn (A B A B); of more, some are drawn for each deal."""
    chance = random.Random(f"seating {seed}")  # noqa: S311 - the same seating every time
    deals = dict.fromkeys(bots, 0)
    table: list[str] = []
    for number in range(games):
        deal, turn = divmod(number, seats)
        if turn == 0:
            table = [bots[chair % len(bots)] for chair in range(seats)]
            if len(bots) > seats:  # those who have played least, of equals any
                table = sorted(bots, key=lambda bot: (deals[bot], chance.random()))[:seats]
            deals |= {bot: deals[bot] + 1 for bot in table}
        yield Fixture(number, deal, (*table[seats - turn :], *table[: seats - turn]))
