"""What a seat might hold instead, for all that the others can see: its kinds of cards in any other order.

A card lies face down: where it lies and when it was laid is seen, of which kind it is not. So a seat that has laid its
Trap here looks like one that has laid its Bluff here: another observation with the rows of the kinds changed about.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import ACTIONS, FEATURES, FIRST_LAY, FIRST_STEP, LAPS, PIECES
from bluffhouse.games.vabanque.kernel.ring import of_phase
from bluffhouse.games.vabanque.model import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.ring import Floats
    from bluffhouse.games.vabanque.kernel.thought import Model

KINDS: Final = tuple(itertools.permutations(range(LAPS)))


def _changed(rows: NDArray[np.intp], kinds: tuple[int, ...]) -> None:
    """Rows that go kind by kind, in another order of the kinds."""
    rows[:] = rows.reshape(LAPS, -1)[list(kinds)].ravel()


def _observed() -> NDArray[np.intp]:
    found = np.tile(np.arange(FEATURES), (len(KINDS), 1))
    for rows, kinds in zip(found, KINDS, strict=True):
        for piece in ("hand", "own_laps", "own_cards"):
            _changed(rows[PIECES[piece]], kinds)
    return found


def _acted() -> NDArray[np.intp]:
    found = np.tile(np.arange(ACTIONS), (len(KINDS), 1))
    for rows, kinds in zip(found, KINDS, strict=True):
        _changed(rows[FIRST_LAY:FIRST_STEP], kinds)
    return found


OBSERVED: Final = _observed()
"""Disguise by row: which row of the observation stands there."""
ACTED: Final = _acted()
"""Disguise by action: whose legality it has."""
TELLING: Final = (np.arange(ACTIONS) >= FIRST_LAY) & (np.arange(ACTIONS) < FIRST_STEP)
"""Action: whether another one looks just like it, so that it may tell the others of what is hidden."""


def tells(observation: Bytes) -> NDArray[np.bool_]:
    """The columns in which a choice may tell the others of what is hidden."""
    return of_phase(observation, Phase.CARDS)


def pretended(model: Model, observation: Bytes, legal: NDArray[np.bool_], masks: NDArray[np.intp]) -> Floats:
    """Action by column: how likely each is by who lays its cards as the model would that holds what the mask says.

    The others see what they would see of the model, and what lies there may be anything.
    """
    rows = OBSERVED[masks].T
    seen = np.concatenate((np.take_along_axis(observation[:FEATURES], rows, axis=0), observation[FEATURES:]))
    acted = ACTED[masks].T
    chances = model.chances(seen, np.take_along_axis(legal, acted, axis=0))
    found = np.zeros_like(chances)
    np.put_along_axis(found, acted, chances, axis=0)
    return found
