"""How likely each seat is to win, and what each move is worth, by playing many games out from here.

Play-outs are by players who choose at random, so leads are worth less or more in them than among players who mean it:
their chances are bent by a game's curves, one after the other, found in whole games of bots by `python -m
tests.bots.calibration`, which keeps them in calibration.json with how they were found.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.bots.worlds import worlds
from bluffhouse.core.game import DEALER, draw, winners
from bluffhouse.sim.batch import generator
from bluffhouse.sim.rollout import after_each_move, rollouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

CALIBRATION: Final = Path(__file__).with_name("calibration.json")
KNOTS: Final = np.array([0.001, 0.01, 0.04, 0.1, 0.2, 0.3, 0.4, 0.55, 0.7, 0.85, 1.0])
"""Where a curve may bend; what has been won less often than the first has been won that often."""
PLAYOUTS: Final = 1000
"""For the chances of a position."""
FUTURES: Final = 16
"""Of the dealer's next moves, where it is the dealer's turn."""
TRIES: Final = 200
"""Play-outs for each move of a decision …"""
GUESSES: Final = 64
"""… spread over so many worlds that fit the view."""
NORMAL_95: Final = 1.959964
SEEDS: Final = 1 << 63


@dataclass(frozen=True, slots=True)
class Worth:
    """A move, the win share it led to, and how far chance alone may have moved that: ± within, 95 of 100 times."""

    move: Any
    share: float
    within: float


def chances(game: AnyGame, state: Any, below: Below) -> tuple[float, ...]:
    """Every seat's chance to win a position, with nothing hidden."""
    if not game.actors(state):
        best = winners(game, state)
        return tuple((seat in best) / len(best) for seat in range(len(game.wealth(state))))
    futures = _futures(game, state, below)
    found = [list(chances(game, future, below)) for future in futures if not game.actors(future)]
    going = [future for future in futures if game.actors(future)]
    if going:
        times = PLAYOUTS // len(futures)
        shares = rollouts(game.name, going, times, generator(below(SEEDS)))
        found += bent(shares, curves(game.name)).tolist()
    return tuple(float(share) for share in np.mean(found, axis=0))


def _futures(game: AnyGame, state: Any, below: Below) -> list[Any]:
    """Where somebody decides, or it is over: the state itself, or what the dealer may make of it."""
    if DEALER not in game.actors(state):
        return [state]
    return [_dealt(game, state, below) for _ in range(FUTURES)]


def _dealt(game: AnyGame, state: Any, below: Below) -> Any:
    while DEALER in game.actors(state):
        state = game.apply(state, DEALER, draw(game, state, below)).state
    return state


def bent(shares: NDArray[np.float64], curves: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """A row a position, which still adds up to 1: every share counts exp(score), on a line between the knots.

    A curve bends each share alone, and adding up to 1 moves them all: a second one mends what that has moved.
    """
    for scores in curves:
        counts = np.exp(np.interp(np.log(np.maximum(shares, KNOTS[0])), np.log(KNOTS), scores))
        shares = counts / counts.sum(axis=1, keepdims=True)
    return shares


@functools.cache
def curves(name: str) -> Sequence[NDArray[np.float64]]:
    """The scores of a game's play-out chances at each knot, a row a curve; none where none was found."""
    found = json.loads(CALIBRATION.read_text(encoding="utf-8")) if CALIBRATION.exists() else {}
    return [np.array(scores) for scores in found[name]["curves"]] if name in found else []


def values(
    game: AnyGame,
    view: Any,
    moves: Sequence[Any],
    below: Below,
    *,
    tries: int | None = None,
    guesses: int | None = None,
) -> list[Worth]:
    """What each move is worth as far as its seat can know, the best first. Judged by play-outs as they are, as many as
    usual where nobody says how many."""
    tries = TRIES if tries is None else tries
    guessed = worlds(game, view, GUESSES if guesses is None else guesses, below)
    _, listed, shares = after_each_move(game.name, guessed, tries, generator(below(SEEDS)))
    found = [Worth(move, share, _within(share, tries)) for move, share in zip(listed, shares.tolist(), strict=True)]
    assert len(found) == len(moves), "a guess has the moves of the view"
    return sorted(found, key=lambda worth: -worth.share)


def _within(share: float, tries: int) -> float:
    """Agresti and Coull's: a share of 0 in so many tries is not quite 0."""
    weight = tries + NORMAL_95**2
    middle = (share * tries + NORMAL_95**2 / 2) / weight
    return NORMAL_95 * float(np.sqrt(middle * (1 - middle) / weight))
