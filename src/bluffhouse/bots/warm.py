"""Think once before anybody waits: what bots load and compile the first time takes longer than a move may."""

from __future__ import annotations

import random
from typing import Final

from bluffhouse import games
from bluffhouse.bots import levels, roster
from bluffhouse.core.player import Chooser, play_out

LITTLE: Final = {"flat": "flat:1", "habits": "habits", "search": "search:1"}
"""The dear bots of the levels, at their cheapest: they take the same ways."""


def warm_up() -> None:
    """Let everybody who may sit down at a game play one, so that whatever they need is there."""
    for game in map(games.find, games.NAMES):
        specs = [bots[game.name] for bots in levels.LEVELS.values() if game.name in bots]
        dear = sorted({LITTLE[name] for name in LITTLE if any(name in spec for spec in specs)})
        below = random.Random(1).randrange  # noqa: S311 - nobody plays for anything
        seats = max(len(dear), *game.seats[:2])
        bots = [
            Chooser(roster.mind(dear[seat % len(dear)] if dear else "heuristic", game), below) for seat in range(seats)
        ]
        play_out(game, game.setup(game.options(), seats), bots, below)
