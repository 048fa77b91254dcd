"""The chances with which heuristic.py chooses, for many observations at once: a model of a sensible player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import (
    ACTIONS,
    FIRST_CHIP,
    FIRST_LAY,
    FIRST_STAND,
    FIRST_STEP,
    LAPS,
    MOST_CASINOS,
    MOST_SEATS,
    PIECES,
)
from bluffhouse.games.vabanque.heuristic import A_THIRD, SHARPNESS, WHIM
from bluffhouse.games.vabanque.kernel.ring import read
from bluffhouse.games.vabanque.kernel.thought import HABITS, REACHES
from bluffhouse.games.vabanque.model import ALL_KINDS, CHIP, MOST_STEPS, ROUNDS, Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.ring import Floats, Ring

ELSEWHERE: Final = 0.2
"""How tempting it is to put a chip where the own pawn cannot come; elsewhere it is 1 more."""
FIRST_DOUBT: Final = -4.0
"""The logarithm of the odds that all others are players of habit before anybody has done anything …"""
MOST_TOLD: Final = 3.5
"""… what one of them can add to it …"""
STILL_DOUBT: Final = -2.0
"""… and by what they are taken for sure not to be."""
RAISE, TRAP, BLUFF = (ALL_KINDS.index(kind) for kind in (Kind.RAISE, Kind.TRAP, Kind.BLUFF))


def chances(observation: Bytes, legal: NDArray[np.bool_]) -> Floats:
    """Action by column; 0 where it is not legal."""
    ring = read(observation)
    casinos = ring.casinos
    worth = np.ones((ACTIONS, observation.shape[1]), np.float32)  # Stand: any casino as likely
    reach = (np.arange(casinos) <= MOST_STEPS).astype(np.float32)[:, None]
    chip = np.array(CHIP, np.float32)[observation[PIECES["round"]].argmax(axis=0)]
    tempting: Floats = ring.chips * CHIP[0] + chip / np.float32(ROUNDS)
    worth[FIRST_CHIP : FIRST_CHIP + casinos] = reach + ELSEWHERE
    lays = worth[FIRST_LAY:FIRST_STEP].reshape(LAPS, MOST_CASINOS, -1)[:, :casinos]
    lays[RAISE] = tempting * (0.1 + reach)
    lays[TRAP] = tempting * (0.1 + (ring.comes > 0).sum(axis=0) / (MOST_STEPS + 1))
    lays[BLUFF] = tempting * (0.3 + 0.5 * reach)
    worth[FIRST_STEP:FIRST_STAND] = _stay(ring, tempting)[: MOST_STEPS + 1]
    found = np.zeros_like(worth)
    rows = _hull(legal)
    worth, legal = worth[rows], legal[rows]
    worth *= legal
    odds: Floats = (worth / worth.max(axis=0)) ** np.float32(SHARPNESS) + np.float32(WHIM)
    odds *= legal
    np.divide(odds, odds.sum(axis=0), out=found[rows])
    return found


def recognised(observation: Bytes) -> Floats:
    """How likely it is that all others choose so, from where they have put chips; by column.

    Rather than anywhere. One of them alone says little, whatever it does: all must have done so.
    """
    casinos = read(observation).casinos
    within, beyond = MOST_STEPS + 1, casinos - MOST_STEPS - 1
    odds = np.array([1 + WHIM, (ELSEWHERE / (1 + ELSEWHERE)) ** SHARPNESS + WHIM], np.float32)
    tells = np.log(odds * casinos / (odds[0] * within + odds[1] * beyond))
    chips = observation[HABITS].reshape(MOST_SEATS, REACHES, -1)[1:].astype(np.float32)
    evidence = FIRST_DOUBT + np.minimum(np.einsum("r,src->sc", tells, chips), MOST_TOLD).sum(axis=0)
    found: Floats = np.where(evidence > STILL_DOUBT, 1 / (1 + np.exp(-evidence)), 0).astype(np.float32)
    return found


def _hull(legal: NDArray[np.bool_]) -> slice:
    """The rows from the first to the last that is legal anywhere: powers are dear, and a phase has few actions."""
    used = np.flatnonzero(legal.any(axis=1))
    return slice(int(used[0]), int(used[-1]) + 1)


def _stay(ring: Ring, tempting: Floats) -> Floats:
    """Expected earnings of the own pawn and the own Trap at each casino."""
    count = ring.cards.sum(axis=1)
    safe = np.multiply.reduce(1 - count * A_THIRD, axis=0)
    raises = ring.own[RAISE] + count.sum(axis=0) * A_THIRD
    stay: Floats = tempting * (1 + raises) * (safe + ring.own[TRAP] * ring.pawns.sum(axis=0)) + 0.1
    return stay
