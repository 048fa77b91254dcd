"""Putting cards face down: for every owner, kind and bank, where in the table a card leaves its traces.

A lone game pays for every call of NumPy, whatever it does. So all places are looked up at once instead of computed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import MOST_CARDS
from bluffhouse.games.bankueberfall.kernel.table import KIND_BITS, Layout
from bluffhouse.games.bankueberfall.model import BANKS, KINDS

if TYPE_CHECKING:
    from bluffhouse.games.bankueberfall.kernel.table import Bytes, Indices, Table

PLACES: Final = len(KINDS) * BANKS
"""The actions that place a card, kind by kind; the banks clockwise from the own."""
ONE: Final = np.uint64(1)
LENGTH: Final = 0
"""Column of the cell that says how many cards lie at the bank."""
DEALT, PLACED = slice(0, 4), slice(0, 6)
"""Columns of the cells that change when the dealer puts a card there, and when a seat does."""
CHANGES: Final = np.array([1, 1, 1, 1, 1, 255], np.uint8)
SLOT, BITS = 6, slice(7, 9)
"""Columns of the place of the card, and of the rows of bits that tell who knows it and that it lies face down."""


class Placing:
    """The traces of every placement, a row each, as indices into the flat arrays of game 0."""

    def __init__(self, table: Table) -> None:
        self.table = table
        rows, self.cards = _placements(table.seats)
        self.rows: Final = rows * table.games

    def by_seat(self, games: Indices, seat: Indices, action: Indices) -> None:
        """B6: out of the own hand, to a bank; the seat remembers it."""
        key = seat * PLACES + action
        at = self.rows.take(key, axis=0)
        at += games[:, None]
        self._lay(at, key)
        self.table.flat[at[:, PLACED]] += CHANGES

    def by_dealer(self, games: Indices, bank: Indices, kind: Indices) -> None:
        """B5, B17."""
        key = (self.table.layout.dealer * len(KINDS) + kind) * BANKS + bank
        at = self.rows.take(key, axis=0)
        at += games[:, None]
        self._lay(at, key)
        self.table.flat[at[:, DEALT]] += CHANGES[DEALT]

    def _lay(self, at: Indices, key: Indices) -> None:
        """At the end of the row."""
        table = self.table
        place = table.flat[at[:, LENGTH]].astype(np.intp)
        slot = at[:, SLOT] + place * table.games
        table.flat_cards[slot] = self.cards[key]
        table.flat_spies[slot] = 0
        bit = ONE << place.view(np.uint64)
        table.flat_bits[at[:, BITS]] |= bit[:, None]


@cache
def _placements(seats: int) -> tuple[Indices, Bytes]:
    rows = [_row(Layout(seats), owner, number) for owner in range(seats + 1) for number in range(PLACES)]
    return np.array([traces for traces, _ in rows]), np.array([card for _, card in rows], np.uint8)


def _row(layout: Layout, owner: int, number: int) -> tuple[list[int], int]:
    """Where the card comes to stand, and the card as a byte.

    The dealer has no hand and counts from the first bank; what lies face down stands where its memory would.
    """
    kind, steps = divmod(number, BANKS)
    bank = (owner % layout.dealer + steps) % BANKS
    own = kind + owner % layout.dealer * len(KINDS)
    first = layout.piece["banks"].start + bank * layout.bank_rows
    in_bank = (("length", 0), ("backs", 0), ("cards", kind), ("down", owner), ("known", own))
    cells = [first + layout.bank[name].start + row for name, row in in_bank]
    bits = owner * BANKS + bank, layout.dealer * BANKS + bank
    traces = [*cells, layout.piece["hand"].start + own, bank * MOST_CARDS, *bits]
    return traces, kind | owner << KIND_BITS
