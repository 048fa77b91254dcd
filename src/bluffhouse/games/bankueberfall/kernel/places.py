"""What an observation says of each bank, worked out so that a network need not: one small network looks at them all.

What is learnt at one bank is known at all of them. `local` has LOCAL rows a bank; `spread` says for which actions each
output of that small network speaks there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import (
    FEATURES,
    FEWEST_SEATS,
    FIRST_BID,
    FIRST_CARD,
    FIRST_PLACE,
    FIRST_ROB,
    MOST_CARDS,
    MOST_SEATS,
    PIECES,
)
from bluffhouse.games.bankueberfall.kernel.robbery import DETECTIVE, POLICEMAN, SEDUCTRESS, THIEF, VALUES, X, found
from bluffhouse.games.bankueberfall.model import BANKS, COPIES, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Bytes

    Floats = NDArray[np.float32]

HIGHEST_BID: Final = 40
ACTIONS: Final = FIRST_BID + HIGHEST_BID + 1
"""So many actions, the first ones, a network scores; it never bids more."""
OUTPUTS: Final = len(KINDS) + 3
"""A card of each kind put here, a robbery here, a look at any card here, and at the oldest that is unknown."""
SIZES: Final = {
    "known": len(KINDS),
    "up": len(KINDS),
    "unknown": MOST_SEATS,
    "down": MOST_SEATS + 1,
    "spied": MOST_SEATS,
    "flags": 2,
    "scene": 6,
    "expected": 8,
    "here": BANKS,
}
LOCAL: Final = sum(SIZES.values())
SEEN: Final = np.arange(FEATURES)
COPIES_OF: Final = np.array(COPIES, np.float32)[:, None]
MONEY: Final = VALUES.astype(np.float32)


def spread(places: int) -> Floats:
    """Action by (output, place): 1 where that output there speaks for the action."""
    means = np.zeros((ACTIONS, OUTPUTS, places), np.float32)
    for place in range(places):
        for kind in range(len(KINDS)):
            means[FIRST_PLACE + kind * BANKS + place, kind, place] = 1
        first = FIRST_CARD + place * MOST_CARDS
        means[FIRST_ROB + place, -3, place] = 1
        means[first : first + MOST_CARDS, -2, place] = 1
        means[first, -1, place] = 1
    return means.reshape(ACTIONS, -1)


def local(observation: Bytes) -> Floats:
    """Number by bank by column."""
    columns = observation.shape[1]
    told = np.zeros((LOCAL, BANKS, columns), np.float32)
    pieces = iter(np.split(told, np.cumsum(list(SIZES.values()))[:-1]))
    rows = {name: _rows(observation, name) for name in ("known", "up", "unknown", "down", "spied")}
    for bank_rows in rows.values():
        np.multiply(bank_rows, np.float32(0.5), out=next(pieces))
    flags = next(pieces)
    flags[0], flags[1] = observation[PIECES["target"]], observation[PIECES["to_come"]]
    _write_scene(next(pieces), rows["known"])
    _write_expected(next(pieces), observation, rows["known"], rows["unknown"])
    next(pieces)[:] = np.eye(BANKS, dtype=np.float32)[:, :, None]
    return told


def _rows(observation: Bytes, name: str) -> Bytes:
    """Row by bank by column."""
    return observation[PIECES[name]].reshape(BANKS, -1, observation.shape[1]).swapaxes(0, 1)


def _write_scene(told: Floats, known: Bytes) -> None:
    """What a robbery of the known cards alone would come to (B12, B14)."""
    scene = found(known.reshape(len(KINDS), -1))
    shape = told.shape[1:]
    told[0] = scene.loot.reshape(shape) / 16
    told[1], told[2] = scene.police.reshape(shape), scene.thieves.reshape(shape)
    told[3] = scene.highest_first.reshape(shape)
    told[4] = known[SEDUCTRESS] == 1
    told[5] = np.minimum(scene.loot.reshape(shape) / 8, 1)


def _write_expected(told: Floats, observation: Bytes, known: Bytes, unknown: Bytes) -> None:
    """What the unknown cards may bring, each as likely any card that this seat has not seen."""
    seen = observation[PIECES["hand"]] + observation[PIECES["gone"]] + np.add.reduce(known, axis=1, dtype=np.uint8)
    unseen = COPIES_OF - seen
    likely = (unseen / np.maximum(unseen.sum(axis=0), 1))[:, None]
    missing = np.add.reduce(unknown, axis=0, dtype=np.float32)
    money = np.add.reduce(known * MONEY[:, None], axis=0) + missing * np.add.reduce(likely * MONEY[:, None], axis=0)
    loot = money * (1 + known[X] + missing * likely[X])
    seats = observation[PIECES["seats"]].argmax(axis=0) + np.float32(FEWEST_SEATS)
    told[0] = missing / 4
    told[1], told[2] = loot / 32, loot / seats / 8
    for number, kind in enumerate((X, SEDUCTRESS, POLICEMAN, DETECTIVE, THIEF)):
        told[3 + number] = 1 - (1 - likely[kind]) ** missing
