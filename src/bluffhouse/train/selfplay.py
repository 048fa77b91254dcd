"""Many games of self-play, some seats lent to older selves, and what the learner's seats may learn from them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from bluffhouse.bots.network import Network
from bluffhouse.sim import learning
from bluffhouse.sim.batch import Batch
from bluffhouse.sim.policy import draw_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float32]

Some = TypeVar("Some", bound="Lessons")

LEARNER: Final = 0
"""The policy that learns is the first of a table's policies."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Decisions of the learner, one a column, with what they led to. Half precision where it is plenty."""

    observation: NDArray[np.uint8]
    local: NDArray[np.float16]
    whole_hidden: NDArray[np.float16]
    local_hidden: NDArray[np.float16]
    legal: NDArray[np.bool_]
    action: NDArray[np.intp]
    chance: Floats
    """How likely the learner took that action."""
    advantage: Floats
    shares: Floats
    """What each seat won in the end, listed as the deciding seat lists them."""

    def __len__(self) -> int:
        return len(self.action)

    def told(self) -> dict[str, float]:
        """For the curves."""
        return {}


def joined(parts: Sequence[Some]) -> Some:
    """The lessons of several batches of one seat count, in this order."""
    names = [field.name for field in dataclasses.fields(parts[0])]
    found = {name: np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in names}
    return type(parts[0])(**found)


@dataclass(slots=True)
class Moment:
    """One step of all games: the columns in which the learner decided."""

    columns: NDArray[np.intp]
    seat: NDArray[np.uint8]
    listed: NDArray[np.uint8]
    value: Floats
    kept: dict[str, Any]
    over: NDArray[np.bool_]
    reward: Floats
    any_over: bool


