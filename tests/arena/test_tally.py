"""Win shares, intervals and the ladder, against sums done by hand."""

import math

import pytest

from bluffhouse.arena.match import Match
from bluffhouse.arena.seating import Fixture
from bluffhouse.arena.tally import standings


def match(number: int, deal: int, bots: str, wealth: tuple[int, ...]) -> Match:
    names = set(bots)
    return Match(Fixture(number, deal, tuple(bots)), wealth, dict.fromkeys(names, 0.5), dict.fromkeys(names, 10))


def test_equal_winners_share() -> None:
    a, b = (next(one for one in standings([match(0, 0, "aab", (7, 7, 1))]) if one.bot == bot) for bot in "ab")
    assert (a.share, a.together, b.share) == (0.5, 1.0, 0.0)
    assert math.isinf(a.within)
    assert a.milliseconds == pytest.approx(50)


def test_the_interval_is_over_deals() -> None:
    """Two games of a deal that say the same are one witness, not two."""
    won = [match(0, 0, "ab", (1, 0)), match(1, 0, "ba", (0, 1)), match(2, 1, "ab", (0, 1)), match(3, 1, "ba", (1, 0))]
    found = {one.bot: one for one in standings(won)}
    assert found["a"].share == 0.5
    assert found["a"].within == pytest.approx(1.96 * math.sqrt(0.5) / math.sqrt(2), abs=1e-3)


def test_the_ladder_has_the_better_one_first() -> None:
    games = [
        match(number, number // 2, "ab" if number % 2 else "ba", (1, 2) if number % 2 else (2, 1))
        for number in range(20)
    ]
    first, second = standings(games)
    assert (first.bot, second.bot) == ("b", "a")
    assert first.skill > 25 > second.skill
    assert standings(games[::-1])[0] == first


def test_a_bot_in_several_chairs_is_one_row() -> None:
    games = [match(number, number // 4, "abab", (4, 1, 3, 2)) for number in range(8)]
    a, b = standings(games)
    assert (a.bot, a.together, a.share) == ("a", 1.0, 0.5)
    assert (b.bot, b.together) == ("b", 0.0)
