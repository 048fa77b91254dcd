"""OpenSpiel's `api_test.py`, run on our games: the part for games too large to walk through whole."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.integration_tests import api_test

from bluffhouse import games
from bluffhouse.envs import openspiel


def _exam(name: str, seats: int) -> type[Any]:
    game = pyspiel.load_game(openspiel.short_name(name), {"seats": seats})
    title = f"Test{name.title()}With{seats}Seats"
    base = api_test.EnforceAPIOnPartialTreeBase
    return type(title, (base,), {"game": game, "game_name": f"{name} {seats}", "__module__": __name__})


for _name in games.NAMES:
    for _seats in games.find(_name).seats:
        _made = _exam(_name, _seats)
        globals()[_made.__name__] = _made
