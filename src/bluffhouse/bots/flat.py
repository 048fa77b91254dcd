"""Flat Monte-Carlo: every legal move is played out at random in worlds that fit the view, and the best are likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.bots.worlds import worlds
from bluffhouse.core.chance import pick
from bluffhouse.sim.batch import generator
from bluffhouse.sim.rollout import after_each_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

WORLDS: Final = 64
"""Guesses a decision; the play-outs are spread over them."""
WARMTH: Final = 0.01
"""Win shares this close are about as likely: less than the play-outs' own noise, and enough not to be read."""
SEEDS: Final = 1 << 63


def flat(game: AnyGame, playouts: int) -> Mind:
    """So many play-outs for each legal move."""

    def mind(view: Any, moves: Sequence[Any], below: Below) -> Any:
        if len(moves) == 1:
            return moves[0]
        guesses = worlds(game, view, min(WORLDS, playouts), below)
        _, listed, shares = after_each_move(game.name, guesses, playouts, generator(below(SEEDS)))
        return pick(listed, np.exp((shares - shares.max()) / WARMTH).tolist(), below)

    return mind
