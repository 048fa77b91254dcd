"""What a network is told of each casino, so that it need not learn to multiply: one small network looks at them all.

Every action happens at a casino, so the same numbers that judge one casino judge the others: what is learnt at one is
known at all. `local` has LOCAL rows a casino; HEADS says which action each output of that small network means there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import (
    ACTIONS,
    FEATURES,
    FIRST_CHIP,
    FIRST_LAY,
    FIRST_STAND,
    FIRST_STEP,
    LAPS,
    MOST_CASINOS,
    OTHERS,
    PIECES,
)
from bluffhouse.games.vabanque.kernel.prospects import RAISE, TRAP, Prospects, read_thought
from bluffhouse.games.vabanque.kernel.ring import of_phase, read
from bluffhouse.games.vabanque.model import MOST_STEPS, Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.prospects import Thought
    from bluffhouse.games.vabanque.kernel.ring import Floats, Ring

MARGIN: Final = np.float32(10)
"""Chances to win differ by little."""
IN_PLACES: Final = ("own_laps", "own_cards", "cards", "pawns", "chips")
"""Pieces of the observation that places are told in a better way."""
SEEN: Final = np.setdiff1d(
    np.arange(FEATURES), np.concatenate([np.arange(FEATURES)[PIECES[name]] for name in IN_PLACES])
)
"""The rows that the whole table is seen by."""
NO_ACTION: Final = -1
SIZES: Final = {
    "worth": 7,
    "own": LAPS,
    "cards": OTHERS,
    "laps": LAPS,
    "pawns": OTHERS,
    "comes": OTHERS,
    "here": MOST_CASINOS,
    "likely": OTHERS + 1,
    "standing": 2 * OTHERS,
    "shown": 4,
    "win": LAPS + 2,
}
LOCAL: Final = sum(SIZES.values())


def _heads() -> NDArray[np.intp]:
    """Which action each output means at each casino; NO_ACTION where it means none."""
    ring = np.arange(MOST_CASINOS)
    steps = np.where(ring <= MOST_STEPS, FIRST_STEP + ring, NO_ACTION)
    lays = [FIRST_LAY + kind * MOST_CASINOS + ring for kind in range(LAPS)]
    return np.stack([FIRST_CHIP + ring, *lays, steps, FIRST_STAND + ring])


HEADS: Final = _heads()
OUTPUTS: Final = len(HEADS)


def spread(places: int) -> Floats:
    """Action by (output, place): 1 where that output there means the action."""
    means = HEADS[:, :places].reshape(-1)
    columns = np.flatnonzero(means != NO_ACTION)
    spread = np.zeros((ACTIONS, len(means)), np.float32)
    spread[means[columns], columns] = 1
    return spread


def local(observation: Bytes) -> Floats:
    """Number by casino by column; where the observation tells thoughts, with what everybody's cards may be."""
    ring = read(observation)
    thought = read_thought(ring, observation)
    prospects = Prospects(ring, thought)
    casinos, columns = ring.chips.shape
    told = np.zeros((LOCAL, casinos, columns), np.float32)
    others = ring.seats - 1
    pieces = iter(np.split(told, np.cumsum(list(SIZES.values()))[:-1]))
    _write_worth(next(pieces), ring, prospects)
    next(pieces)[:] = ring.own
    next(pieces)[:others] = thought.traps
    next(pieces)[:] = ring.cards.sum(axis=0)
    next(pieces)[:others] = ring.pawns
    next(pieces)[:others] = ring.comes
    next(pieces)[:casinos] = np.eye(casinos, dtype=np.float32)[:, :, None]
    arrive = next(pieces)
    arrive[:others] = prospects.likely
    arrive[-1] = prospects.value * prospects.likely.sum(axis=0) / 32
    _write_standing(next(pieces), prospects)
    _write_shown(next(pieces), ring, thought)
    win = next(pieces)
    lays = of_phase(observation, Phase.CARDS)
    if lays.any():  # elsewhere no card is laid, and it is the dearest to know
        win[:LAPS] = MARGIN * lays * prospects.win_laying()
    win[LAPS] = MARGIN * (prospects.win_here() - prospects.win_now)
    win[-1] = MARGIN * prospects.win_now
    return told


def _write_standing(told: Floats, prospects: Prospects) -> None:
    """How much richer than each other the own seat may expect to be after the round if its pawn ends here."""
    standing = prospects.ahead[:, None] + prospects.mine
    told[: len(standing)] = np.clip(standing / 64, -4, 4)
    told[OTHERS : OTHERS + len(standing)] = np.sign(standing) * np.sqrt(np.abs(standing)) / 16


def _write_shown(told: Floats, ring: Ring, thought: Thought) -> None:
    """What the others may think of the own cards here, and how wrong they are."""
    told[0] = thought.own_raise
    told[1] = thought.own_trap
    told[2] = ring.own[RAISE] - thought.own_raise
    told[3] = ring.own[TRAP] - thought.own_trap


def _write_worth(told: Floats, ring: Ring, prospects: Prospects) -> None:
    """What lies here, how safe it is, and what a pawn and a Trap may expect."""
    reach = (np.arange(ring.casinos) <= MOST_STEPS).astype(np.float32)[:, None]
    earns = prospects.mine
    told[0] = ring.chips / 16
    told[1] = ring.chips / (ring.chips.max(axis=0) + 1)
    told[2] = prospects.safe
    told[3] = prospects.raised + ring.own[RAISE]
    told[4] = earns / 32
    told[5] = earns * reach / ((earns * reach).sum(axis=0) + 1)
    told[6] = prospects.value * ring.comes.sum(axis=0) / 32
