"""Who may win where, by a simple guess of where pawns go: the rather to a casino the more may be hoped for there.

Everybody hopes by what may be thought of the cards, and earns by what is known of them: so a card that is not what it
is taken for is worth something. Money is counted as `ring` does, chances as if expected fortunes were all that is sure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.games.vabanque.encode import FEATURES, LAPS, MOST_SEATS
from bluffhouse.games.vabanque.kernel.thought import CARDS, FULL
from bluffhouse.games.vabanque.model import ALL_KINDS, MOST_STEPS, Kind

if TYPE_CHECKING:
    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.kernel.ring import Floats, Ring

RAISE, TRAP = ALL_KINDS.index(Kind.RAISE), ALL_KINDS.index(Kind.TRAP)
LEAST: Final = np.float32(0.05)
"""No casino is so bad that nobody goes there."""
SURER: Final = 3
"""The power of one's own hopes: of oneself one knows better where one goes …"""
SURE: Final = 2
"""… than of others."""
HALF: Final = np.float32(0.5)


@dataclass(frozen=True, slots=True)
class Thought:
    """How many Raises and Traps everybody may think lie there; without thoughts every card is each kind as likely."""

    own_raise: Floats
    """By casino: what the others may think of the own cards …"""
    own_trap: Floats
    next_raise: Floats
    """… of the next one, wherever it will lie …"""
    next_trap: Floats
    raises: Floats
    """… and by other and casino: what may be thought of theirs."""
    traps: Floats


def read_thought(ring: Ring, observation: Bytes) -> Thought:
    laid = np.concatenate((ring.laid[None], ring.cards))
    seats, _, _, columns = laid.shape
    if len(observation) > FEATURES:
        told = observation[CARDS].reshape(MOST_SEATS, LAPS, 2, 1, columns)[:seats] * np.float32(1 / FULL)
    else:
        told = laid.max(axis=2)[:, :, None, None].repeat(2, axis=2) * np.float32(1 / LAPS)
    raises, traps = ((laid * told[:, :, number]).sum(axis=1) for number in range(2))
    traps = np.minimum(traps, 1)
    held = np.maximum(LAPS - laid[0].sum(axis=(0, 1)), 1)
    next_raise, next_trap = (np.clip(1 - told[0, :, number, 0].sum(axis=0), 0, 1) / held for number in range(2))
    return Thought(raises[0], traps[0], next_raise, next_trap, raises[1:], traps[1:])


class Prospects:
    """Of one observation a column; arrays go by (other by) casino by column."""

    def __init__(self, ring: Ring, thought: Thought) -> None:
        self.ring, self.thought = ring, thought
        self.raised = thought.raises.sum(axis=0)
        self.value: Floats = ring.chips * (1 + self.raised + ring.own[RAISE])
        self.safe: Floats = np.multiply.reduce(1 - thought.traps, axis=0)
        self.alone: Floats = self.safe / np.maximum(1 - thought.traps, LEAST)
        """How safe it is for each other, whose own Trap does it no harm."""
        self.earn: Floats = self.value * (1 - ring.own[TRAP]) * self.alone
        self.odds = self._odds(thought.own_raise, thought.own_trap)
        self.all_odds = np.maximum(self.odds.sum(axis=1, keepdims=True), LEAST**2)  # none before pawns stand
        self.likely: Floats = self.odds / self.all_odds
        """How likely each other's pawn ends there."""
        self.mine: Floats = self.value * self.safe
        reach = (np.arange(ring.casinos) <= MOST_STEPS).astype(np.float32)[:, None]
        self.own_odds: Floats = ((self.mine + LEAST) * reach) ** SURER
        caught = (ring.own[TRAP] * self.value * self.likely.sum(axis=0)).sum(axis=0)
        others = (self.likely * self.earn).sum(axis=1)
        self.ahead: Floats = ring.gaps + caught - others
        """Other: how much richer than each one may expect to be but for what the own pawn earns."""
        own = (self.own_odds * self.mine).sum(axis=0) / self.own_odds.sum(axis=0)
        self._spread = np.maximum(HALF * (others.mean(axis=0) + own), 1)
        self.win_now = self._win((self.ahead + own)[:, None])

    def _odds(self, own_raise: Floats, own_trap: Floats) -> Floats:
        hoped = self.ring.chips * (1 + self.raised + own_raise) * (1 - np.minimum(own_trap, 1)) * self.alone
        odds: Floats = np.where(self.ring.comes > 0, hoped + LEAST, 0) ** SURE
        return odds

    def _win(self, ahead: Floats) -> Floats:
        """How likely it is to be ahead of all others."""
        sure = np.clip(ahead / self._spread, -30, 30)
        win: Floats = np.multiply.reduce(1 / (1 + np.exp(-sure)), axis=0)
        return win

    def win_here(self) -> Floats:
        """By casino: if the own pawn ends there."""
        return self._win(self.ahead[:, None] + self.mine)

    def win_laying(self) -> Floats:
        """Kind by casino: if the next card is laid there, beside as it is now. The others only see that a card lies."""
        ring, thought = self.ring, self.thought
        odds = self._odds(thought.own_raise + thought.next_raise, thought.own_trap + thought.next_trap)
        all_odds = np.maximum(self.all_odds - self.odds + odds, LEAST**2)
        trapped = self.odds * ring.own[TRAP] * self.value
        earned, caught = self.odds * self.earn, trapped
        elsewhere = earned.sum(axis=1, keepdims=True) - earned, caught.sum(axis=1, keepdims=True) - caught
        own, own_all = self.own_odds * self.mine, self.own_odds.sum(axis=0)
        found = []
        for kind in range(LAPS):
            value = self.value + ring.chips if kind == RAISE else self.value
            catches = np.float32(1) if kind == TRAP else ring.own[TRAP]
            others = (elsewhere[0] + odds * value * (1 - catches) * self.alone) / all_odds
            traps = ((elsewhere[1] + odds * catches * value) / all_odds).sum(axis=0)
            mine = value * self.safe
            own_odds = np.where(self.own_odds > 0, mine + LEAST, 0) ** SURER
            goes = (own.sum(axis=0) - own + own_odds * mine) / (own_all - self.own_odds + own_odds)
            found.append(self._win(ring.gaps[:, None] + goes + traps - others) - self.win_now)
        return np.stack(found)
