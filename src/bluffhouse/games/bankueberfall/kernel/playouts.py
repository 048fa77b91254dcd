"""Random play to the end of the game over many games at once, in NumPy; compiled.py is the same with Numba.

To players who choose at random it does not matter who knows what: spying and turning cards up only pass the turn, and a
bank is how many cards of each kind lie there. So here all games go in step, a tile at a time: in each of them it is the
same player's turn, counted from whoever's turn it was in the beginning. Games whose last round has come wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.kernel.robbery import robbed
from bluffhouse.games.bankueberfall.kernel.table import BIDS, OVER, PLACE, ROB, upto
from bluffhouse.games.bankueberfall.model import BANKS, CREDIT, CYCLE, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.bankueberfall.kernel.table import Bytes, Indices, Table

    Flags = NDArray[np.bool_]
    Generator = np.random.Generator

BLOCK: Final = 8192
"""So many games at a time stay in the cache."""
WAIT: Final = OVER
"""In place of a tile: the last round has come."""
TILES: Final = np.arange(len(CYCLE), dtype=np.uint8)[:, None]
ALL_TILES: Final = np.array(CYCLE, np.uint8)[:, None]


def finish(table: Table, rng: Generator, *, past_unpaid: bool) -> NDArray[np.int32]:
    """The wealth at the end, of every seat."""
    wealth = np.empty((table.seats, table.games), np.int32)
    for start in range(0, table.games, BLOCK):
        block = slice(start, start + BLOCK)
        wealth[:, block] = _Block(table, block, rng, past_unpaid=past_unpaid).finish()
    return wealth


class _Block:
    """Some games of a table. Rows of players begin with whose turn it is in the table."""

    def __init__(self, table: Table, block: slice, rng: Generator, *, past_unpaid: bool) -> None:
        self.rng = rng
        self.past_unpaid = past_unpaid
        self.seats = table.seats
        self.turn = table.turn[block]
        self.games = len(self.turn)
        order = (self.turn + np.arange(table.seats)[:, None]) % table.seats
        self.order: Indices = order
        hands = table.piece("hand")[:, block].reshape(table.seats, len(KINDS), self.games)
        self.hand = np.take_along_axis(hands, order[:, None], axis=0)
        self.hands = np.take_along_axis(table.piece("hands")[:, block], order, axis=0)
        self.coins = np.take_along_axis(table.coins[:, block], order, axis=0)
        self.credits = np.take_along_axis(table.piece("credits")[:, block], order, axis=0)
        self.bids = np.take_along_axis(table.bids[:, block], order, axis=0)
        self.have_bid = np.take_along_axis(table.have_bid[:, block], order, axis=0) != 0
        self.cards = table.of_banks("cards")[:, :, block].copy()
        self.pile = table.pile[:, block].copy()
        self.pile_size = table.pile_size[block].copy()
        self.tiles = table.tiles[:, block].copy()
        self.target = table.target[block].copy()
        self.phase = table.phase[block]
        self.left = np.add.reduce(table.piece("to_come")[:, block], axis=0, dtype=np.uint8)
        self.left += table.piece("last")[0, block]  # robberies of the last round still to be made

    def finish(self) -> NDArray[np.int32]:
        tile = np.where((self.left > 0) | (self.phase == OVER), np.uint8(WAIT), self.phase)
        self._rob(np.flatnonzero(tile == BIDS), begun=True)
        player = 0
        while True:
            robs = np.flatnonzero(tile == ROB)
            self.target[robs] = self.rng.integers(0, BANKS, len(robs), np.uint8)
            self._rob(robs, begun=False)
            ends = self._place(player, tile == PLACE)
            player = (player + 1) % self.seats
            tile = self._next(tile, ends)
            if (tile == WAIT).all():
                break
        self._last_round()
        wealth = np.empty((self.seats, self.games), np.int32)
        np.put_along_axis(wealth, self.order, self.coins - self.credits * np.int32(CREDIT), axis=0)
        return wealth

    def _next(self, tile: Bytes, ends: Flags) -> Bytes:
        """B10: the next tile, or none any more."""
        left = upto(self.tiles)
        shuffled = left[-1] == 0
        if shuffled.any():
            self.tiles += ALL_TILES * shuffled
            left = upto(self.tiles)
        mark = self._below(left[-1])
        following: Bytes = np.add.reduce(left <= mark, axis=0, dtype=np.uint8)
        self.tiles -= following == TILES
        following[(tile == WAIT) | ends] = WAIT
        return following

    def _below(self, count: Bytes) -> Bytes:
        return (self.rng.random(self.games, np.float32) * count).astype(np.uint8)

    def _place(self, player: int, acts: Flags) -> Flags:
        """B6: any kind of the hand to any bank, and a card of the pile into the hand; which hands are empty then."""
        hand = self.hand[player]
        held = (hand > 0).view(np.uint8)
        among = upto(held)
        put = (among == self._below(among[-1]) + np.uint8(1)).view(np.uint8)
        put &= held
        put &= acts.view(np.uint8)
        hand -= put
        bank = self.rng.integers(0, BANKS, self.games, np.uint8)
        for number in range(BANKS):
            self.cards[number] += put & (bank == number).view(np.uint8)
        draws = acts & (self.pile_size > 0)
        hand += self._draw(draws)
        self.hands[player] -= acts & ~draws
        ends: Flags = acts & (self.hands[player] == 0)
        last = np.flatnonzero(ends)
        self.left[last] = BANKS  # B18
        self.target[last] = (self.turn[last] + player) % self.seats
        return ends

    def _draw(self, draws: Flags) -> Bytes:
        """A card of the pile where one is drawn: a row a kind."""
        below = upto(self.pile)
        mark = self._below(self.pile_size)
        drawn = (below > mark).view(np.uint8)
        drawn &= (below - self.pile <= mark).view(np.uint8)
        drawn &= draws.view(np.uint8)
        self.pile -= drawn
        self.pile_size -= draws
        return drawn

    def _rob(self, games: Indices, *, begun: bool) -> None:
        """B9-B17 in these games: what was bid before the play-out stands."""
        coins = self.coins[:, games]
        bids = (self.rng.random(coins.shape, np.float32) * (coins + 1)).astype(np.int16)  # B11
        if begun:
            np.copyto(bids, self.bids[:, games], where=self.have_bid[:, games])
            self.have_bid[:, games] = False
        cells = (self.target[games] * np.intp(len(KINDS)) + np.arange(len(KINDS))[:, None]) * self.games + games
        flat = self.cards.reshape(-1)
        cards = flat[cells]
        self.coins[:, games], in_credit = robbed(cards, bids, coins, past_unpaid=self.past_unpaid)
        self.credits[:, games] += in_credit
        flat[cells] = self._refill(games)

    def _refill(self, games: Indices) -> Bytes:
        """B17: one card of the pile to each robbed bank."""
        pile, size = self.pile[:, games], self.pile_size[games]
        below = upto(pile)
        mark = (self.rng.random(len(games), np.float32) * size).astype(np.uint8)
        drawn: Bytes = ((below > mark) & (below - pile <= mark)).view(np.uint8)  # nothing where the pile is empty
        self.pile[:, games] = pile - drawn
        self.pile_size[games] = size - (size > 0)
        return drawn

    def _last_round(self) -> None:
        """B18: counter-clockwise, as many as are left."""
        begun = True
        while len(games := np.flatnonzero(self.left)):
            self._rob(games, begun=begun)
            self.left[games] -= 1
            self.target[games] = (self.target[games] + np.uint8(BANKS - 1)) % np.uint8(BANKS)
            begun = False
