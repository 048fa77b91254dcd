"""What only a critic is told: hands, pile, sealed bids and the cards as they lie. It judges while a network learns.

No player is ever handed this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import MOST_SEATS
from bluffhouse.games.bankueberfall.kernel.robbery import found
from bluffhouse.games.bankueberfall.model import BANKS, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.lanes import Lanes
    from bluffhouse.games.bankueberfall.kernel.table import Bytes

    Floats = NDArray[np.float32]

OTHERS: Final = MOST_SEATS - 1
WHOLE: Final = len(KINDS) + OTHERS * (len(KINDS) + 1) + MOST_SEATS
"""Numbers of the whole table …"""
LOCAL: Final = len(KINDS) + 4
"""… and of each bank."""


def listed(lanes: Lanes) -> Bytes:
    """The seats as the deciding one lists them: itself, then the others clockwise."""
    seats = np.arange(lanes.seats, dtype=np.uint8)[:, None]
    return (lanes.actor + seats) % np.uint8(lanes.seats)


def whole(lanes: Lanes) -> Floats:
    """The pile, the others' hands and sealed bids, and by how much each seat leads the deciding one."""
    table, seats, order = lanes.table, lanes.seats, listed(lanes)
    told = np.zeros((WHOLE, lanes.games), np.float32)
    told[: len(KINDS)] = table.pile * np.float32(0.25)
    hands = np.take_along_axis(
        table.piece("hand").reshape(seats, len(KINDS), -1), order[1:, None].astype(np.intp), axis=0
    )
    start = len(KINDS)
    told[start : start + (seats - 1) * len(KINDS)] = hands.reshape(-1, lanes.games) * np.float32(0.5)
    start += OTHERS * len(KINDS)
    sealed = np.take_along_axis(table.bids * (table.have_bid != 0), order.astype(np.intp), axis=0)
    told[start : start + seats - 1] = sealed[1:] / np.float32(8)
    start += OTHERS
    wealth = np.take_along_axis(lanes.wealth(), order.astype(np.intp), axis=0)
    told[start : start + seats] = np.clip((wealth - wealth[0]) / 16, -4, 4)
    return told


def local(lanes: Lanes) -> Floats:
    """Of each bank, counted from the deciding seat's: its cards, its loot, and what its characters come to."""
    cards = lanes.table.of_banks("cards")
    banks = (lanes.actor + np.arange(BANKS)[:, None]) % BANKS
    turned = np.take_along_axis(cards, banks[:, None].astype(np.intp), axis=0).swapaxes(0, 1)
    told = np.empty((LOCAL, BANKS, lanes.games), np.float32)
    np.multiply(turned, np.float32(0.5), out=told[: len(KINDS)])
    scene = found(turned.reshape(len(KINDS), -1))
    for number, row in enumerate((scene.loot / np.float32(16), scene.police, scene.thieves, scene.highest_first)):
        told[len(KINDS) + number] = row.reshape(BANKS, -1)
    return told
