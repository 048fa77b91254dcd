"""What everybody may think of everybody's face-down cards, and everybody knows it: the exact belief under one model.

Where a card lies and when it was laid is public; hidden is in which of six orders a player lays its three kinds. The
model, asked in every disguise of whoever lays, says how likely the public move was in each order.

And what everybody remembers of everybody: how many chips somebody has put where its own pawn could come, and where it
could not. By that players of habit are told from others.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from bluffhouse.games.vabanque.encode import FEATURES, FIRST_LAY, LAPS, MOST_CASINOS, MOST_SEATS
from bluffhouse.games.vabanque.kernel import disguise
from bluffhouse.games.vabanque.model import ALL_KINDS, MOST_STEPS, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.kernel.pay import Bytes

    Floats = NDArray[np.float32]

ORDERS: Final = np.array(list(itertools.permutations(range(LAPS))))
"""Order by lap: which kind is laid."""
SHOWN: Final = (ALL_KINDS.index(Kind.RAISE), ALL_KINDS.index(Kind.TRAP))
CARDS: Final = slice(FEATURES, FEATURES + MOST_SEATS * LAPS * len(SHOWN))
"""The rows of an observation with thoughts, after those of encode.py: seat (the own one first: what the others think of
it) by lap by Raise and Trap, chance in 255ths …"""
REACHES: Final = 2
HABITS: Final = slice(CARDS.stop, CARDS.stop + MOST_SEATS * REACHES)
"""… and by seat how many chips it has put within its own pawn's reach, and beyond it."""
ROWS: Final = HABITS.stop - FEATURES
TINY: Final = 1e-9
BACK: Final = np.argsort(np.array(disguise.KINDS), axis=1)
"""Disguise by kind: what that kind is disguised as."""
DIFFERENT: Final = ((0,), (0, 3, 4), tuple(range(len(ORDERS))))
"""Lap: the disguises that are all that there are then. With one card laid these turn the kinds by none, one and two."""
FULL: Final = 255
TRUST: Final = np.float32(0.6)
"""The power of what a move tells in the rows that are shown: whoever trusts it fully is easily deceived by one who
lays otherwise than the model."""


class Model(Protocol):
    """How somebody chooses."""

    def chances(self, observation: Bytes, legal: NDArray[np.bool_], /) -> Floats:
        """Action by column: how likely each is."""


class Thought:
    """Of all players of a batch."""

    def __init__(self, model: Model, seats: int, games: int) -> None:
        self.model = model
        self.likely = np.zeros((seats, len(ORDERS), games), np.float32)
        """Player by order: the logarithm of how likely its cards were laid so."""
        self.chips = np.zeros((seats, REACHES, games), np.uint8)
        """Seat: so many of its chips were within its own pawn's reach, and so many beyond it."""

    def forget(self) -> None:
        """A new game begins."""
        self.likely.fill(0)
        self.chips.fill(0)

    def chip(self, seat: Bytes, steps: Bytes) -> None:
        """This seat now puts a chip so many steps from its pawn."""
        beyond = (steps > MOST_STEPS).astype(np.intp)
        self.chips[seat, beyond, np.arange(len(seat))] += 1

    def weights(self) -> Floats:
        """The same: how likely each is now, for who does not trust all that is told."""
        odds: Floats = np.exp(TRUST * (self.likely - self.likely.max(axis=1, keepdims=True)))
        odds /= odds.sum(axis=1, keepdims=True)
        return odds

    def follow(self, lanes: Lanes, player: int, lay: Bytes) -> None:
        """This card will now be laid."""
        steps = (lay % np.uint8(MOST_CASINOS)).astype(np.intp)
        actions = FIRST_LAY + ORDERS[:, lanes.turn // lanes.seats, None] * MOST_CASINOS + steps
        self.likely[player] += self.told(lanes, player, actions)

    def told(self, lanes: Lanes, player: int, actions: NDArray[np.intp]) -> Floats:
        """Order by game: the logarithm of how likely this player does what is seen of these actions, one an order."""
        laid = sum(1 for _, who in lanes.layings() if who == player)
        which = DIFFERENT[min(laid, LAPS - 1)]
        chances = self._asked(lanes.observation, lanes.legal, which)
        columns = np.arange(lanes.games)
        found = np.zeros((len(ORDERS), lanes.games), np.float32)
        for number, mask in enumerate(which):
            kinds = BACK[mask][lanes.kinds[:laid, player]]
            for order in range(len(ORDERS)):
                agrees = (kinds == ORDERS[order, :laid, None]).all(axis=0)
                found[order] += np.where(agrees, chances[number][actions[order], columns], 0)
        return np.log(np.maximum(found, TINY))

    def _asked(self, observation: Bytes, legal: NDArray[np.bool_], which: Sequence[int]) -> list[Floats]:
        rest = np.arange(FEATURES, len(observation))
        seen = np.concatenate([observation[np.append(disguise.OBSERVED[mask], rest)] for mask in which], axis=1)
        may = np.concatenate([legal[disguise.ACTED[mask]] for mask in which], axis=1)
        return np.split(self.model.chances(seen, may), len(which), axis=1)

    def seen(self, lanes: Lanes, watcher: int) -> Bytes:
        """The rows that the watcher's observation gets."""
        return np.concatenate((self._cards(lanes, watcher), self._habits(lanes, watcher)))

    def _habits(self, lanes: Lanes, watcher: int) -> Bytes:
        rows = np.zeros((MOST_SEATS, REACHES, lanes.games), np.uint8)
        listed = lanes.order[(watcher + np.arange(lanes.seats)) % lanes.seats].astype(np.intp)
        rows[: lanes.seats] = np.take_along_axis(self.chips, listed[:, None], axis=0)
        return rows.reshape(-1, lanes.games)

    def _cards(self, lanes: Lanes, watcher: int) -> Bytes:
        seats = lanes.seats
        rows = np.zeros((MOST_SEATS, LAPS, len(SHOWN), lanes.games), np.uint8)
        laps = [0] * seats
        for lap, player in lanes.layings():
            laps[player] = lap + 1
        if any(laps):
            places = (watcher + np.arange(seats)) % seats
            weights = self.weights()[places]
            for lap in range(LAPS):
                who = [row for row, place in enumerate(places) if laps[place] > lap]
                for number, kind in enumerate(SHOWN):
                    here = weights[:, ORDERS[:, lap] == kind].sum(axis=1)
                    rows[who, lap, number] = (here[who] * FULL + 0.5).astype(np.uint8)
        return rows.reshape(-1, lanes.games)
