"""Information-set Monte-Carlo tree search, as OpenSpiel does it: the baseline that search bots are measured against.

One tree a decision, shared by all seats: a node is what the seat that decides there sees. A simulation draws a world
that fits the view, walks down by UCT (an untried move first), adds one node, and plays the rest out at random. Several
simulations go down together, each counted on its way before its result is known, so that they spread; OpenSpiel's go
one by one, with a Python call a decision, which takes far longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from bluffhouse.bots.worlds import worlds
from bluffhouse.sim import kernel
from bluffhouse.sim.batch import generator, win_shares
from bluffhouse.sim.rollout import can_be_fast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame
    from bluffhouse.sim.kernel import Actions, Lanes

WORLDS: Final = 250
"""Guesses a decision, of which simulations draw."""
TOGETHER: Final = 25
EXPLORE: Final = 1.0
"""How much UCT tries what it has seldom tried; win shares lie between 0 and 1."""
SEEDS: Final = 1 << 63


def ismcts(game: AnyGame, simulations: int) -> Mind:
    """The move tried most often in so many simulations; of equals any."""

    def mind(view: Any, moves: Sequence[Any], below: Below) -> Any:
        if len(moves) == 1:
            return moves[0]
        root = _Search(game, view, below).run(simulations)
        most = root.actions[root.visits == root.visits.max()]
        return kernel.encoder(game.name).move(view, int(most[below(len(most))]))

    return mind


class Node:
    """A decision as its seat sees it: how often each legal action was tried, and what it brought that seat in all."""

    __slots__ = ("actions", "total", "visits")

    def __init__(self, legal: NDArray[np.bool_]) -> None:
        self.actions = np.flatnonzero(legal)
        self.visits = np.zeros(len(self.actions))
        self.total = np.zeros(len(self.actions))

    def select(self, rng: np.random.Generator) -> int:
        """The place of the action to try next."""
        untried = np.flatnonzero(self.visits == 0)
        if len(untried):
            return int(untried[rng.integers(len(untried))])
        bonus = EXPLORE * np.sqrt(np.log(self.visits.sum()) / self.visits)
        return int(np.argmax(self.total / self.visits + bonus))


Path: TypeAlias = list[tuple[Node, int, int]]
"""The decisions of a simulation within the tree: where, the place of the action tried, and by which seat."""


class _Search:
    def __init__(self, game: AnyGame, view: Any, below: Below) -> None:
        self.worlds = kernel.kernel(game.name).load(worlds(game, view, WORLDS, below))
        self.rng = generator(below(SEEDS))
        self.tree: dict[bytes, Node] = {}

    def run(self, simulations: int) -> Node:
        """The root after so many simulations."""
        lanes = self.worlds.pick(np.zeros(1, np.intp))
        lanes.see()
        root = self.tree[_keys(lanes)[0]] = Node(lanes.legal[:, 0])
        for done in range(0, simulations, TOGETHER):
            self._simulate(min(TOGETHER, simulations - done))
        return root

    def _simulate(self, size: int) -> None:
        """Some simulations at once, a column each, in step until each has met a node that is new or the end."""
        lanes = self.worlds.pick(self.rng.integers(0, self.worlds.games, size))
        lanes.see()
        paths: list[Path] = [[] for _ in range(size)]
        going = np.ones(size, np.bool_)
        while True:
            leaves, actions = self._choose(lanes, paths, going)
            self._settle(lanes, paths, leaves)
            going[leaves] = False
            if not going.any():
                return
            lanes.step(actions, self.rng)

    def _choose(self, lanes: Lanes, paths: list[Path], going: NDArray[np.bool_]) -> tuple[list[int], Actions]:
        """The columns that leave the tree here, and an action for each of the others."""
        over = lanes.over
        if over.all():
            return [int(column) for column in np.flatnonzero(going)], np.empty(0, np.intp)
        keys, legal, actors = _keys(lanes), lanes.legal, lanes.actor
        actions, leaves = legal.argmax(axis=0), []
        for column in (int(column) for column in np.flatnonzero(going)):
            node = None if over[column] else self.tree.get(keys[column])
            if node is None:
                leaves.append(column)
                self.tree[keys[column]] = Node(legal[:, column])
            else:
                place = node.select(self.rng)
                node.visits[place] += 1
                paths[column].append((node, place, int(actors[column])))
                actions[column] = node.actions[place]
        return leaves, actions

    def _settle(self, lanes: Lanes, paths: list[Path], leaves: list[int]) -> None:
        """Play the leaves out, and tell every node on the way what came of it."""
        if not leaves:
            return
        ends = lanes.pick(np.array(leaves, np.intp)).finish(self.rng, fast=can_be_fast())
        for column, shares in zip(leaves, win_shares(ends).T, strict=True):
            for node, place, seat in paths[column]:
                node.total[place] += shares[seat]


def _keys(lanes: Lanes) -> list[bytes]:
    """What the deciding seat of each column sees, its own chair included."""
    seen = np.concatenate([lanes.actor[None, :], lanes.observation])
    return [column.tobytes() for column in np.ascontiguousarray(seen.T)]
