"""A search that searches beats one that does not: a sign error or a wrong seat would show at once."""

import random

import pytest

from bluffhouse import games
from bluffhouse.bots import roster
from bluffhouse.core.game import winners
from bluffhouse.core.player import Chooser, play_out

GAMES = 12


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("vabanque", "flat:20"),
        ("vabanque", "ismcts:50"),
        ("bankueberfall", "flat:10"),
    ],
)
def test_beats_random_players(name: str, spec: str) -> None:
    game = games.find(name)
    won = 0.0
    for number in range(GAMES):
        below = random.Random(number).randrange
        names = [spec if seat == number % 3 else "random" for seat in range(3)]
        bots = [Chooser(roster.mind(bot, game), below) for bot in names]
        best = winners(game, play_out(game, game.setup(game.options(), 3), bots, below))
        won += (number % 3 in best) / len(best)
    assert won > 0.55 * GAMES  # even is a third
