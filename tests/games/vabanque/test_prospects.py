"""Who may win where, against the same counted anew for every card and casino."""

from __future__ import annotations

from math import exp, prod
from typing import Any

import numpy as np
import pytest

from bluffhouse.games.vabanque import kernel
from bluffhouse.games.vabanque.encode import FEATURES, LAPS
from bluffhouse.games.vabanque.kernel.prospects import (
    HALF,
    LEAST,
    RAISE,
    SURE,
    SURER,
    TRAP,
    Prospects,
    Thought,
    read_thought,
)
from bluffhouse.games.vabanque.kernel.ring import Ring, read
from bluffhouse.games.vabanque.model import MOST_STEPS, Options, Phase
from bluffhouse.sim.batch import generator
from bluffhouse.sim.sample import sample

GAMES = 12


class Unlike:
    """Likes some actions more than others, so that cards tell something."""

    def chances(self, observation: Any, legal: Any) -> Any:
        liked = legal * (1 + np.arange(len(legal))[:, None] % 5)
        return (liked / liked.sum(axis=0)).astype(np.float32)


def seen(seats: int, turn: int, *, thinks: bool) -> Any:
    lanes, rng = kernel.begin(Options(), seats, GAMES, generator(3)), generator(3)
    lanes.see()
    if thinks:
        lanes.think(Unlike())
    while (lanes.round, lanes.phase, lanes.turn) != (3, Phase.CARDS, turn):
        lanes.step(sample(lanes.legal, rng), rng)
    return lanes.observation


class Table:
    """One column; a card of the own may be added."""

    def __init__(self, ring: Ring, thought: Thought, column: int, kind: int | None = None, at: int = 0) -> None:
        self.others, self.casinos = range(ring.seats - 1), range(ring.casinos)
        self.chips, self.gaps = ring.chips[:, column], ring.gaps[:, column]
        self.comes = ring.comes[:, :, column]
        self.raises, self.traps = thought.raises[:, :, column], thought.traps[:, :, column]
        self.own = ring.own[:, :, column].copy()
        self.look_raise, self.look_trap = thought.own_raise[:, column].copy(), thought.own_trap[:, column].copy()
        if kind is not None:
            self.own[kind, at] += 1
            self.look_raise[at] += thought.next_raise[column]
            self.look_trap[at] += thought.next_trap[column]

    def value(self, at: int) -> float:
        return float(self.chips[at] * (1 + self.own[RAISE, at] + self.raises[:, at].sum()))

    def safe(self, at: int) -> float:
        return prod(float(1 - trap) for trap in self.traps[:, at])

    def alone(self, other: int, at: int) -> float:
        return self.safe(at) / max(float(1 - self.traps[other, at]), float(LEAST))

    def likely(self, other: int) -> list[float]:
        odds = []
        for at in self.casinos:
            looks = self.chips[at] * (1 + self.look_raise[at] + self.raises[:, at].sum())
            hoped = looks * (1 - min(self.look_trap[at], 1)) * self.alone(other, at)
            odds.append(float((hoped + LEAST) ** SURE * (self.comes[other, at] > 0)))
        return [odd / sum(odds) for odd in odds]

    def earns(self, other: int) -> float:
        chances = self.likely(other)
        free = [1 - min(float(trap), 1) for trap in self.own[TRAP]]
        return sum(chances[at] * self.value(at) * self.alone(other, at) * free[at] for at in self.casinos)

    def caught(self) -> float:
        chances = [self.likely(other) for other in self.others]
        traps = self.own[TRAP].tolist()
        return sum(float(traps[at]) * self.value(at) * sum(row[at] for row in chances) for at in self.casinos)

    def goes(self) -> float:
        mine = [self.value(at) * self.safe(at) for at in range(MOST_STEPS + 1)]
        odds = [(what + float(LEAST)) ** SURER for what in mine]
        return sum(odd * what for odd, what in zip(odds, mine, strict=True)) / sum(odds)

    def spread(self) -> float:
        return max(float(HALF) * (sum(map(self.earns, self.others)) / len(self.others) + self.goes()), 1)

    def win(self, earned: float, spread: float) -> float:
        ahead = [float(self.gaps[other]) + earned + self.caught() - self.earns(other) for other in self.others]
        return prod(1 / (1 + exp(-max(-30, min(30, one / spread)))) for one in ahead)


@pytest.mark.parametrize("thinks", [False, True])
@pytest.mark.parametrize(("seats", "turn"), [(3, 1), (4, 5), (4, 9)])
def test_cards_and_pawns_counted_anew(seats: int, turn: int, thinks: bool) -> None:
    observation = seen(seats, turn, thinks=thinks)
    ring = read(observation)
    thought = read_thought(ring, observation)
    found = Prospects(ring, thought)
    laying, here = found.win_laying(), found.win_here()
    compared = 0
    for column in range(GAMES):
        now = Table(ring, thought, column)
        spread = now.spread()
        base = now.win(now.goes(), spread)
        assert found.win_now[0, column] == pytest.approx(base, abs=1e-4)
        for at in range(ring.casinos):
            assert here[at, column] == pytest.approx(now.win(now.value(at) * now.safe(at), spread), abs=1e-4)
            if ring.laid[:, at, column].any():
                continue
            for kind in range(LAPS):
                then = Table(ring, thought, column, kind, at)
                assert laying[kind, at, column] == pytest.approx(then.win(then.goes(), spread) - base, abs=1e-4)
                compared += 1
    assert compared > 100


def test_what_the_others_think_of_the_own_cards_counts_and_not_what_they_are() -> None:
    observation = seen(4, 9, thinks=True)
    ring = read(observation)
    thought = read_thought(ring, observation)
    assert len(observation) > FEATURES
    assert (thought.own_trap.sum(axis=0) <= 1.01).all()
    assert (np.abs(thought.own_trap.sum(axis=0) + thought.next_trap - 1) < 0.02).all()
    assert (thought.own_trap != ring.own[TRAP]).any()


def test_without_thoughts_every_card_is_each_kind_as_likely() -> None:
    observation = seen(4, 9, thinks=False)
    ring = read(observation)
    thought = read_thought(ring, observation)
    assert thought.own_trap == pytest.approx(ring.laid.sum(axis=0) / LAPS)
    assert thought.next_raise == pytest.approx(np.full(GAMES, 1 / LAPS), abs=1e-6)
