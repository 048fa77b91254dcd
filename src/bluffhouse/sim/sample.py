"""A legal action for each of many games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.sim.kernel import Generator

    Numbers = NDArray[np.int16]

FEW: Final = 128
"""Below so many games one NumPy call for all actions beats a call an action."""
BLOCK: Final = 24
"""Actions that are counted together."""


def sample(legal: NDArray[np.bool_], rng: Generator) -> Numbers:
    """Each legal action as likely; a row an action, a column a game, in each of which something is legal."""
    if legal.shape[1] < FEW:
        upto = np.add.accumulate(legal, axis=0, dtype=np.int16)  # how many are legal up to each action
        few: Numbers = np.add.reduce(upto <= _mark(upto[-1], rng), axis=0, dtype=np.int16)
        return few
    return _in_blocks(legal.view(np.uint8), rng)


def _mark(count: Numbers, rng: Generator) -> Numbers:
    """Which of so many it is to be."""
    return rng.integers(0, count, dtype=np.int16)


def _in_blocks(legal: NDArray[np.uint8], rng: Generator) -> Numbers:
    """First the block of actions, then which of the block: whole rows all the time, and few of them."""
    actions, games = legal.shape
    before = np.zeros((-(-actions // BLOCK) + 1, games), np.int16)  # how many are legal before each block
    for block, first in enumerate(range(0, actions, BLOCK)):
        within = np.add.reduce(legal[first : first + BLOCK], axis=0, dtype=np.uint8)
        np.add(before[block], within, out=before[block + 1])
    left = _mark(before[-1], rng)
    chosen: Numbers = np.add.reduce(before[1:] <= left, axis=0, dtype=np.int16)
    columns = np.arange(games)
    left -= before[chosen, columns]
    chosen *= np.int16(BLOCK)
    cells = chosen.astype(np.intp) * games + columns
    for _ in range(BLOCK):
        left -= legal.take(cells, mode="clip")  # beyond the last action everything has been found
        chosen += left >= 0
        cells += games
    return chosen
