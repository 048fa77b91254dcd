"""The arrays that many games of Banküberfall live in: one byte table with a row a number and a column a game.

All rows that speak of one bank lie together, so that a robbed bank is cleared at one stroke. The last rows of the table
are no part of the position: they are worked out from it when somebody looks (sight.py).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import MOST_CARDS, PHASES
from bluffhouse.games.bankueberfall.model import BANKS, KINDS, START_COINS, TILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Coins = NDArray[np.int16]
    Indices = NDArray[np.intp]

PLACE, SPY, REVEAL, ROB, BIDS = range(len(PHASES))
TILE: Final = len(PHASES)
"""The dealer is to turn a tile up: only inside a step."""
OVER: Final = TILE + 1
NO_BANK: Final = 255
ALL_BITS: Final = np.uint8(255)
KIND_BITS: Final = 4
"""A card is one byte: its kind, and above it who put it there."""
SPY_BITS: Final = 3
"""Who looked at a card, in order, is one number: so many bits a spy, the latest lowest."""


FEW: Final = 300
"""Below so many games one NumPy call for all rows beats a call a row."""


def upto(counts: Bytes) -> Bytes:
    """Sums of the rows from the first on."""
    if counts.shape[1] < FEW:
        few: Bytes = np.add.accumulate(counts, axis=0, dtype=np.uint8)
        return few
    sums = np.empty_like(counts)
    sums[0] = counts[0]
    for row in range(1, len(counts)):
        np.add(sums[row - 1], counts[row], out=sums[row])
    return sums


def first_without(flags: Bytes) -> Indices:
    """The first row that is 0, in columns that have one."""
    if flags.shape[1] < FEW:
        few: Indices = flags.argmin(axis=0)
        return few
    so_far, count = np.array(flags[0]), np.array(flags[0])
    for row in flags[1:]:
        so_far &= row
        count += so_far
    return count.astype(np.intp)


def drawn(sums: Bytes, rng: np.random.Generator) -> Indices:
    """A row for each column, as likely as its count, from what `upto` says."""
    if sums.shape[1] == 1:  # plain numbers are a lone game's faster ones
        lone = sums[:, 0].tolist()
        return np.array([bisect_right(lone, rng.random() * lone[-1])])
    mark = (rng.random(sums.shape[1], np.float32) * sums[-1]).astype(np.uint8)
    row: Indices = np.add.reduce((sums <= mark).view(np.uint8), axis=0, dtype=np.uint8).astype(np.intp)
    return row


class Layout:
    """Which rows of the table are what, for a number of seats. `dealer` counts as the owner after the last seat."""

    def __init__(self, seats: int) -> None:
        kinds, owners = len(KINDS), seats + 1
        self.dealer = seats
        self.bank, self.bank_rows = _slices(
            {
                "cards": kinds,
                "up": kinds,
                "backs": 1,
                "length": 1,
                "down": owners,
                "known": seats * kinds,
                "looked": seats * owners,
            }
        )
        position, self.position_rows = _slices(
            {
                "phase": 1,
                "turn": 1,
                "target": 1,
                "last": 1,
                "to_come": BANKS,
                "have_bid": seats,
                "tiles": len(TILES),
                "pile": kinds,
                "pile_size": 1,
                "gone": kinds,
                "hand": seats * kinds,
                "hands": seats,
                "credits": seats,
                "banks": BANKS * self.bank_rows,
            }
        )
        sight, rows = _slices(
            {
                "zero": 1,
                "one": 1,
                "phase_is": len(PHASES),
                "target_is": BANKS,
                "turn_is": seats,
                "coins": seats,
                "riches": seats,
                "unknown": BANKS * seats * owners,
                "spied": BANKS * seats,
            },
            self.position_rows,
        )
        self.rows = rows
        self.piece = position | sight


def _slices(sizes: Mapping[str, int], start: int = 0) -> tuple[dict[str, slice], int]:
    pieces = {}
    for name, size in sizes.items():
        pieces[name] = slice(start, start + size)
        start += size
    return pieces, start


class Table:
    """The positions of many games, without the rules; `flat` is addressed by row x games + game."""

    def __init__(self, seats: int, games: int) -> None:
        self.seats = seats
        self.games = games
        self.layout: Final = Layout(seats)
        self.bytes: Final = np.zeros((self.layout.rows, games), np.uint8)
        self.flat: Final = self.bytes.reshape(-1)
        self.coins: Final = np.full((seats, games), START_COINS, np.int16)
        self.bids: Final = np.zeros((seats, games), np.int16)
        self.cards: Final = np.zeros((BANKS * MOST_CARDS, games), np.uint8)
        self.spies: Final = np.zeros((BANKS * MOST_CARDS, games), np.uint16)
        self.bits: Final = np.zeros(((seats + 1) * BANKS, games), np.uint64)  # a bit for each card of the row …
        self.minds: Final = self.bits[: seats * BANKS]  # … that a seat put there or spied on …
        self.backs: Final = self.bits[seats * BANKS :]  # … and that lies face down
        self.flat_cards: Final = self.cards.reshape(-1)
        self.flat_spies: Final = self.spies.reshape(-1)
        self.flat_bits: Final = self.bits.reshape(-1)
        self.phase: Final = self.piece("phase")[0]
        self.turn: Final = self.piece("turn")[0]
        self.target: Final = self.piece("target")[0]
        self.pile_size: Final = self.piece("pile_size")[0]
        self.tiles: Final = self.piece("tiles")
        self.pile: Final = self.piece("pile")
        self.have_bid: Final = self.piece("have_bid")
        self.banks = self.piece("banks").reshape(BANKS, -1, games)
        self.piece("one").fill(1)

    def piece(self, name: str) -> Bytes:
        return self.bytes[self.layout.piece[name]]

    def of_banks(self, name: str) -> Bytes:
        """Rows of every bank: bank x row x game."""
        return self.banks[:, self.layout.bank[name]]

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All that a position is."""
        position = self.bytes[: self.layout.position_rows]
        return position, self.coins, self.bids, self.cards, self.spies, self.bits

    def take(self, other: Table, games: Indices) -> None:
        """Become copies of these games of another table."""
        for mine, theirs in zip(self.arrays(), other.arrays(), strict=True):
            np.take(theirs, games, axis=-1, out=mine, mode="clip")  # without a mode NumPy copies twice

    def put(self, other: Table, games: Indices) -> None:
        """These games become what they are in the other table."""
        for mine, theirs in zip(self.arrays(), other.arrays(), strict=True):
            mine[:, games] = theirs[:, games]

    def clear(self, games: Indices) -> None:
        """Whole rows are faster than single cells; cards beyond the length of a row need no clearing."""
        kept = np.full(self.games, ALL_BITS)
        kept[games] = 0
        self.bytes[: self.layout.position_rows] &= kept
        self.bits[:, games] = 0
        self.coins[:, games] = START_COINS
        self.target[games] = NO_BANK

    def clear_banks(self, bank: Indices, games: Indices) -> None:
        """One bank in each of these games."""
        if len(games) < FEW:
            self.banks[bank, :, games] = 0
        else:  # whole rows again
            kept = np.full((BANKS, self.games), ALL_BITS)
            kept[bank, games] = 0
            self.banks &= kept[:, None]
        self.bits.reshape(-1, BANKS, self.games)[:, bank, games] = 0

    # flat indices of one number in each of these games

    def at(self, name: str, row: Indices | int, games: Indices) -> Indices:
        first: int = self.layout.piece[name].start
        return (row + first) * self.games + games
