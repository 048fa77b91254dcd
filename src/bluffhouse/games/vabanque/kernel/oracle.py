"""What only a critic is told: the cards as they lie. It judges while a network learns; no player is ever handed this.

At the beginning of a round no card lies anywhere, and the critic knows no more than everybody: its judgement there is
the value of a public position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import LAPS, MOST_SEATS, OTHERS
from bluffhouse.games.vabanque.kernel.pay import earnings, wrap
from bluffhouse.games.vabanque.kernel.playouts import NOT_LAID
from bluffhouse.games.vabanque.model import ALL_KINDS, Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.ring import Floats

RAISE, TRAP = ALL_KINDS.index(Kind.RAISE), ALL_KINDS.index(Kind.TRAP)
WHOLE: Final = 3 * MOST_SEATS + OTHERS * LAPS
"""Numbers of the whole table …"""
LOCAL: Final = MOST_SEATS + 2
"""… and of each casino."""


def listed(lanes: Lanes) -> Bytes:
    """The seats as the deciding one lists them: itself, then the others in play order."""
    return lanes.order[_places(lanes)]


def _places(lanes: Lanes) -> NDArray[np.intp]:
    return (lanes.turn + np.arange(lanes.seats)) % lanes.seats


def whole(lanes: Lanes) -> Floats:
    """What everybody would have if the round ended now, beside the deciding seat; what the others hold."""
    seats, places = lanes.seats, _places(lanes)
    told = np.zeros((WHOLE, lanes.games), np.float32)
    now = earnings(lanes.chips(), lanes.lies(RAISE), lanes.lies(TRAP), lanes.pawns)[places].astype(np.float32)
    gap = lanes.money[places] + now
    gap = gap - gap[0]
    told[:seats] = np.sqrt(now) / 16
    told[MOST_SEATS : MOST_SEATS + seats] = np.sign(gap) * np.sqrt(np.abs(gap)) / 16
    told[2 * MOST_SEATS : 2 * MOST_SEATS + seats] = np.clip(gap / 64, -4, 4)
    held = lanes.held[:, places[1:]].swapaxes(0, 1).reshape((seats - 1) * LAPS, -1)
    told[3 * MOST_SEATS : 3 * MOST_SEATS + len(held)] = held
    return told


def local(lanes: Lanes) -> Floats:
    """Of each casino, counted from the deciding seat's pawn: the Raises, its value, whose Traps lie there."""
    places = _places(lanes)
    told = np.zeros((LOCAL, lanes.casinos, lanes.games), np.float32)
    raised = np.add.reduce(_at(lanes, RAISE, places), axis=0, dtype=np.float32)
    told[0] = raised
    told[1] = _turned(lanes, lanes.chips(), places[0]) * (1 + raised) / 32
    told[2 : 2 + lanes.seats] = _at(lanes, TRAP, places)
    return told


def _at(lanes: Lanes, kind: int, places: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Owner by casino: where that card of each player lies."""
    lies = lanes.lies(kind)[places]
    steps = wrap(lies + np.uint8(lanes.casinos) - lanes.pawns[places[0]], lanes.casinos)
    steps[lies == NOT_LAID] = NOT_LAID
    at: NDArray[np.bool_] = steps[:, None] == lanes.ring
    return at


def _turned(lanes: Lanes, rows: Bytes, player: np.intp) -> Bytes:
    """The ring turned so that this player's own casino comes first."""
    start = (lanes.ring + lanes.pawns[player]) % lanes.casinos
    return np.take_along_axis(rows, start, axis=0)
