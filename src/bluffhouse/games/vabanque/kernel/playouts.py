"""Random play to the end of the game over many games at once, in NumPy; compiled.py is the same with Numba.

Every decision is drawn. What order the players come in does not matter to uniformly random play: nobody reacts, and
the pay of a round does not depend on it. So the players keep the places of the round in which the play-out begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.kernel.pay import STEPS, earnings, wrap
from bluffhouse.games.vabanque.model import ALL_KINDS, LAPS, MOST_STEPS, ROUNDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.pay import Bytes, Words

NOT_LAID: Final = 255
BLOCK: Final = 8192
"""So many games at a time stay in the cache."""


@dataclass(slots=True)
class Rest:
    """All that matters to the rest of a game whose players choose at random."""

    chips: Bytes
    """Casino by game, in steps of 5."""
    raises: Bytes
    """Player by game: the casino of the Raise, NOT_LAID where it is in the hand."""
    traps: Bytes
    pawns: Bytes
    money: Words
    round: int
    chips_left: int
    """Chips still to be placed in this round."""
    moved: int
    """So many players, the first ones, have moved their pawn in this round."""


def finish(rest: Rest, rng: np.random.Generator) -> Words:
    """The money at the end, of every player, in steps of 5,000."""
    games = rest.chips.shape[1]
    blocks = [_finish_block(rest, slice(start, start + BLOCK), rng) for start in range(0, games, BLOCK)]
    return np.concatenate(blocks, axis=1)


def _finish_block(rest: Rest, block: slice, rng: np.random.Generator) -> Words:
    chips, pawns = rest.chips[:, block].copy(), rest.pawns[:, block].copy()
    money = rest.money[:, block].copy()
    seats = len(pawns)
    _place(chips, rest.chips_left, STEPS[rest.round - 1], rng)
    raises, traps = _lay(len(chips), pawns.shape, rng)
    laid = rest.raises[:, block], rest.traps[:, block]
    raises = np.where(laid[0] == NOT_LAID, raises, laid[0])
    traps = np.where(laid[1] == NOT_LAID, traps, laid[1])
    _walk(pawns[rest.moved :], len(chips), rng)
    money += earnings(chips, raises, traps, pawns)
    for later in range(rest.round, ROUNDS):
        _place(chips, LAPS[later] * seats, STEPS[later], rng)
        raises, traps = _lay(len(chips), pawns.shape, rng)
        _walk(pawns, len(chips), rng)
        money += earnings(chips, raises, traps, pawns)
    return money


def _place(chips: Bytes, count: int, worth: int, rng: np.random.Generator) -> None:
    """V9: each chip onto any casino."""
    casinos, games = chips.shape
    ring = np.arange(casinos, dtype=np.uint8)[:, None]
    here = np.empty(chips.shape, np.bool_)
    placed = np.zeros(chips.shape, np.uint8)
    for chip in rng.integers(0, casinos, (count, games), np.uint8):
        np.equal(chip, ring, out=here)
        placed += here.view(np.uint8)
    placed *= worth
    chips += placed


def _lay(casinos: int, shape: tuple[int, ...], rng: np.random.Generator) -> tuple[Bytes, Bytes]:
    """V10: three laps, in each one of the cards left to any casino; where the Raise and the Trap come to lie."""
    first, second, third = rng.integers(0, casinos, (len(ALL_KINDS), *shape), np.uint8)
    sequence = rng.integers(0, factorial(len(ALL_KINDS)), shape, np.uint8)  # in which order the kinds are laid
    raise_first, raise_second = sequence < 2, sequence > 3
    swapped: NDArray[np.bool_] = (sequence & 1).view(np.bool_)
    early, late = np.where(raise_first, second, first), np.where(raise_first | raise_second, third, second)
    raises = np.where(raise_first, first, np.where(raise_second, second, third))
    return raises, np.where(swapped, early, late)


def _walk(pawns: Bytes, casinos: int, rng: np.random.Generator) -> None:
    """V11: each pawn 0 to 4 casinos on."""
    pawns += rng.integers(0, MOST_STEPS + 1, pawns.shape, np.uint8)
    wrap(pawns, casinos)
