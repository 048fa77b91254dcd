"""Who seeks the best response to the learner while it learns, so that it learns to stand it.

A learner that plays itself sees what one move more would bring. A plan of many moves may beat a whole family of its
selves, and nobody among them ever comes upon it; whoever has nothing else to do does.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from bluffhouse.train import lots, model
from bluffhouse.train.learner import Learner
from bluffhouse.train.settings import RESPONSE

if TYPE_CHECKING:
    import numpy as np

    from bluffhouse.bots.network import Network
    from bluffhouse.train.lots import Lot
    from bluffhouse.train.selfplay import Lessons
    from bluffhouse.train.settings import Settings


class Challengers:
    """One that learns, and those before it, who stay as they were."""

    def __init__(self, settings: Settings) -> None:
        self.settings = dataclasses.replace(settings, **RESPONSE)
        self.lasts = settings.challenger_lasts
        self.learner: Learner | None = None
        self.age = 0
        self.before: list[Network] = []

    @property
    def number(self) -> int:
        return len(self.before)

    def lot(self, network: Network, seats: int, rng: np.random.Generator) -> Lot:
        """Its games of an iteration, alone among copies of the learner; where its time is over, another's."""
        if self.learner is not None and self.age >= self.lasts:
            self.before.append(self.learner.network())
            self.learner = None
        if self.learner is None:
            self.learner, self.age = Learner(self.settings, network), 0
        self.age += 1
        return lots.against(self.settings, self.learner.network(), network, seats, rng)

    def all(self) -> list[Network]:
        return self.before if self.learner is None else [*self.before, self.learner.network()]

    def learn(self, number: int, lessons: Lessons, rng: np.random.Generator) -> dict[str, float]:
        """From the games of this challenger, if it has not ended; what it won in them, for the curves."""
        if self.learner is not None and number == self.number:
            self.learner.learn(lessons, self.age / self.lasts, rng)
        return {"challenger": float(lessons.shares[0].mean())}

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {
            "learner": None if self.learner is None else self.learner.state(),
            "age": self.age,
            "before": [(dict(old.policy), dict(old.critic)) for old in self.before],
        }

    def restore(self, state: dict[str, Any], network: Network) -> None:
        """The network says how wide the layers are."""
        self.before = [model.made(self.settings, policy, critic) for policy, critic in state["before"]]
        self.age = state["age"]
        if state["learner"] is not None:
            self.learner = Learner(self.settings, network)
            self.learner.restore(state["learner"])
