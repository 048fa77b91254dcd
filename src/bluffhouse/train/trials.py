"""Self-play in which some decisions are tried out: what would several moves have brought in the very game played?

A game tells of one move whether it was good, and that with all the luck of its end. Here several moves of one decision
are compared with the same luck, to the end of the round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.bots.lookahead import Table, exploiter, trials
from bluffhouse.sim import learning
from bluffhouse.train.selfplay import LEARNER, Lessons, Moment, SelfPlay, look_back

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.sim.batch import Batch
    from bluffhouse.sim.policy import Policy
    from bluffhouse.train.settings import Settings

    Floats = NDArray[np.float32]
    Indices = NDArray[np.intp]

NOBODY: Final = -1
ALMOST: Final = 1 - 1e-6
NOTHING: Final = 1e-4
"""Where moves differ by no more than this nothing is at stake."""
WORTHWHILE: Final = 0.25
"""At least this share of the games is tried out at a moment, or none: calls cost nearly as much for few as for many."""


@dataclass(frozen=True, slots=True)
class Tried(Lessons):
    """Lessons of such games."""

    moves: NDArray[np.uint8]
    """Number by decision: the actions that were tried …"""
    before: Floats
    """… how likely the learner would have taken each …"""
    weight: Floats
    """… how much each counts: together they stand for all that the learner might have done; 0 where none was tried …"""
    edge: Floats
    """… and how much more it wins than they do on average, or that by what is at stake at its moment."""
    fair: NDArray[np.bool_]
    """Whether everybody at the table could only guess what the others will do: of such games the critic learns."""

    def told(self) -> dict[str, float]:
        """What the exploiter won in its games, the last rounds played again among them: the learner has the rest."""
        won = self.shares[:, ~self.fair]
        return {"exploiter": 1 - (len(won) - 1) * float(won[0].mean())} if won.size else {}


class Trying(SelfPlay):
    """The learner is the first of these policies."""

    def __init__(
        self, settings: Settings, network: Network, policies: list[Policy], owner: Indices, *, seed: int
    ) -> None:
        seats, games = owner.shape
        self.read = np.arange(int(settings.exploited * games))
        """The games in which one seat owns the learner's policy; in what is tried out it, too, goes on by it."""
        if len(self.read):
            owner, policies = owner.copy(), [*policies, network]
            owner[:, self.read] = LEARNER
            owner[self.read % seats, self.read] = len(policies) - 1
        super().__init__(settings.game, policies, owner, seed=seed)
        self.settings, self.network = settings, network
        self.trials = trials(settings.game)
        self.liars = Liars(settings, seats, games) if settings.disguised else None
        if len(self.read):
            self.ahead = exploiter(settings.game)(network, settings.exploit_worlds, self.batch.rng)

    def tried(self) -> Tried:
        """Play on, and look back."""
        moments = self._with_last_rounds() if self.settings.again else self.moments(self.network, self.settings.steps)
        return look_back(moments, self.seats, self.games, self.settings.decay, Tried)

    def _with_last_rounds(self) -> list[Moment]:
        """Every game once, and its last round so many times more: there most is won and lost, and no critic errs."""
        found: list[Moment] = []
        lanes, ends, kept = self.batch.lanes, 0, False
        while ends <= self.settings.again:
            if not kept and self.trials.last_begins(lanes):
                lanes.keep()
                kept = True
            found.append(self._moment(self.network))
            ends += found[-1].any_over
        return found

    def act(self, chances: Floats | None = None) -> Indices:
        chosen = super().act(chances)
        if len(self.read):
            self._exploit(chosen)
            self.ahead.follow(self.batch.lanes.pick(self.read), chosen[self.read], self.batch.rng)
        return chosen

    def _exploit(self, chosen: Indices) -> None:
        """Where the exploiter decides, it takes what is best."""
        batch = self.batch
        columns = self.read[self.owner[batch.actor[self.read], self.read] == len(self.policies) - 1]
        if len(columns):
            plain = self.network.chances(batch.observation[:, columns], batch.legal[:, columns])
            better = self.ahead.better(batch.lanes, columns, plain, batch.rng)
            if better is not None:
                chosen[columns] = better.chances.argmax(axis=0)

    def _consider(self, chances: Floats) -> tuple[Floats, dict[str, Any]]:
        batch, count = self.batch, self.settings.trial_moves
        columns = np.flatnonzero(self.owner[batch.actor, self.every] == LEARNER)
        kept = {
            "moves": np.zeros((count, len(columns)), np.uint8),
            "before": np.ones((count, len(columns)), np.float32),
            "weight": np.zeros((count, len(columns)), np.float32),
            "edge": np.zeros((count, len(columns)), np.float32),
            "fair": columns >= len(self.read),
        }
        some = self._some(columns)
        if len(some):
            self._try(columns[some], chances[:, some], kept, some)
        return chances if self.liars is None else self.liars.act(self.batch, self.network, columns, chances), kept

    def _some(self, columns: Indices) -> Indices:
        """Which of these decisions are tried out: none, or so many that they are worth the calls."""
        rng, left = self.batch.rng, self.trials.steps_left(self.batch.lanes, early=self.settings.early)
        share = self.settings.trials / left if left else 0.0
        part = max(share, WORTHWHILE)
        wanted = np.where(columns < len(self.read), self.settings.exploit_trials * part, part)
        return np.flatnonzero(rng.random(len(columns)) < wanted) if rng.random() < share / part else columns[:0]

    def _try(self, columns: Indices, chances: Floats, kept: dict[str, Any], some: Indices) -> None:
        rng = self.batch.rng
        moves, weight = drawn(chances, self.settings.trial_moves, rng)
        table = Table(self.batch.lanes, self.owner, self.policies, self.network)
        settings = self.settings
        found = self.trials.outcomes(table, columns, moves, rng, endings=settings.endings, early=settings.early)
        number = len(moves)
        kept["moves"][:number, some] = moves
        kept["before"][:number, some] = np.take_along_axis(chances, moves, axis=0)
        kept["weight"][:number, some] = weight + settings.even * (1 / number - weight)
        edge = found - (weight * found).sum(axis=0)
        if settings.stakes:
            edge /= np.sqrt(np.square(edge).mean()) + NOTHING
        kept["edge"][:number, some] = edge


