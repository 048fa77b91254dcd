"""What an observation says of each casino: its chips, whose cards and pawns are there, who may still come.

The arrays have one row a casino, counted from the own pawn, and one column a game or a moment: all columns are of
tables of one seat count, each at its own moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.games.vabanque.encode import LAPS, MOST_CASINOS, OTHERS, PHASES, PIECES
from bluffhouse.games.vabanque.model import CASINOS, MOST_STEPS, Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ring:
    """One observation a column, taken apart."""

    seats: int
    chips: Floats
    """Casino by column, in steps of 5."""
    own: Floats
    """Kind by casino: the own cards."""
    laid: Floats
    """Lap by casino: the own cards as the others see them, face down."""
    cards: Floats
    """Other by lap by casino: their cards, face down."""
    pawns: Floats
    """Other by casino."""
    comes: Floats
    """Other by casino: 1/5 where that pawn may still walk to, 1 where it has walked to."""
    gaps: Floats
    """Other: how much richer the own seat is, in steps of 5,000; far differences are rounded."""

    @property
    def casinos(self) -> int:
        return len(self.chips)


def seats_of(observation: Bytes) -> int:
    """How many sit at these tables."""
    return min(CASINOS) + int(observation[PIECES["seats"], 0].argmax())


def of_phase(observation: Bytes, phase: Phase) -> NDArray[np.bool_]:
    """The columns in which this is being decided."""
    flags: NDArray[np.bool_] = observation[PIECES["phase"].start + PHASES.index(phase)].view(np.bool_)
    return flags


def read(observation: Bytes) -> Ring:
    seats = seats_of(observation)
    casinos, columns = CASINOS[seats], observation.shape[1]
    cards = observation[PIECES["cards"]].reshape(OTHERS, LAPS, MOST_CASINOS, columns)[: seats - 1, :, :casinos]
    pawns = observation[PIECES["pawns"]].reshape(OTHERS, MOST_CASINOS, columns)[: seats - 1, :casinos]
    standing = pawns.astype(np.float32)
    own = observation[PIECES["own_cards"]].reshape(LAPS, MOST_CASINOS, columns)[:, :casinos].astype(np.float32)
    laps = observation[PIECES["own_laps"]].reshape(LAPS, LAPS, columns).astype(np.float32)
    return Ring(
        seats=seats,
        chips=observation[PIECES["chips"]][:casinos].astype(np.float32),
        own=own,
        laid=(laps[:, :, None] * own[:, None]).sum(axis=0),
        cards=cards.astype(np.float32),
        pawns=standing,
        comes=_comes(observation, standing),
        gaps=(_richer(observation, "behind") - _richer(observation, "ahead"))[: seats - 1],
    )


def _richer(observation: Bytes, piece: str) -> Floats:
    """Near differences are exact; of far ones the root is told."""
    near = observation[PIECES[piece]].astype(np.float32)
    far = observation[PIECES[f"far_{piece}"]].astype(np.float32) ** 2
    return np.maximum(near, far)


def _comes(observation: Bytes, pawns: Floats) -> Floats:
    """V11: whoever has walked stays, whoever has not may be 0 to 4 casinos on."""
    others, casinos, _ = pawns.shape
    twice = np.concatenate((pawns[:, casinos - MOST_STEPS :], pawns), axis=1)
    comes = np.zeros_like(pawns)
    for steps in range(MOST_STEPS + 1):
        comes += twice[:, MOST_STEPS - steps : MOST_STEPS - steps + casinos]
    comes /= MOST_STEPS + 1
    walking = of_phase(observation, Phase.PAWNS)
    if walking.any():
        place = observation[PIECES["place"]].argmax(axis=0)
        walked = walking & (place + np.arange(1, others + 1)[:, None] > others)
        comes = np.where(walked[:, None], pawns, comes)
    return comes
