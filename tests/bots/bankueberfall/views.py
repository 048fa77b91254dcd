"""Views from games in progress, for whoever decides."""

import random

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import Move, Options, Phase, State, View

DECIDING = (Phase.PLACE, Phase.SPY, Phase.REVEAL, Phase.ROB, Phase.BIDS)


def moments(seats: int, seed: int, options: Options | None = None) -> list[tuple[State, Seat]]:
    """Every position of a random game in which a seat decides, and one that does."""
    players: list[Chooser[View, Move]] = [
        Chooser(at_random, random.Random(seed + seat).randrange) for seat in range(seats)
    ]
    turns = play(GAME, GAME.setup(options or Options(), seats), players, random.Random(seed).randrange)
    states = [turn.step.state for turn in turns]
    return [(state, max(GAME.actors(state))) for state in states if max(GAME.actors(state), default=DEALER) != DEALER]


def views(seats: int, seed: int, options: Options | None = None) -> list[View]:
    return [GAME.view(state, seat) for state, seat in moments(seats, seed, options)]
