"""Drawing from the pile: each kind as likely as there are cards of it left.

Like in placing.py, the cells that change are looked up for all kinds and hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.kernel.table import drawn, upto
from bluffhouse.games.bankueberfall.model import KINDS

if TYPE_CHECKING:
    from bluffhouse.games.bankueberfall.kernel.table import Indices, Table

CHANGES: Final = np.array([255, 255, 1], np.uint8)
"""One card of the kind less in the pile, one card less in all, one more in the hand."""
PILE: Final = slice(0, 2)


class Drawing:
    """Cards out of the piles of many games."""

    def __init__(self, table: Table) -> None:
        self.table = table
        pile, size, hand = (table.layout.piece[name].start for name in ("pile", "pile_size", "hand"))
        rows = [
            (pile + kind, size, hand + seat * len(KINDS) + kind)
            for seat in range(table.seats)
            for kind in range(len(KINDS))
        ]
        self.rows: Final = np.array(rows) * table.games

    def to_hand(self, games: Indices, seat: Indices, rng: np.random.Generator) -> None:
        """B6."""
        at = self.rows.take(seat * len(KINDS) + self._kind(games, rng), axis=0)
        at += games[:, None]
        self.table.flat[at] += CHANGES

    def to_dealer(self, games: Indices, rng: np.random.Generator) -> Indices:
        """B17: the kinds, for the dealer to put them at a bank."""
        kind = self._kind(games, rng)
        at = self.rows[:, PILE].take(kind, axis=0)
        at += games[:, None]
        self.table.flat[at] += CHANGES[PILE]
        return kind

    def _kind(self, games: Indices, rng: np.random.Generator) -> Indices:
        return drawn(upto(self.table.pile.take(games, axis=1)), rng)
