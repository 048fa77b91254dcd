"""The search of a round for a whole batch of games: they are in step, so all positions are searched at one stroke.

Everybody is the network, so the belief is exact with that one model. Moves are tried in the same worlds, the network
plays the rest of the round, and what was not tried stays as likely as it was: nothing has been found about it.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.bots.lookahead import Better
from bluffhouse.bots.vabanque.orders import ORDERS, Reading, suppose
from bluffhouse.bots.vabanque.search import Effort, at_the_end, sure
from bluffhouse.bots.vabanque.shadows import Shadows
from bluffhouse.games.vabanque.model import ROUNDS, Phase
from bluffhouse.sim.policy import draw_by, draw_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.kernel.thought import Thought

    Floats = NDArray[np.float64]
    Indices = NDArray[np.intp]

COLUMNS: Final = 4096
"""So many games are played at a time: more would take memory and gain no time."""


class RoundLookahead:
    """Watches games and keeps what their moves tell of the cards."""

    def __init__(self, network: Network, effort: Effort) -> None:
        self.network = network
        self.effort = effort
        self.shadows: Shadows | None = None
        """While cards lie."""
        self.walked: NDArray[np.float32] | None = None
        """What pawns have told, where everybody thinks of the cards already."""

    def follow(self, lanes: Lanes, actions: Indices, rng: np.random.Generator) -> None:
        if lanes.round not in self.effort.rounds:
            return
        if lanes.thought is not None:
            self._follow_thought(lanes, lanes.thought, actions)
            return
        if lanes.phase is Phase.CARDS and lanes.turn == 0:
            self.shadows = Shadows(lanes, self.network)
        if lanes.phase is Phase.PAWNS and lanes.turn == lanes.seats - 1:
            self.shadows = None  # nobody decides any more before the cards go back
        if self.shadows is not None:
            self.shadows.follow(actions, rng)

    def _follow_thought(self, lanes: Lanes, thought: Thought, actions: Indices) -> None:
        """Everybody thinks of the cards what they tell; where pawns went, only who looks ahead adds."""
        if lanes.phase is not Phase.PAWNS:
            self.walked = None
            return
        player = lanes.turn
        if lanes.sight is None:  # some of a batch, taken out of it
            lanes.see()
        if self.walked is None:
            self.walked = np.zeros_like(thought.likely)
        self.walked[player] = thought.told(lanes, player, np.tile(actions, (len(ORDERS), 1)))

    def better(
        self, lanes: Lanes, columns: Indices, plain: NDArray[np.float32], rng: np.random.Generator
    ) -> Better | None:
        if not self.effort.searches(lanes.phase, lanes.round):
            return None
        tried = self._tried(lanes.legal[:, columns], plain)
        at_a_time = max(1, COLUMNS // (len(tried) * self.effort.worlds))
        parts = np.array_split(np.arange(len(columns)), -(-len(columns) // at_a_time))
        values = np.concatenate([self.values(lanes, columns[part], tried[:, part], rng) for part in parts], axis=1)
        liked = np.take_along_axis(plain, tried, axis=0).astype(np.float64)
        wanted = self.effort.mixed(liked, values) * liked.sum(axis=0)
        chances = plain.copy()
        np.put_along_axis(chances, tried, wanted.astype(np.float32), axis=0)
        return Better(chances, ((wanted - liked) * values).sum(axis=0))

    def _tried(self, legal: NDArray[np.bool_], plain: NDArray[np.float32]) -> Indices:
        """Move by position: what the network likes most, no more than everybody has."""
        count = min(self.effort.moves, int(np.add.reduce(legal, axis=0).min()))
        return np.argsort(-np.where(legal, plain, -1), axis=0, kind="stable")[:count]

    def values(self, lanes: Lanes, columns: Indices, actions: Indices, rng: np.random.Generator) -> Floats:
        """Move by position: the mean win share of whoever decides in these games, after each of these actions."""
        worlds = self.imagine(lanes, columns, rng)
        tried = worlds.pick(np.tile(np.arange(worlds.games), len(actions)))

        def choose(now: Lanes) -> Indices:
            chances = self.network.chances(now.observation, now.legal)
            if self.effort.alike:
                return draw_by(chances, np.tile(rng.random(worlds.games, np.float32), len(actions)))
            return draw_each(chances, rng)

        mine = tried.actor.copy()
        shares = at_the_end(tried, np.repeat(actions, self.effort.worlds, axis=1).ravel(), choose, self.network, rng)
        own = shares[mine, np.arange(tried.games)]
        found: Floats = own.reshape(*actions.shape, self.effort.worlds).mean(axis=2, dtype=np.float64)
        return found

    def imagine(self, lanes: Lanes, columns: Indices, rng: np.random.Generator) -> Lanes:
        """Worlds of each of these games, side by side, as whoever decides there must think them."""
        count, mine = self.effort.worlds, lanes.turn % lanes.seats
        worlds = lanes.pick(np.repeat(columns, count))
        if lanes.thought is not None or self.shadows is not None:
            weights = self.weights(lanes, columns)
            for place in range(lanes.seats):
                if place != mine:
                    suppose(worlds, place, draw_each(np.repeat(weights[place], count, axis=1), rng))
        return worlds

    def weights(self, lanes: Lanes, columns: Indices) -> NDArray[np.float32]:
        if lanes.thought is not None:
            likely = lanes.thought.likely[..., columns]
            if self.walked is not None:
                likely = likely + self.walked[..., columns]
            return Reading(likely.astype(np.float64)).weights().astype(np.float32)
        assert self.shadows is not None
        return Reading(self.shadows.reading.likely[..., columns]).weights().astype(np.float32)


def exploit(network: Network, worlds: int, rng: np.random.Generator) -> RoundLookahead:
    """One who takes what is best, with cards and pawns, in the last round and in one of those before.

    Most is won in the last one; chips are dear to search and win it little.
    """
    rounds = int(rng.integers(1, ROUNDS)), ROUNDS
    return RoundLookahead(network, dataclasses.replace(sure(worlds), chips_from=ROUNDS + 1, rounds=rounds, alike=True))


def watch(network: Network, worlds: int, warmth: float, trust: float) -> RoundLookahead:
    return RoundLookahead(network, Effort(worlds=worlds, warmth=warmth, trust=trust))