def seating(chance: Sequence[float], seats: int, games: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Seat by game: which policy plays there, drawn by these chances."""
    return rng.choice(len(chance), (seats, games), p=np.array(chance) / sum(chance))


def apart(chance: Sequence[float], seats: int, games: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """The same for whole tables: the first policy alone, or at one seat among those of another."""
    owner = np.tile(seating(chance, 1, games, rng), (seats, 1))
    owner[rng.integers(seats, size=games), np.arange(games)] = LEARNER
    return owner


def one_learner(seats: int, games: int) -> NDArray[np.intp]:
    """Seat by game: the first policy at one seat of each game, in turn, the second at all others."""
    return np.where(np.arange(seats)[:, None] == np.arange(games) % seats, LEARNER, 1)


class SelfPlay:
    """Games of one seat count between these policies, each at the seats that `owner` gives it."""

    def __init__(
        self, name: str, policies: Sequence[Policy], owner: NDArray[np.intp], *, seed: int, options: Any = None
    ) -> None:
        self.policies = policies
        self.owner = owner
        self.seats, self.games = owner.shape
        self.batch = Batch(name, self.seats, self.games, seed=seed, options=options)
        thinking = [number for number, one in enumerate(policies) if isinstance(one, Network) and one.thinks]
        if thinking:  # where several do, all think as those who have most seats: one alone seeks to deceive the others
            learning.think(self.batch.lanes, policies[max(thinking, key=lambda number: int((owner == number).sum()))])
        self.every = np.arange(self.games)
        self.name = name

    def act(self, chances: Floats | None = None) -> NDArray[np.intp]:
        """What everybody chooses now; the learner's chances are given where they are known."""
        who = self.owner[self.batch.actor, self.every]
        observation, legal = self.batch.observation, self.batch.legal
        chosen = np.zeros(self.games, np.intp)
        for number, policy in enumerate(self.policies):
            columns = np.flatnonzero(who == number)
            if len(columns):
                if number == LEARNER and chances is not None:
                    found = chances
                else:
                    found = policy.chances(observation[:, columns], legal[:, columns])
                chosen[columns] = draw_each(found, self.batch.rng)
        return chosen

    def shares(self) -> Floats:
        """Play every game to its end once: what each seat won."""
        won = np.zeros((self.seats, self.games), np.float32)
        live = np.ones(self.games, np.bool_)
        while live.any():
            self.batch.step(self.act())
            ended = self.batch.over & live
            won[:, ended] = self.batch.reward[:, ended]
            live &= ~ended
        return won

    def lessons(self, network: Network, steps: int, decay: float) -> Lessons:
        """Play on so many steps (0: until every game has ended once) and look back."""
        return look_back(self.moments(network, steps), self.seats, self.games, decay, Lessons)

    def moments(self, network: Network, steps: int) -> list[Moment]:
        found: list[Moment] = []
        live = np.ones(self.games, np.bool_)
        while len(found) < steps if steps else live.any():
            found.append(self._moment(network))
            live &= ~found[-1].over
        return found

    def _moment(self, network: Network) -> Moment:
        batch = self.batch
        seat = batch.actor.copy()
        columns = np.flatnonzero(self.owner[seat, self.every] == LEARNER)
        listed = learning.oracle(self.name).listed(batch.lanes)[:, columns]
        if len(columns):
            chosen, value, kept = self._decide(network, columns)
        else:  # nowhere it is the learner's turn: whoever plays alone may avoid to be the first
            chosen, value, kept = self.act(), np.zeros(0, np.float32), {}
        batch.step(chosen)
        ended = bool(batch.over.any())
        over = batch.over.copy()
        return Moment(columns, seat[columns], listed, value, kept, over, batch.reward.copy(), ended)

    def _decide(self, network: Network, columns: NDArray[np.intp]) -> tuple[NDArray[np.intp], Floats, dict[str, Any]]:
        """What everybody does now, what the learner expects in these games where it decides, and what is kept of it."""
        batch = self.batch
        observation, legal = batch.observation[:, columns], batch.legal[:, columns]
        oracle = learning.oracle(self.name)
        hidden = oracle.whole(batch.lanes)[:, columns], oracle.local(batch.lanes)[:, :, columns]
        local = learning.places(self.name).local(observation)
        chances = network.choose(observation, local, legal)
        value = network.judge(observation, local, *hidden, self.seats)[0]
        wanted, more = self._consider(chances)
        chosen = self.act(wanted)
        action = chosen[columns]
        kept = {
            "observation": observation,
            "local": local.astype(np.float16),
            "whole_hidden": hidden[0].astype(np.float16),
            "local_hidden": hidden[1].astype(np.float16),
            "legal": legal[: learning.places(self.name).ACTIONS],
            "action": action,
            "chance": chances[action, np.arange(len(action))],
        } | more
        return chosen, value, kept

    def _consider(self, chances: Floats) -> tuple[Floats, dict[str, Any]]:
        """By which chances the learner draws its actions now, and what is to be kept beside."""
        return chances, {}


def look_back(moments: list[Moment], seats: int, games: int, decay: float, kind: type[Some]) -> Some:
    """From the last moment to the first: advantages over each seat's own decisions, and how its game ended.

    Decisions whose game did not end are left out: nobody knows yet what they were worth.
    """
    following = np.zeros((seats, games), np.float32)
    advantage = np.zeros((seats, games), np.float32)
    shares = np.zeros((seats, games), np.float32)
    known = np.zeros(games, np.bool_)
    kept: dict[str, list[Any]] = {}
    for moment in reversed(moments):
        if moment.any_over:
            over = moment.over
            shares[:, over] = following[:, over] = moment.reward[:, over]
            advantage[:, over] = 0
            known |= over
        at = moment.seat, moment.columns
        gain = following[at] - moment.value + decay * advantage[at]
        advantage[at], following[at] = gain, moment.value
        good = known[moment.columns]
        won = shares[moment.listed, moment.columns]
        for name, array in (*moment.kept.items(), ("advantage", gain), ("shares", won)):
            kept.setdefault(name, []).append(array if good.all() else array[..., good])
    return kind(**{name: np.concatenate(arrays, axis=-1) for name, arrays in kept.items()})


def win_share(name: str, policies: tuple[Policy, Policy], seats: int, games: int, seed: int) -> float:
    """The mean win share of the first policy against copies of the second, chairs in turn."""
    owner = one_learner(seats, games)
    won = SelfPlay(name, policies, owner, seed=seed).shares()
    return float(won[owner == LEARNER].mean())
