"""The exam can tell: every leak planted in a game is caught, and the game without it passes with the same seeds."""

import random

import pytest

from bluffhouse import games
from bluffhouse.core.record import AnyGame
from tests.games.sample import TIMES, companion, random_game
from tests.games.worlds import secrecy

GAMES = 4
PLANTED = [(name, leak) for name in games.NAMES for leak in companion(name, "leaks").LEAKS]


def sit(game: AnyGame) -> None:
    """The exam's part on secrets, on a few games with few seats; the seeds are the same whatever is planted."""
    for number in range(GAMES * TIMES):
        rng = random.Random(number)
        seats = min(game.seats) + number % 2
        secrecy(random_game(game, game.variants[0], seats, rng), rng, cuts=3)


@pytest.mark.parametrize(("name", "leak"), PLANTED, ids=[f"{name}, {leak}" for name, leak in PLANTED])
def test_a_planted_leak_is_caught(name: str, leak: str) -> None:
    game, finding = companion(name, "leaks").LEAKS[leak]
    with pytest.raises(AssertionError, match=finding):
        sit(game)


@pytest.mark.parametrize("name", games.NAMES)
def test_no_false_alarm(name: str) -> None:
    sit(games.find(name))


def test_enough_leaks_of_every_kind() -> None:
    assert len(PLANTED) >= 16
    for name in games.NAMES:
        kinds = {leak.partition(":")[0] for leak in companion(name, "leaks").LEAKS}
        assert {"view", "mask", "event", "moves", "refusal"} <= kinds
