"""The arithmetic of a round over many games at once: rings, payout, play order.

Every array has one column per game. Money is counted in steps of 5,000 and fits 16 bits: the most that one seat can
win in a whole game is 4 rounds x 168 steps of chips x 7 (six Raises) x 6 pawns, 28,224 steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.model import CHIP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint16]

STEPS: Final = tuple(value // CHIP[0] for value in CHIP)
"""A round's chip, counted in the smallest ones."""


def wrap(casinos: Bytes, ring: int) -> Bytes:
    """Bring numbers below 2 x ring back onto it, in place: below 0 a byte is large, so the smaller one is right."""
    return np.minimum(casinos, casinos - ring, out=casinos)


def earnings(chips: Bytes, raises: Bytes, traps: Bytes, pawns: Bytes) -> Words:
    """V12-V15: what each player earns. `raises`, `traps` and `pawns` say at which casino each player's piece is."""
    ring = np.arange(len(chips), dtype=np.uint8)[:, None]
    here, there = np.empty(chips.shape, np.bool_), np.empty_like(chips)
    earned = np.zeros(pawns.shape, np.uint16)
    for player, pawn in enumerate(pawns):
        np.equal(pawn, ring, out=here)
        np.multiply(chips, here.view(np.uint8), out=there)
        raised = np.add.reduce((raises == pawn).view(np.uint8), axis=0, dtype=np.uint8)
        raised += 1
        value = np.multiply(np.add.reduce(there, axis=0, dtype=np.uint8), raised, dtype=np.uint16)  # V13
        collects = traps == pawn  # V15: every Trap collects in full for this pawn …
        collects[player] = False
        collects[player] = ~np.logical_or.reduce(collects, axis=0)  # V14: … and without one its owner earns
        earned += collects * value
    return earned


def reordered(money: Words, pawns: Bytes, order: Bytes) -> tuple[Words, Bytes, Bytes]:
    """V17: everything sorted from the richest down, among equals whoever played later first.

    One number a player, money in its highest bits, sorted by comparing neighbours: no gathering by index.
    """
    seats = len(order)
    keys = money.astype(np.uint32) << 10
    keys |= np.arange(seats, dtype=np.uint32)[:, None] << 7
    keys |= pawns.astype(np.uint32) << 3
    keys |= order
    for turn in range(seats):
        for left in range(turn % 2, seats - 1, 2):
            poorer = np.minimum(keys[left], keys[left + 1])
            np.maximum(keys[left], keys[left + 1], out=keys[left])
            keys[left + 1] = poorer
    return (keys >> 10).astype(np.uint16), (keys >> 3 & 15).astype(np.uint8), (keys & 7).astype(np.uint8)


def by_seat(rows: Words, order: Bytes) -> Words:
    """Rows in play order -> rows by seat."""
    turned = np.zeros_like(rows)
    for row, seats in zip(rows, order, strict=True):
        for seat in range(len(rows)):
            turned[seat] += row * (seats == seat)
    return turned
