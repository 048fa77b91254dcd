"""Older selves as one player, and what there is to be learnt from it: to play as they do on average.

Whoever learns by playing itself goes round in circles: it answers what it did some time ago. A self is a moment of such
a circle, and who seeks the best response to it wins much; what all of them do on average is near the circle's middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bluffhouse.bots.network import Network
from bluffhouse.sim import learning
from bluffhouse.train.selfplay import LEARNER, Lessons, SelfPlay, look_back
from bluffhouse.train.trials import Liars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.network import Weights
    from bluffhouse.sim.policy import Policy
    from bluffhouse.train.settings import Settings

    Floats = NDArray[np.float32]
    Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Mean(Network):
    """Plays as its members do on average, each asked at every decision; the critic is the newest one's."""

    members: tuple[Weights, ...] = ()

    def choose(self, observation: NDArray[np.uint8], local: Floats, legal: NDArray[np.bool_]) -> Floats:
        found = [
            Network(self.game, member, self.critic, self.thinks).choose(observation, local, legal)
            for member in self.members
        ]
        average: Floats = np.mean(found, axis=0)
        return average


def mean(selves: Sequence[Network]) -> Mean:
    newest = selves[-1]
    members = tuple(one.policy for one in selves)
    return Mean(newest.game, newest.policy, newest.critic, newest.thinks, members=members)


@dataclass(frozen=True, slots=True)
class Shown(Lessons):
    """Decisions of games in which it played."""

    target: Floats
    """Action by decision: how likely each is to be chosen."""


class Showing(SelfPlay):
    """Such games: the mean is the first of these policies. Some of its seats may hold other cards than they seem to."""

    def __init__(self, settings: Settings, shows: Mean, policies: list[Policy], owner: Indices, *, seed: int) -> None:
        super().__init__(settings.game, policies, owner, seed=seed)
        self.settings, self.shows = settings, shows
        self.liars = Liars(settings, *owner.shape) if settings.disguised else None

    def shown(self) -> Shown:
        """Play every game to its end."""
        return look_back(self.moments(self.shows, 0), self.seats, self.games, self.settings.decay, Shown)

    def _consider(self, chances: Floats) -> tuple[Floats, dict[str, Any]]:
        kept = {"target": chances[: learning.places(self.name).ACTIONS]}
        if self.liars is None:
            return chances, kept
        columns = np.flatnonzero(self.owner[self.batch.actor, self.every] == LEARNER)
        return self.liars.act(self.batch, self.shows, columns, chances), kept
