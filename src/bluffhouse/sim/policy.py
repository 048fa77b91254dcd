"""Whoever says how likely each action is: a network, the heuristic's habits, chance. For many positions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class Policy(Protocol):
    def chances(self, observation: NDArray[np.uint8], legal: NDArray[np.bool_]) -> Floats:
        """Action by column; 0 where it is not legal."""


class AtRandom:
    """Every legal action as likely."""

    def chances(self, observation: NDArray[np.uint8], legal: NDArray[np.bool_]) -> Floats:
        found: Floats = legal / np.add.reduce(legal, axis=0, dtype=np.float32)
        return found


def draw_each(chances: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    """An action for every column, by its chance."""
    return draw_by(chances, rng.random(chances.shape[1:], np.float32))


def draw_by(chances: Floats, luck: Floats) -> NDArray[np.intp]:
    """The same with given luck, a number from 0 to below 1 for every column: alike chances and luck draw alike."""
    upto = np.cumsum(chances, axis=0)
    mark = luck * upto[-1]
    chosen: NDArray[np.intp] = np.minimum((upto <= mark).sum(axis=0), len(upto) - 1)
    possible = chances[chosen, np.arange(len(chosen))] > 0  # a mark rounded up to the very end points past the last one
    return np.where(possible, chosen, chances.argmax(axis=0))
