"""The sensible opponent of every game beats chance clearly, whatever the number of chairs. No game is named here."""

import random

import pytest

from bluffhouse import games
from bluffhouse.core.game import winners
from bluffhouse.core.player import Chooser, at_random, play_out

GAMES = 16
CLEARLY = 1.5
"""Times the fair share."""


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in games.NAMES for seats in games.find(name).seats])
def test_it_beats_chance_clearly(name: str, seats: int) -> None:
    """One against random players, each seat in turn."""
    game = games.find(name)
    won = 0.0
    for number in range(GAMES):
        below = random.Random(number).randrange
        me = number % seats
        players = [Chooser(game.heuristic if seat == me else at_random, below) for seat in range(seats)]
        best = winners(game, play_out(game, game.setup(game.options(), seats), players, below))
        won += (me in best) / len(best)
    assert won / GAMES > CLEARLY / seats
