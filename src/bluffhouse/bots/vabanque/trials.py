"""Moves tried in the very games that are played: the rest of the round by whoever sits there, then the critic judges.

All moves of a position have the same luck: whoever would choose the same after both of them does, and what differs is
what the moves make of it.

Most of that luck is where pawns go, and pawns cost little beside cards, of which everybody thinks something: so a round
may be played to its pawns once, and ended several times. Or it is judged where its cards lie, by the critic that sees
them all: of what a trial of a card then varies by, six to ten parts of eleven are gone, and what is left of it agrees
with what the card brings (correlation .83 to .87 in round 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.games.vabanque.encode import FIRST_STEP
from bluffhouse.games.vabanque.kernel.lanes import RAISE, TRAP
from bluffhouse.games.vabanque.kernel.pay import by_seat, earnings, wrap
from bluffhouse.games.vabanque.model import ALL_KINDS, LAPS, MOST_STEPS, ROUNDS, Phase
from bluffhouse.sim.batch import win_shares
from bluffhouse.sim.policy import draw_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.lookahead import Table
    from bluffhouse.games.vabanque.kernel.lanes import Lanes

    Floats = NDArray[np.float32]
    Indices = NDArray[np.intp]


def steps_left(lanes: Lanes, *, early: bool = False) -> int:
    """Until the round ends, or early until the cards lie; before the pawns stand all is alike."""
    after = {Phase.CHIPS: len(ALL_KINDS) + 1, Phase.CARDS: 1, Phase.PAWNS: 0}
    laps = {Phase.CHIPS: LAPS[lanes.round - 1], Phase.CARDS: len(ALL_KINDS), Phase.PAWNS: 1}
    if lanes.phase not in after:
        return 0
    pawns = early and lanes.phase is not Phase.PAWNS
    return (laps[lanes.phase] + after[lanes.phase] - pawns) * lanes.seats - lanes.turn


def last_begins(lanes: Lanes) -> bool:
    return lanes.round == ROUNDS and lanes.phase is Phase.CHIPS and lanes.turn == 0


def outcomes(
    table: Table,
    columns: Indices,
    actions: Indices,
    rng: np.random.Generator,
    *,
    endings: int = 1,
    early: bool = False,
) -> Floats:
    left = steps_left(table.lanes, early=early) - 1  # after the moves that are tried
    tried = Trying(table, columns, actions, rng)
    if early and table.lanes.phase is not Phase.PAWNS:
        for _ in range(left):
            tried.go_on()
        return tried.judged()
    pawns = min(left, table.lanes.seats)
    summed = endings > 1 and pawns > 0 and table.lanes.round == ROUNDS
    for number in range(left - summed):
        tried.go_on(endings if number == left - pawns else 1)
    return tried.summed() if summed else tried.judged()


class Trying:
    """Games in which moves have been tried, in columns ending by move by position."""

    def __init__(self, table: Table, columns: Indices, actions: Indices, rng: np.random.Generator) -> None:
        self.table = table
        self.rng = rng
        self.lanes: Lanes = table.lanes.pick(np.tile(columns, len(actions)))
        self.sitting = np.tile(table.owner[:, columns], len(actions))
        self.mine = self.lanes.actor.copy()
        self.shape = 1, *actions.shape
        self.lanes.see()
        self.lanes.step(actions.ravel(), rng)

    def go_on(self, times: int = 1) -> None:
        """One decision, by whoever sits there, with the same luck after all moves of a position; with more times than 1
        games are parted here, and each part has a luck of its own.
        """
        chances = self._chances()
        if times > 1:  # whoever decides now sees the same in all parts
            self._repeat(times)
            chances = np.tile(chances, times)
        endings, _, positions = self.shape
        luck = np.broadcast_to(self.rng.random((endings, 1, positions), np.float32), self.shape).ravel()
        self.lanes.step(draw_by(chances, luck), self.rng)

    def _repeat(self, times: int) -> None:
        columns = np.tile(np.arange(self.lanes.games), times)
        self.lanes = self.lanes.pick(columns)
        self.lanes.see()
        self.sitting, self.mine = self.sitting[:, columns], self.mine[columns]
        self.shape = times, *self.shape[1:]

    def _chances(self) -> Floats:
        """Action by column."""
        lanes = self.lanes
        observation, legal = lanes.observation, lanes.legal
        who = self.sitting[lanes.actor, np.arange(lanes.games)]
        found = np.zeros(legal.shape, np.float32)
        for number, policy in enumerate(self.table.policies):
            theirs = np.flatnonzero(who == number)
            if len(theirs):
                found[:, theirs] = policy.chances(observation[:, theirs], legal[:, theirs])
        return found

    def judged(self) -> Floats:
        """Move by position: what is won where the round has ended; after the last one nothing is left to be judged."""
        lanes = self.lanes
        return self._mean(win_shares(lanes.wealth()) if lanes.any_over else self.table.critic.win_chances(lanes))

    def summed(self) -> Floats:
        """The same where the last pawn of the game has still to move: over all that it may do, as likely as it is."""
        lanes, chances = self.lanes, self._chances()
        chips, raises, traps = lanes.chips(), lanes.lies(RAISE), lanes.lies(TRAP)
        found = np.zeros((lanes.seats, lanes.games), np.float32)
        for steps in range(MOST_STEPS + 1):
            pawns = lanes.pawns.copy()
            pawns[-1] = wrap(pawns[-1] + np.uint8(steps), lanes.casinos)
            money = lanes.money + earnings(chips, raises, traps, pawns)
            found += chances[FIRST_STEP + steps] * win_shares(by_seat(money, lanes.order).astype(np.int32))
        return self._mean(found)

    def _mean(self, shares: Floats) -> Floats:
        """Of all endings, for whoever tried the moves."""
        won = shares[self.mine, np.arange(self.lanes.games)].reshape(self.shape)
        found: Floats = won.mean(axis=0)
        return found
