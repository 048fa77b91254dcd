"""Random play to the end: from the set-up, from given positions, and after each legal move."""

from __future__ import annotations

import functools
import importlib.util
from typing import TYPE_CHECKING, Any

import numpy as np

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.sim import kernel
from bluffhouse.sim.batch import win_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@functools.cache
def can_be_fast() -> bool:
    """Whether Numba is there; it takes most of a second to load, and seconds to compile the first time."""
    return importlib.util.find_spec("numba") is not None


def play_outs(
    name: str, seats: int, size: int, rng: np.random.Generator, *, options: Any = None, fast: bool | None = None
) -> NDArray[np.int32]:
    """The wealth of each seat (a row) at the end of so many random games (a column each)."""
    lanes = kernel.begin(name, options, seats, size, rng)
    return lanes.finish(rng, fast=can_be_fast() if fast is None else fast)


def rollouts(
    name: str, worlds: Sequence[Any], times: int, rng: np.random.Generator, *, fast: bool | None = None
) -> NDArray[np.float64]:
    """Mean win share of each seat (a column) after playing each world (a row) out so many times."""
    lanes = kernel.kernel(name).load(worlds)
    copies = lanes.pick(np.repeat(np.arange(len(worlds)), times))
    shares = win_shares(copies.finish(rng, fast=can_be_fast() if fast is None else fast))
    means: NDArray[np.float64] = shares.reshape(lanes.seats, len(worlds), times).mean(axis=2, dtype=np.float64)
    return means.T


def after_each_move(
    name: str, worlds: Sequence[Any], times: int, rng: np.random.Generator, *, fast: bool | None = None
) -> tuple[Seat, list[Any], NDArray[np.float64]]:
    """Flat Monte-Carlo: who decides, the legal moves, and that seat's mean win share after each of them.

    Each move is played out so many times, spread over the worlds, which are guesses of one and the same view: the
    deciding seat has the same moves in all of them.
    """
    game = games.find(name)
    actor = min(game.actors(worlds[0]), default=DEALER)
    if actor == DEALER:
        raise ValueError("nobody decides in these worlds")
    moves = list(game.moves(worlds[0], actor))
    view = game.view(worlds[0], actor)
    numbers = np.array([kernel.encoder(name).number(view, move) for move in moves])
    lanes = kernel.kernel(name).load(worlds).pick(np.tile(np.arange(times) % len(worlds), len(moves)))
    lanes.step(np.repeat(numbers, times), rng)
    shares = win_shares(lanes.finish(rng, fast=can_be_fast() if fast is None else fast))[actor]
    return actor, moves, shares.reshape(len(moves), times).mean(axis=1, dtype=np.float64)
