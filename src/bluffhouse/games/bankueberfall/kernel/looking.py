"""Spying on cards and turning them up: which card an action means, and where in the table that leaves its traces.

As in placing.py the cells that change are looked up, for every bank, kind and owner.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import FIRST_CARD, MOST_CARDS, MOST_SEATS
from bluffhouse.games.bankueberfall.kernel.table import KIND_BITS, SPY_BITS, Layout
from bluffhouse.games.bankueberfall.model import BANKS, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Indices, Table

    Bits = NDArray[np.uint64]

ONE: Final = np.uint64(1)
SHIFTS: Final = np.arange(MOST_SEATS, dtype=np.uint16) * np.uint16(SPY_BITS)
SPY_MASK: Final = np.uint16((1 << SPY_BITS) - 1)
CARD_BITS: Final = KIND_BITS + 3
"""A card as a number: its kind, and above it up to five owners."""
UP_DOWN_BACKS: Final = np.array([1, -1, -1], np.int8).view(np.uint8)
"""What changes at the bank when a card is turned up: more of its kind up, fewer of its owner and in all down."""


class Looking:
    """The traces of every look, a row each, as indices into the flat arrays of game 0."""

    def __init__(self, table: Table) -> None:
        self.table = table
        spied, turned, bits = _traces(table.seats)
        self.spied: Final = spied * table.games
        self.turned: Final = turned * table.games
        self.bits: Final = bits * table.games
        self.seats: Final = np.arange(1, table.seats + 1)
        self.shifts: Final = SHIFTS[: table.seats]

    def spy(self, games: Indices, actions: Indices) -> None:
        """B7: the seat whose turn it is looks at a card."""
        table = self.table
        seat = table.turn[games].astype(np.intp)
        bank, bit, slot = self._point(games, seat, actions)
        spies = table.flat_spies[slot]
        first = ~np.logical_or.reduce(self._each_spy(spies) == (seat + 1)[:, None], axis=1)
        table.flat_spies[slot] = np.where(first, spies << SPY_BITS | seat + 1, spies)
        mind = (seat * BANKS + bank) * table.games + games
        minds = table.flat_bits[mind]
        at = self.spied.take((bank << CARD_BITS | table.flat_cards[slot]) * table.seats + seat, axis=0)
        at += games[:, None]
        changes = np.empty(at.shape, np.uint8)
        changes[:, 0] = minds & bit == 0
        changes[:, 1] = first
        table.flat[at] += changes
        table.flat_bits[mind] = minds | bit

    def reveal(self, games: Indices, actions: Indices) -> None:
        """B8: the seat whose turn it is turns a card up for everybody."""
        table, seats = self.table, self.table.seats
        bank, bit, slot = self._point(games, table.turn[games].astype(np.intp), actions)
        each = self._each_spy(table.flat_spies[slot])
        spied = np.logical_or.reduce(each[:, :, None] == self.seats, axis=1)
        bits = self.bits.take(bank, axis=0)
        bits += games[:, None]
        at = self.turned.take(bank << CARD_BITS | table.flat_cards[slot], axis=0)
        at += games[:, None]
        changes = np.empty(at.shape, np.uint8)
        changes[:, :seats] = table.flat_bits[bits[:, :seats]] & bit[:, None] == 0
        np.negative(spied.view(np.uint8), out=changes[:, seats : 2 * seats])
        changes[:, 2 * seats :] = UP_DOWN_BACKS
        table.flat[at] += changes
        table.flat_bits[bits[:, seats]] ^= bit

    def _point(self, games: Indices, seat: Indices, actions: Indices) -> tuple[Indices, Bits, Indices]:
        """The bank, the bit and the slot of the face-down card that an action means: first come those unknown."""
        table = self.table
        if len(games) == 1:
            return self._point_alone(int(games[0]), int(seat[0]), int(actions[0]))
        steps, number = np.divmod(actions - FIRST_CARD, MOST_CARDS)
        bank = (seat + steps) % BANKS
        down = table.backs[bank, games]
        mind = table.minds[seat * BANKS + bank, games]
        unknown = down & ~mind
        count = np.bitwise_count(unknown)
        among = number < count
        bit = nth_bit(np.where(among, unknown, down & mind), number - count * ~among)
        return bank, bit, (bank * MOST_CARDS + np.bitwise_count(bit - ONE)) * table.games + games

    def _point_alone(self, game: int, seat: int, action: int) -> tuple[Indices, Bits, Indices]:
        """The same of one game in plain numbers: that spares it the calls of NumPy."""
        steps, number = divmod(action - FIRST_CARD, MOST_CARDS)
        bank = (seat + steps) % BANKS
        down, mind = int(self.table.backs[bank, game]), int(self.table.minds[seat * BANKS + bank, game])
        among = down & ~mind
        if number >= among.bit_count():
            number -= among.bit_count()
            among = down & mind
        for _ in range(number):
            among &= among - 1
        bit = among & -among
        slot = (bank * MOST_CARDS + bit.bit_length() - 1) * self.table.games + game
        return np.array([bank]), np.array([bit], np.uint64), np.array([slot])

    def _each_spy(self, spies: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Numbers of seats, from 1; 0 where nobody."""
        each: NDArray[np.uint16] = spies[:, None] >> self.shifts & SPY_MASK
        return each


def nth_bit(bits: Bits, number: Indices) -> Bits:
    """The bit that so many lower ones precede."""
    for place in range(number.max(initial=0)):
        bits = np.where(number > place, bits & bits - ONE, bits)
    return bits & ~bits + ONE


@cache
def _traces(seats: int) -> tuple[Indices, Indices, Indices]:
    """Of a look by each seat, of a card turned up, both for every bank and card; and each bank's rows of bits."""
    layout = Layout(seats)
    spied, turned = [], []
    for bank in range(BANKS):
        first = layout.piece["banks"].start + bank * layout.bank_rows
        start = {name: first + rows.start for name, rows in layout.bank.items()}
        for card in range(1 << CARD_BITS):
            owner, kind = divmod(card, 1 << KIND_BITS)
            known = [start["known"] + seat * len(KINDS) + kind for seat in range(seats)]
            looked = [start["looked"] + seat * (seats + 1) + owner for seat in range(seats)]
            spied += list(zip(known, looked, strict=True))
            turned.append([*known, *looked, start["up"] + kind, start["down"] + owner, start["backs"]])
    bits = [[owner * BANKS + bank for owner in range(seats + 1)] for bank in range(BANKS)]
    return np.array(spied), np.array(turned), np.array(bits)
