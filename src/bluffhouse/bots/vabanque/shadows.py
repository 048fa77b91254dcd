"""The same exact belief as in orders.py for a whole batch of games, kept up move by move while they are played.

Every game has six shadows. A round's cards begin alike in all of them; in shadow k everybody lays in order k, wherever
the card was seen to go, and with each move the model says how likely it was in each order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.bots.vabanque.orders import ORDERS, TINY, Reading, laying
from bluffhouse.games.vabanque.encode import FIRST_LAY, MOST_CASINOS
from bluffhouse.games.vabanque.model import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.sim.policy import Policy


class Shadows:
    """What the moves of a round tell of every player's order; begun where the first card is to be laid."""

    def __init__(self, lanes: Lanes, model: Policy) -> None:
        if lanes.phase is not Phase.CARDS or lanes.turn:
            raise ValueError("shadows begin where the first card of a round is to be laid")
        self.model = model
        self.games = lanes.games
        self.lanes = lanes.pick(np.repeat(np.arange(lanes.games), len(ORDERS)))
        self.lanes.see()
        self.reading = Reading(np.zeros((lanes.seats, len(ORDERS), lanes.games)))
        """By place in the play order instead of seat."""

    def follow(self, actions: NDArray[np.intp], rng: np.random.Generator) -> None:
        """These are the moves that are made now, one a game."""
        lanes = self.lanes
        place, lap = lanes.turn % lanes.seats, lanes.turn // lanes.seats
        seen = self._seen(actions, lap)
        columns = np.arange(lanes.games)
        chances = self.model.chances(lanes.observation, lanes.legal)[seen, columns]
        self.reading.likely[place] += np.log(np.maximum(chances, TINY)).reshape(self.games, len(ORDERS)).T
        lanes.step(seen, rng)

    def _seen(self, actions: NDArray[np.intp], lap: int) -> NDArray[np.intp]:
        """What of them is public, as an action in every shadow."""
        if self.lanes.phase is Phase.PAWNS:
            return np.repeat(actions, len(ORDERS))
        return laying(lap, ((actions - FIRST_LAY) % MOST_CASINOS)[:, None]).ravel()
