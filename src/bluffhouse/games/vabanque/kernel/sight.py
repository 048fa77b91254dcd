"""What the players of many games see, kept up to date move by move instead of being written anew.

There is one observation a player, in play order: in every game of the batch the same place of the play order decides,
so the rows a move touches are the same ones everywhere, and nothing is gathered by index. The numbers are encode.py's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import (
    ACTIONS,
    FEATURES,
    FIRST_CHIP,
    FIRST_LAY,
    FIRST_STAND,
    FIRST_STEP,
    LAPS,
    MOST_CASINOS,
    OTHERS,
    PHASES,
    PIECES,
)
from bluffhouse.games.vabanque.kernel.pay import wrap
from bluffhouse.games.vabanque.model import CASINOS, MOST_STEPS, Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.kernel.pay import Bytes, Words

KINDS: Final = np.arange(LAPS, dtype=np.uint8)[:, None]


class Sight:
    """Observations and legal actions of the players of a batch."""

    def __init__(self, seats: int, games: int) -> None:
        self.seats = seats
        self.casinos = CASINOS[seats]
        self.seen = np.zeros((seats, FEATURES, games), np.uint8)
        self.flags = self.seen.view(np.bool_)
        self.ring = np.arange(self.casinos, dtype=np.uint8)[:, None]
        self.codes = self.ring + KINDS[:, None] * np.uint8(MOST_CASINOS)  # kind and casino as one number
        self.behind = np.zeros((seats, games), np.uint8)  # casino + behind = steps from that player's pawn
        self.chips = self.seen[:, PIECES["chips"]][:, : self.casinos]
        self.pawns = self._on_ring("pawns", (OTHERS,))
        self.cards = self._on_ring("cards", (OTHERS, LAPS))
        self.own = self._on_ring("own_cards", (LAPS,))
        self.own_laps = self.flags[:, PIECES["own_laps"]].reshape(seats, LAPS, LAPS, games)
        self.hand = self.flags[:, PIECES["hand"]]
        self.here = np.empty(self.chips.shape, np.bool_)  # scratch: fresh memory costs more than the work in it
        self.there = np.empty((LAPS, self.casinos, games), np.bool_)
        self.laid = slice(PIECES["own_laps"].start, PIECES["cards"].start + (seats - 1) * LAPS * MOST_CASINOS)
        self._write_constants()
        self.masks = {phase: self._mask(phase, games) for phase in PHASES}
        self.mask_cards = self.masks[Phase.CARDS][FIRST_LAY:FIRST_STEP].reshape(LAPS, MOST_CASINOS, games)

    def _write_constants(self) -> None:
        self.seen[:, PIECES["seats"].start + self.seats - min(CASINOS)] = 1
        self.seen[:, PIECES["turn"].start] = 1  # an observation is handed out when its player decides
        for player in range(self.seats):
            self.seen[player, PIECES["place"].start + player] = 1

    def _on_ring(self, piece: str, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        rows = self.flags[:, PIECES[piece]]
        return rows.reshape(self.seats, *shape, MOST_CASINOS, -1)[..., : self.casinos, :]

    def _mask(self, phase: Phase, games: int) -> NDArray[np.bool_]:
        """What is legal whoever decides; only the cards of the hand change it."""
        mask = np.zeros((ACTIONS, games), np.bool_)
        first = {Phase.STAND: FIRST_STAND, Phase.CHIPS: FIRST_CHIP, Phase.PAWNS: FIRST_STEP}
        if phase in first:
            count = MOST_STEPS + 1 if phase is Phase.PAWNS else self.casinos
            mask[first[phase] : first[phase] + count] = True
        return mask

    def observation(self, player: int) -> Bytes:
        seen: Bytes = self.seen[player]
        return seen

    def legal(self, lanes: Lanes, player: int) -> NDArray[np.bool_]:
        if lanes.phase is Phase.CARDS:
            self.mask_cards[:, : self.casinos] = lanes.held[:, player, None]
        return self.masks[lanes.phase]

    def _row_of(self, watcher: int, player: int) -> int:
        """Where the watcher lists another player."""
        return (player - watcher - 1) % self.seats

    def _seen_from(self, casino: Bytes) -> Bytes:
        """How far each player's pawn is from that casino."""
        return wrap(self.behind + casino, self.casinos)

    def chip(self, casino: Bytes, worth: int) -> None:
        np.equal(self._seen_from(casino)[:, None], self.ring, out=self.here)
        here = self.here.view(np.uint8)
        if worth > 1:
            here *= np.uint8(worth)
        self.chips += here

    def card(self, lanes: Lanes, player: int, lap: int) -> None:
        kind, steps = lanes.kinds[lap, player], self._seen_from(lanes.laid[lap, player])
        for watcher in range(self.seats):
            if watcher != player:
                row = self.cards[watcher, self._row_of(watcher, player), lap]
                np.equal(steps[watcher], self.ring, out=row)
        which = kind == KINDS
        np.equal(kind * np.uint8(MOST_CASINOS) + steps[player], self.codes, out=self.there)
        self.own[player] |= self.there
        self.own_laps[player, :, lap] = which
        self.hand[player] = lanes.held[:, player]

    def pawn(self, lanes: Lanes, player: int) -> None:
        """The mover's own observation waits for the next round: it decides nothing more in this one."""
        steps = self._seen_from(lanes.pawns[player])
        for watcher in range(self.seats):
            if watcher != player:
                np.equal(steps[watcher], self.ring, out=self.pawns[watcher, self._row_of(watcher, player)])

    def moment(self, phase: Phase, turn: int) -> None:
        """The rows that say what is being decided: the same in all games."""
        if turn == 0:
            self.seen[:, PIECES["phase"]] = 0
            self.seen[:, PIECES["phase"].start + PHASES.index(phase)] = 1
        if turn % self.seats == 0:
            self.seen[:, PIECES["lap"]] = 0
            self.seen[:, PIECES["lap"].start + turn // self.seats] = 1

    def paint(self, lanes: Lanes) -> None:
        """Write everything anew, from the state: at the beginning of a round, or anywhere in a loaded one."""
        self.seen[:, PIECES["round"]] = 0
        self.seen[:, PIECES["round"].start + lanes.round - 1] = 1
        self.seen[:, PIECES["phase"]] = 0
        self.seen[:, PIECES["phase"].start + PHASES.index(lanes.phase)] = 1
        self.seen[:, PIECES["lap"]] = 0
        self.seen[:, PIECES["lap"].start + lanes.turn // self.seats] = 1
        self.hand[:] = lanes.held.swapaxes(0, 1)
        self.seen[:, self.laid] = 0
        self.behind = wrap(self.casinos - lanes.pawns, self.casinos)
        for lap, player in lanes.layings():
            self.card(lanes, player, lap)
        self._paint_pawns(lanes)
        self._paint_chips(lanes)
        self._paint_fortunes(lanes)

    def _paint_pawns(self, lanes: Lanes) -> None:
        if lanes.phase is Phase.STAND:
            self.pawns[:] = False
            return
        for player in range(self.seats):
            self.pawn(lanes, player)

    def _paint_chips(self, lanes: Lanes) -> None:
        """The ring turned so that each player's own casino comes first: by 1, 2, 4, 8 where that bit is set."""
        self.chips[:] = lanes.chips()
        turned = self.here.view(np.uint8)
        for bit in range(4):
            cut = (1 << bit) % self.casinos
            rest = self.casinos - cut
            np.bitwise_xor(self.chips[:, cut:], self.chips[:, :rest], out=turned[:, :rest])
            np.bitwise_xor(self.chips[:, :cut], self.chips[:, rest:], out=turned[:, rest:])
            turned &= -(lanes.pawns >> bit & 1)[:, None]  # 0 or all bits
            self.chips ^= turned

    def _paint_fortunes(self, lanes: Lanes) -> None:
        money, order = lanes.money, lanes.order
        self.seen[:, PIECES["fortune"].start] = _root(money)
        for one in range(self.seats):
            for other in range(one):
                higher = np.maximum(money[one], money[other])
                self._paint_gap(one, other, higher - money[one])
                self._paint_gap(other, one, higher - money[other])
                apart = order[one] + np.uint8(self.seats) - order[other]
                self.seen[other, PIECES["chairs"].start + self._row_of(other, one)] = wrap(apart, self.seats)
                self.seen[one, PIECES["chairs"].start + self._row_of(one, other)] = self.seats - apart

    def _paint_gap(self, poorer: int, richer: int, gap: Words) -> None:
        """By how much the second player is richer, as the two see it."""
        near, far = np.minimum(gap, 255), _root(gap)
        seen, back = self._row_of(poorer, richer), self._row_of(richer, poorer)
        self.seen[poorer, PIECES["ahead"].start + seen] = near
        self.seen[richer, PIECES["behind"].start + back] = near
        self.seen[poorer, PIECES["far_ahead"].start + seen] = far
        self.seen[richer, PIECES["far_behind"].start + back] = far


def _root(money: Words) -> Bytes:
    """Rounded down; exact, for a float32 tells the root of every fortune from the next whole number."""
    return np.sqrt(money, dtype=np.float32).astype(np.uint8)
