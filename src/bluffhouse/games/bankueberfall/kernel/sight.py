"""What the deciding seats of many games see: written from the table when somebody looks, in the numbers of encode.py.

For a given seat every number of the observation is a row of the table, the same row in all games. So the observation of
seat 0 is copied out row by row, and that of seat 1, and so on, and each game keeps the one of the seat that decides
there: whole rows all the time, nothing gathered game by game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import (
    ACTIONS,
    BYTE,
    FEATURES,
    FEWEST_SEATS,
    FIRST_BID,
    FIRST_CARD,
    FIRST_PLACE,
    FIRST_ROB,
    MOST_CARDS,
    MOST_COINS,
    MOST_SEATS,
    PHASES,
    PIECES,
    SKIP,
)
from bluffhouse.games.bankueberfall.kernel.table import BIDS, PLACE, REVEAL, ROB, SPY, first_without
from bluffhouse.games.bankueberfall.model import BANKS, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Bytes, Indices, Table

FEW: Final = 64
"""Up to so many games their numbers are gathered one by one."""
AMOUNTS: Final = np.arange(MOST_COINS + 1, dtype=np.int16)[:, None]
PLACES: Final = np.arange(MOST_CARDS, dtype=np.uint8)[:, None]
RING: Final = np.arange(MOST_SEATS, dtype=np.uint8)[:, None]


def waits_for(table: Table) -> Bytes:
    """The seat that decides, in each game: in a robbery the first that has not bid."""
    seat: Bytes = table.turn.copy()
    bidding = table.phase == BIDS
    if np.count_nonzero(bidding):
        np.copyto(seat, first_without(table.have_bid), casting="unsafe", where=bidding)
    return seat


class Sight:
    """Observations and legal actions of the deciding seats."""

    def __init__(self, table: Table, *, past_unpaid: bool) -> None:
        self.table = table
        self.seen = np.zeros((FEATURES, table.games), np.uint8)
        self.mask = np.zeros((ACTIONS, table.games), np.bool_)
        self.sources = [Sources(table, seat, past_unpaid=past_unpaid).rows for seat in range(table.seats)]
        self.all_sources = np.stack(self.sources, axis=1) * table.games
        self.copied = np.empty_like(self.seen)
        self.every = np.arange(table.games)
        self.most_bids = self.most_cards = 0  # beyond these the mask has been False all the time
        self.was_present = np.zeros(len(PHASES), np.bool_)  # what games decided when the mask was last written
        self.seen_is_old = self.mask_is_old = self.coins_are_old = self.banks_are_old = True
        self._name_rows()

    def _name_rows(self) -> None:
        """Views of the arrays: to make them costs a lone game as much as the work in them."""
        table, games = self.table, self.table.games
        moments = [(table.piece(name)[0], table.piece(f"{name}_is")) for name in ("phase", "target", "turn")]
        self.moments = [(row, RING[: len(flags)], flags.view(np.bool_)) for row, flags in moments]
        self.coins, self.riches = table.piece("coins"), table.piece("riches")
        self.looked = table.of_banks("looked").reshape(BANKS, table.seats, -1, games)
        self.unknown = table.piece("unknown").reshape(self.looked.shape)
        self.spied = table.piece("spied").reshape(BANKS, table.seats, games)
        self.down = table.of_banks("down")[:, None]
        self.seen_phase, self.seen_hand = self.seen[PIECES["phase"]], self.seen[PIECES["hand"]]
        self.seen_down = self.seen[PIECES["down"]].reshape(BANKS, -1, games)
        self.seen_coins = self.seen[PIECES["coins"].start], self.seen[PIECES["riches"].start]
        self.may_place = self.mask[FIRST_PLACE:FIRST_CARD].reshape(len(KINDS), BANKS, games)
        self.may_turn = self.mask[FIRST_CARD:SKIP].reshape(BANKS, MOST_CARDS, games)

    def changed(self, *, banks: bool = True, coins: bool = True) -> None:
        self.seen_is_old = self.mask_is_old = True
        self.banks_are_old |= banks
        self.coins_are_old |= coins

    def observation(self) -> Bytes:
        if self.seen_is_old:
            self._work_out()
            self._observe(waits_for(self.table))
            self.seen_is_old = False
        return self.seen

    def _work_out(self) -> None:
        """The rows of the table that are no part of the position."""
        for row, ring, out in self.moments:
            np.equal(row, ring, out=out)
        if self.coins_are_old:
            np.minimum(self.table.coins, BYTE, out=self.coins, casting="unsafe")
            np.subtract(self.table.coins, self.coins, out=self.riches, casting="unsafe")
        if self.banks_are_old:
            np.subtract(self.down, self.looked, out=self.unknown)
            np.add.reduce(self.looked, axis=2, out=self.spied)
        self.coins_are_old = self.banks_are_old = False

    def _observe(self, actor: Bytes) -> None:
        if len(actor) <= FEW:
            cells = self.all_sources.take(actor, axis=1)
            cells += self.every
            self.table.flat.take(cells, out=self.seen, mode="clip")
            return
        for seat, sources in enumerate(self.sources):
            into = self.copied if seat else self.seen
            np.take(self.table.bytes, sources, axis=0, out=into, mode="clip")  # without a mode NumPy copies twice
            into &= -(actor == seat).view(np.uint8)  # 0 or all bits
            if seat:
                self.seen |= into

    def legal(self) -> NDArray[np.bool_]:
        if self.mask_is_old:
            self.observation()
            self._allow()
            self.mask_is_old = False
        return self.mask

    def _allow(self) -> None:
        """All that makes a move legal stands in the observation; what no game decides now or did before stays False."""
        phase = self.seen_phase
        place, spy, reveal, rob, bids = self._to_write()
        if place:
            self.may_place[:] = ((self.seen_hand > 0) & phase[PLACE].view(np.bool_))[:, None]
        if spy or reveal:
            backs = np.add.reduce(self.seen_down, axis=1, dtype=np.uint8)
            self._allow_cards(backs * (phase[SPY] | (backs > 1) & phase[REVEAL]))  # B7, B8
            np.bitwise_or(phase[SPY], phase[REVEAL], out=self.mask[SKIP].view(np.uint8))
        if rob:
            self.mask[FIRST_ROB:FIRST_BID] = phase[ROB]  # B9
        if bids:
            coins, riches = self.seen_coins
            self._allow_bids((coins + riches.astype(np.int16) + np.int16(1)) * phase[BIDS])  # B11

    def _to_write(self) -> list[bool]:
        """For which phases the mask is to be written. In few games all of it is cleared: less work than to choose."""
        if self.table.games <= FEW:
            self.mask.fill(False)
            self.most_bids = self.most_cards = 0
            present = set(self.table.phase.tolist())
            return [phase in present for phase in range(len(PHASES))]
        now = np.bincount(self.table.phase, minlength=len(PHASES))[: len(PHASES)] > 0
        write: list[bool] = (now | self.was_present).tolist()
        self.was_present = now
        return write

    def _allow_cards(self, count: Bytes) -> None:
        top = int(count.max())
        if rows := max(top, self.most_cards):
            np.less(PLACES[:rows], count[:, None], out=self.may_turn[:, :rows])
        self.most_cards = top

    def _allow_bids(self, count: NDArray[np.int16]) -> None:
        top = int(count.max())
        if rows := max(top, self.most_bids):
            np.less(AMOUNTS[:rows], count, out=self.mask[FIRST_BID : FIRST_BID + rows])
        self.most_bids = top


class Sources:
    """For each number of a seat's observation the row of the table that holds it."""

    def __init__(self, table: Table, seat: int, *, past_unpaid: bool) -> None:
        self.table = table
        self.piece = table.layout.piece
        self.rows: Indices = np.full(FEATURES, self.piece["zero"].start, np.intp)
        one, seats, kinds = self.piece["one"].start, table.seats, len(KINDS)
        around = [(seat + place) % seats for place in range(seats)]
        self.rows[PIECES["seats"].start + seats - FEWEST_SEATS] = one
        if past_unpaid:
            self.rows[PIECES["past"]] = one
        for name, source in (("phase", "phase_is"), ("last", "last"), ("tiles", "tiles"), ("gone", "gone")):
            self._point(name, 0, [self.piece[source].start + row for row in range(_size(PIECES[name]))])
        self._point("pile", 0, [self.piece["pile_size"].start])
        self._point("hand", 0, [self.piece["hand"].start + seat * kinds + kind for kind in range(kinds)])
        for name, source in (("turn", "turn_is"), ("have_bid", "have_bid"), ("hands", "hands"), ("credits", "credits")):
            self._point(name, 0, [self.piece[source].start + other for other in around])
        for name in ("coins", "riches"):
            self._point(name, 0, [self.piece[name].start + other for other in around])
        for place in range(BANKS):
            self._bank(place, (seat + place) % BANKS, around)

    def _point(self, name: str, offset: int, rows: list[int]) -> None:
        start = PIECES[name].start + offset
        self.rows[start : start + len(rows)] = rows

    def _bank(self, place: int, bank: int, around: list[int]) -> None:
        """One bank, which is so many banks on from the own."""
        me, seats, kinds = around[0], self.table.seats, len(KINDS)
        self._point("to_come", place, [self.piece["to_come"].start + bank])
        self._point("target", place, [self.piece["target_is"].start + bank])
        first = self.piece["banks"].start + bank * self.table.layout.bank_rows
        known, up, down = (first + self.table.layout.bank[name].start for name in ("known", "up", "down"))
        self._point("known", place * kinds, [known + me * kinds + kind for kind in range(kinds)])
        self._point("up", place * kinds, [up + kind for kind in range(kinds)])
        self._point("down", place * (MOST_SEATS + 1), [down + other for other in around])
        self._point("down", place * (MOST_SEATS + 1) + MOST_SEATS, [down + seats])
        unknown = self.piece["unknown"].start + (bank * seats + me) * (seats + 1)
        self._point("unknown", place * MOST_SEATS, [unknown + other for other in around[1:]])
        self._point("unknown", place * MOST_SEATS + MOST_SEATS - 1, [unknown + seats])
        spied = self.piece["spied"].start + bank * seats
        self._point("spied", place * MOST_SEATS, [spied + other for other in around])


def _size(piece: slice) -> int:
    return int(piece.stop - piece.start)
