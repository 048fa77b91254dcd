"""Games in which some decisions are searched: what the search would rather do is what the network is to learn.

The games go on as the search wants it, so that the positions are those of better play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bluffhouse.bots.lookahead import watcher
from bluffhouse.sim import learning
from bluffhouse.train.selfplay import LEARNER, Lessons, SelfPlay, look_back

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.train.settings import Settings

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Advice(Lessons):
    """Decisions of such games, whether searched or not: all of them tell the critic how games end."""

    target: Floats
    """Action by decision: how likely each is to be chosen."""
    searched: NDArray[np.bool_]
    apart: Floats
    """How far the target is from the network's own chances (Kullback-Leibler, nats)."""
    gain: Floats
    """How much more the search expects to win."""

    def told(self) -> dict[str, float]:
        """For the curves: means over what was searched."""
        count = max(1, int(self.searched.sum()))
        return {
            "searched": int(self.searched.sum()),
            "expert_apart": float(self.apart.sum() / count),
            "expert_gain": float(self.gain.sum() / count),
        }


@dataclass(frozen=True, slots=True)
class ExpertLot:
    """Such games, to be played in one place."""

    settings: Settings
    network: Network
    seats: int
    seed: int

    def lessons(self) -> Advice:
        return Advised(self).advice()


class Advised(SelfPlay):
    """The network at all seats, each of its decisions searched with some chance."""

    def __init__(self, lot: ExpertLot) -> None:
        settings = lot.settings
        owner = np.full((lot.seats, settings.expert_games), LEARNER)
        super().__init__(settings.game, [lot.network], owner, seed=lot.seed)
        self.network, self.settings = lot.network, settings
        effort = settings.expert_worlds, settings.expert_warmth, settings.expert_trust
        self.ahead = watcher(settings.game)(lot.network, *effort)

    def advice(self) -> Advice:
        """Play every game to its end."""
        return look_back(self.moments(self.network, 0), self.seats, self.games, self.settings.decay, Advice)

    def act(self, chances: Floats | None = None) -> NDArray[np.intp]:
        chosen = super().act(chances)
        self.ahead.follow(self.batch.lanes, chosen, self.batch.rng)
        return chosen

    def _consider(self, chances: Floats) -> tuple[Floats, dict[str, Any]]:
        rng = self.batch.rng
        searched: NDArray[np.bool_] = np.less(rng.random(self.games), self.settings.expert_share)
        columns = np.flatnonzero(searched)
        found = self.ahead.better(self.batch.lanes, columns, chances[:, columns], rng) if len(columns) else None
        target, gain = chances.copy(), np.zeros(self.games, np.float32)
        if found is None:
            searched = np.zeros(self.games, np.bool_)
        else:
            target[:, columns], gain[columns] = found.chances, found.gain
        scored = slice(learning.places(self.name).ACTIONS)
        kept = {"target": target[scored], "searched": searched, "apart": _apart(target, chances), "gain": gain}
        return target, kept


def _apart(target: Floats, chances: Floats) -> Floats:
    """The Kullback-Leibler divergence of each column."""
    likely = target > 0
    odds = np.where(likely, target, 1) / np.where(likely, np.maximum(chances, np.finfo(np.float32).tiny), 1)
    found: Floats = (target * np.log(odds)).sum(axis=0)
    return found
