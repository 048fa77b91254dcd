"""Moves tried in the very games that are played: the rest of the round by whoever sits there, then the critic judges.

All moves of a position have the same luck: whoever would choose the same after both of them does, and what differs is
what the moves make of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.bots.vabanque.search import at_the_end
from bluffhouse.games.vabanque.model import ALL_KINDS, LAPS, ROUNDS, Phase
from bluffhouse.sim.policy import draw_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.lookahead import Table
    from bluffhouse.games.vabanque.kernel.lanes import Lanes

    Floats = NDArray[np.float32]
    Indices = NDArray[np.intp]


def steps_left(lanes: Lanes) -> int:
    """Until the round ends; before the pawns stand all is alike."""
    after = {Phase.CHIPS: len(ALL_KINDS) + 1, Phase.CARDS: 1, Phase.PAWNS: 0}
    laps = {Phase.CHIPS: LAPS[lanes.round - 1], Phase.CARDS: len(ALL_KINDS), Phase.PAWNS: 1}
    if lanes.phase not in after:
        return 0
    return (laps[lanes.phase] + after[lanes.phase]) * lanes.seats - lanes.turn


def last_begins(lanes: Lanes) -> bool:
    return lanes.round == ROUNDS and lanes.phase is Phase.CHIPS and lanes.turn == 0


def outcomes(table: Table, columns: Indices, actions: Indices, rng: np.random.Generator) -> Floats:
    count = len(actions)
    lanes = table.lanes.pick(np.tile(columns, count))
    sitting = np.tile(table.owner[:, columns], count)

    def choose(now: Lanes) -> Indices:
        luck = np.tile(rng.random(len(columns), np.float32), count)
        who = sitting[now.actor, np.arange(now.games)]
        chosen = np.zeros(now.games, np.intp)
        for number, policy in enumerate(table.policies):
            theirs = np.flatnonzero(who == number)
            if len(theirs):
                chances = policy.chances(now.observation[:, theirs], now.legal[:, theirs])
                chosen[theirs] = draw_by(chances, luck[theirs])
        return chosen

    mine = lanes.actor.copy()
    shares = at_the_end(lanes, actions.ravel(), choose, table.critic, rng)
    found: Floats = shares[mine, np.arange(lanes.games)].reshape(actions.shape)
    return found
