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
)
from bluffhouse.games.vabanque.kernel.ring import read
from bluffhouse.games.vabanque.kernel.thought import FULL
from bluffhouse.games.vabanque.model import ALL_KINDS, MOST_STEPS, Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.ring import Floats, Ring

RAISE, TRAP = ALL_KINDS.index(Kind.RAISE), ALL_KINDS.index(Kind.TRAP)
LEAST: Final = np.float32(0.05)
"""No casino is so bad that nobody goes there."""
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
}
LOCAL: Final = sum(SIZES.values())
SEEN: Final = np.arange(FEATURES)


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
    """Number by casino by column; where the observation tells thoughts, with what the others' cards may be."""
    ring = read(observation)
    casinos, columns = ring.chips.shape
    told = np.zeros((LOCAL, casinos, columns), np.float32)
    others = ring.seats - 1
    count = ring.cards.sum(axis=1)
    pieces = iter(np.split(told, np.cumsum(list(SIZES.values()))[:-1]))
    raising, trapping = _thought(ring, observation) if len(observation) > FEATURES else (count / LAPS, count / LAPS)
    raises, safe = ring.own[RAISE] + raising.sum(axis=0), np.multiply.reduce(1 - trapping, axis=0)
    value = ring.chips * (1 + raises)
    _write_worth(next(pieces), ring, raises, safe)
    next(pieces)[:] = ring.own
    next(pieces)[:others] = trapping if len(observation) > FEATURES else count
    next(pieces)[:] = ring.cards.sum(axis=0)
    next(pieces)[:others] = ring.pawns
    next(pieces)[:others] = ring.comes
    next(pieces)[:casinos] = np.eye(casinos, dtype=np.float32)[:, :, None]
    earn = _earn(ring, value, safe, trapping)
    likely = _likely(ring, earn)
    arrive = next(pieces)
    arrive[:others] = likely
    arrive[-1] = value * likely.sum(axis=0) / 32
    _write_standing(next(pieces), ring, (value, safe), (earn, likely))
    return told


def _thought(ring: Ring, observation: Bytes) -> tuple[Floats, Floats]:
    """Other by casino: how many Raises, and Traps, may be thought to lie there."""
    others, _, _, columns = ring.cards.shape
    told = observation[FEATURES:].reshape(OTHERS, LAPS, 2, 1, columns)[:others] * np.float32(1 / FULL)
    raising, trapping = ((ring.cards * told[:, :, number]).sum(axis=1) for number in range(2))
    return raising, np.minimum(trapping, 1)


def _earn(ring: Ring, value: Floats, safe: Floats, trapping: Floats) -> Floats:
    """Other by casino: what its pawn may expect there, with the own Trap known."""
    alone = safe / np.maximum(1 - trapping, LEAST)
    earn: Floats = value * (1 - ring.own[TRAP]) * alone
    return earn


def _likely(ring: Ring, earn: Floats) -> Floats:
    """Other by casino: how likely its pawn ends there if it goes the rather the more it may expect."""
    odds = np.where(ring.comes > 0, earn + LEAST, 0) ** 2
    likely: Floats = odds / np.maximum(odds.sum(axis=1, keepdims=True), LEAST**2)  # 0: before pawns stand
    return likely


def _write_standing(told: Floats, ring: Ring, own: tuple[Floats, Floats], others: tuple[Floats, Floats]) -> None:
    """How much richer than each other the own seat may expect to be after the round if its pawn ends here."""
    (value, safe), (earn, likely) = own, others
    caught = (ring.own[TRAP] * value * likely.sum(axis=0)).sum(axis=0)
    ahead = ring.gaps + caught - (likely * earn).sum(axis=1)
    standing = ahead[:, None] + value * safe
    told[: len(standing)] = np.clip(standing / 64, -4, 4)
    told[OTHERS : OTHERS + len(standing)] = np.sign(standing) * np.sqrt(np.abs(standing)) / 16


def _write_worth(told: Floats, ring: Ring, raises: Floats, safe: Floats) -> None:
    """What lies here, how safe it is, and what a pawn and a Trap may expect, were every card each kind as likely."""
    value = ring.chips * (1 + raises)
    reach = (np.arange(ring.casinos) <= MOST_STEPS).astype(np.float32)[:, None]
    earns = value * safe
    told[0] = ring.chips / 16
    told[1] = ring.chips / (ring.chips.max(axis=0) + 1)
    told[2] = safe
    told[3] = raises
    told[4] = earns / 32
    told[5] = earns * reach / ((earns * reach).sum(axis=0) + 1)
    told[6] = value * ring.comes.sum(axis=0) / 32