class Liars:
    """One seat in some of the games, each time anew, does what it would do if it held something else.

    What the others see is what they always see, so what they think of it is as it always is, and wrong. So the learner
    learns what to do with every hand that it might have behind the same moves, not only with those it likes to have:
    else whoever has another there finds it helpless.
    """

    def __init__(self, settings: Settings, seats: int, games: int) -> None:
        self.settings = settings
        self.disguise = learning.disguise(settings.game)
        self.seats, self.games = seats, games
        self.who = np.full(games, NOBODY)
        self.masks = np.zeros(games, np.intp)
        self.telling = False

    def act(self, batch: Batch, policy: Policy, columns: Indices, chances: Floats) -> Floats:
        """The chances by which the learner chooses in these columns now."""
        telling = bool(learning.tells(self.settings.game, batch.observation).any())
        if telling and not self.telling:
            self._draw(batch.rng)
        self.telling = telling
        lies = np.flatnonzero(self.who[columns] == batch.actor[columns]) if telling else columns[:0]
        if not len(lies):
            return chances
        where = columns[lies]
        told = self.disguise.pretended(policy, batch.observation[:, where], batch.legal[:, where], self.masks[where])
        told **= self.settings.astray
        found = chances.copy()
        found[:, lies] = told / told.sum(axis=0)
        return found

    def _draw(self, rng: np.random.Generator) -> None:
        some = rng.random(self.games) < self.settings.disguised
        self.who = np.where(some, rng.integers(self.seats, size=self.games), NOBODY)
        self.masks = rng.integers(1, len(self.disguise.KINDS), self.games)


def drawn(chances: Floats, count: int, rng: np.random.Generator) -> tuple[Indices, Floats]:
    """So many different actions of each column, drawn by their chances, and what each stands for (together 1)."""
    possible = (chances > 0).sum(axis=0)
    count = min(count, int(possible.min()))
    tiny = np.finfo(np.float32).tiny
    marks = np.log(np.maximum(chances, tiny)) + rng.gumbel(size=chances.shape)
    moves = np.argsort(-np.where(chances > 0, marks, -np.inf), axis=0)[:count]
    taken = np.take_along_axis(chances, moves, axis=0).astype(np.float64)
    among = -np.expm1(count * np.log1p(-np.minimum(taken, ALMOST)))  # about how likely each is drawn, however unlikely
    weight = taken / np.where(possible <= count, 1, among)
    return moves, np.asarray(weight / weight.sum(axis=0), np.float32)
