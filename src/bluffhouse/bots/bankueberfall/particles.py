"""What a seat of Banküberfall may know, as many whole worlds that fit its view, each with a weight.

A card this seat has not seen may be any that is left: dealt to a bank, put there by somebody, still in a hand or in the
pile, every way of laying the unseen cards out is as likely while people place at random. `guess` of the game draws one
such way with its whole story; here hundreds are drawn at one stroke, without a story. What people really place is told
by the weights (likelihood.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.bankueberfall.encode import gone
from bluffhouse.games.bankueberfall.model import BANKS, COPIES, KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.core.game import Seat
    from bluffhouse.games.bankueberfall.model import Card, View

    Counts = NDArray[np.int64]
    """Cards of each kind: the last axis goes over KINDS."""
    Weights = NDArray[np.float64]

KIND: Final = {kind: number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True)
class Particles:
    """Worlds that fit a view: a row a world. `hidden` says what lies at each of the places this seat cannot see."""

    view: View
    places: tuple[tuple[int, int], ...]
    """Bank and number of every card there that is unknown to this seat."""
    hidden: NDArray[np.uint8]
    """The unseen cards in some order: those at the places, then the others' hands by seat, then the pile."""
    weights: Weights
    """How likely each world is; they sum to 1."""

    @property
    def size(self) -> int:
        return len(self.hidden)

    def card(self, bank: int, place: int) -> NDArray[np.uint8]:
        """The kind of a card this seat cannot see, in every world."""
        return self.hidden[:, self.places.index((bank, place))]

    def chances(self, bank: int, place: int) -> Weights:
        """How likely a card at a bank is of each kind."""
        seen = self.view.banks[bank][place].kind
        if seen is not None:
            return np.array([float(kind is seen) for kind in KINDS])
        return np.array([self.weights[self.card(bank, place) == kind].sum() for kind in range(len(KINDS))])

    @cached_property
    def banks(self) -> Counts:
        """World x bank x kind."""
        return self.seen_by(None)

    def seen_by(self, seat: Seat | None) -> Counts:
        """What a seat knows of each bank in each world: its own cards, those it spied on, those face up (None: all)."""
        counts = np.zeros((self.size, BANKS, len(KINDS)), np.int64)
        every = np.arange(self.size)
        for bank, row in enumerate(self.view.banks):
            for place, card in enumerate(row):
                if seat is None or knows(seat, card):
                    kind = self.card(bank, place) if card.kind is None else KIND[card.kind]
                    counts[every, bank, kind] += 1
        return counts

    @cached_property
    def hands(self) -> Counts:
        """World x seat x kind."""
        counts = np.zeros((self.size, self.view.seats, len(KINDS)), np.int64)
        start = len(self.places)
        for seat, size in enumerate(self.view.hand_sizes):
            if seat == self.view.me:
                counts[:, seat] = [self.view.hand.count(kind) for kind in KINDS]
                continue
            counts[:, seat] = _count(self.hidden[:, start : start + size])
            start += size
        return counts

    @cached_property
    def pile(self) -> Counts:
        """World x kind."""
        return _count(self.hidden[:, self.hidden.shape[1] - self.view.pile_size :])

    def weighed(self, weights: Weights) -> Particles:
        """The same worlds, so likely."""
        return Particles(self.view, self.places, self.hidden, weights / weights.sum())

    def resampled(self, count: int, rng: np.random.Generator) -> Particles:
        """So many of the worlds, each as often as it is likely and then all alike: evenly, for the least noise."""
        marks = (np.arange(count) + rng.random()) / count
        chosen = np.searchsorted(np.cumsum(self.weights), marks).clip(max=self.size - 1)
        return Particles(self.view, self.places, self.hidden[chosen], np.full(count, 1 / count))


def knows(seat: Seat, card: Card) -> bool:
    """Whether a seat knows what this card is (B7, B8)."""
    return card.up or card.by == seat or seat in card.spies


def draw(view: View, count: int, rng: np.random.Generator) -> Particles:
    """So many worlds, all of them as likely: as if everybody placed at random."""
    places = tuple(
        (bank, place) for bank, row in enumerate(view.banks) for place, card in enumerate(row) if card.kind is None
    )
    unseen = np.repeat(np.arange(len(KINDS), dtype=np.uint8), _unseen(view))
    hidden = rng.permuted(np.tile(unseen, (count, 1)), axis=1)
    return Particles(view, places, hidden, np.full(count, 1 / count))


def _unseen(view: View) -> list[int]:
    """How many cards of each kind this seat has not seen."""
    seen = [card.kind for row in view.banks for card in row] + list(view.hand)
    return [
        copies - seen.count(kind) - discarded for kind, copies, discarded in zip(KINDS, COPIES, gone(view), strict=True)
    ]


def _count(cards: NDArray[np.uint8]) -> Counts:
    counts: Counts = np.add.reduce(cards[:, :, None] == np.arange(len(KINDS)), axis=1, dtype=np.int64)
    return counts
