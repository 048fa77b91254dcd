"""Find good habits for Banküberfall: `python -m bluffhouse.bots.bankueberfall.tune --seats 3` writes habits.json anew.

Natural evolution (separable, Wierstra and others 2014): habits are changed at random, both ways; each change sits down
with players of the habits found so far, and what won more moves the centre. Every few rounds the centre joins the pool
of opponents. The same seed and number of rounds find the same habits.

With `--respond` the opponents stay the kept habits, and the share at the end tells how much there is to gain from
knowing them: how readable they are. `--out FILE` writes there what was found, else a response is not kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.bots.bankueberfall.habits import BIDDING, CHANCE, ENVY, HABITS, PLACING, ROBBING, SPYING, TRAITS, WARMTH
from bluffhouse.bots.bankueberfall.library import FILE, read
from bluffhouse.bots.bankueberfall.playing import of_lanes, play_outs
from bluffhouse.games.bankueberfall.kernel import begin
from bluffhouse.games.bankueberfall.model import Options
from bluffhouse.sim.batch import generator, win_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.bots.bankueberfall.habits import Habits

CHANGES: Final = 20
"""Tried a round, in pairs of opposites."""
GAMES: Final = 2400
"""For each change, half of them against the newest opponent, half against any."""
POOL: Final = 8
JOINS: Final = 12
"""Every so many rounds the centre joins the pool."""
REPORT: Final = 6000
"""Games for the figures that are told."""


def start() -> Habits:
    """Where the search begins: money to where the seat knows of money, traps to where others hope."""
    habits = np.zeros(HABITS)
    rows = habits[PLACING : PLACING + 6 * TRAITS].reshape(6, TRAITS)
    rows[:2] = (0, 1, -0.2, 0.2, 0, -1, -1)
    rows[2] = (0, 0.3, 0, 0, 0, 1, 1)
    rows[3] = rows[5] = (0, 0, 0.4, 0, 0, 0, 0)
    rows[4] = (0, 0.3, 0, 0, 0, 0, 0)
    habits[ROBBING : ROBBING + 6] = (0.25, 1.5, -1, -2, 0, 0)
    habits[SPYING : SPYING + 4] = (0.1, 0.3, 0, 0)
    habits[BIDDING : BIDDING + 4] = (0.5, 1.5, 0.2, 0)
    habits[WARMTH], habits[ENVY] = 0.8, 0
    return habits


def _steps() -> Habits:
    """How far a change goes."""
    steps = np.full(HABITS, 0.2)
    steps[[ROBBING, ROBBING + 5, SPYING]] = 0.035
    steps[BIDDING : BIDDING + 4] = (0.1, 0.14, 0.06, 0.1)
    steps[[WARMTH, ENVY]] = 0.1
    return steps


def _bounded(habits: Habits) -> Habits:
    """Shares of at least nothing, in order; odds from 0 to 1; never quite without warmth."""
    low, high, shy, blind = habits[BIDDING : BIDDING + 4]
    bounded = habits.copy()
    low = max(low, 0.0)
    bounded[BIDDING : BIDDING + 4] = (low, max(high, low), np.clip(shy, 0, 1), np.clip(blind, 0, 1))
    bounded[WARMTH] = max(habits[WARMTH], 0.05)
    bounded[ENVY] = np.clip(habits[ENVY], 0, 1.5)
    return bounded


def share(habits: Habits, others: Sequence[Habits], games: int, seed: int) -> float:
    """The win share of one against others, in every chair in turn."""
    seats, rng = len(others) + 1, generator(seed)
    tables = np.array([[*others[:chair], habits, *others[chair:]] for chair in range(seats)])
    wealth = play_outs(of_lanes(begin(Options(), seats, games, rng)), tables, rng)
    won = win_shares(wealth.T.astype(np.int32))
    every = np.arange(games)
    return float(won[every % seats, every].mean())


class Evolution:
    """A cloud of habits, its centre and its width."""

    def __init__(self, centre: Habits, seats: int, seed: int) -> None:
        self.rng = generator(seed)
        self.seats = seats
        self.centre = centre
        self.steps = _steps()
        self.pool = [centre]
        order = np.maximum(0, np.log(CHANGES / 2 + 1) - np.log(np.arange(CHANGES) + 1))
        self.weights = order / order.sum() - 1 / CHANGES
        self.rate = (3 + np.log(HABITS)) / (10 * np.sqrt(HABITS))

    def round(self) -> None:
        half = self.rng.standard_normal((CHANGES // 2, HABITS))
        changes = np.concatenate((half, -half))
        newest = [self.pool[-1]] * (self.seats - 1)
        mixed = [self.pool[self.rng.integers(len(self.pool))] for _ in newest]
        seed = int(self.rng.integers(1 << 30))
        won = [
            sum(
                share(_bounded(self.centre + change * self.steps), others, GAMES // 2, seed)
                for others in (newest, mixed)
            )
            for change in changes
        ]
        best = changes[np.argsort(-np.array(won), kind="stable")]
        self.centre = _bounded(self.centre + self.steps * (self.weights @ best))
        self.steps = self.steps * np.exp(self.rate * (self.weights @ (best**2 - 1)))
        self.steps = np.clip(self.steps, 0.2 * _steps(), 2 * _steps())


def tune(seats: int, rounds: int, seed: int, centre: Habits, *, respond: bool = False) -> Habits:
    """The habits after so many rounds, told on the way; those that respond best to where they began, if asked for."""
    evolution = Evolution(centre, seats, seed)
    for number in range(1, rounds + 1):
        evolution.round()
        if number % JOINS == 0:
            if not respond:
                evolution.pool = [*evolution.pool, evolution.centre][-POOL:]
            against = {"where it began": centre, "chance": CHANCE}
            won = {who: share(evolution.centre, [it] * (seats - 1), REPORT, 1) for who, it in against.items()}
            figures = ", ".join(f"{of:.3f} against {who}" for who, of in won.items())
            sys.stderr.write(f"round {number}: win share {figures}\n")
    return evolution.centre


def main() -> None:
    parser = argparse.ArgumentParser(description="tune the habits of Banküberfall's fast players")
    parser.add_argument("--seats", type=int, default=3, choices=(2, 3, 4))
    parser.add_argument("--rounds", type=int, default=96)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--after", type=int, choices=(2, 3, 4), help="begin with the habits kept for so many seats")
    parser.add_argument("--respond", action="store_true", help="only learn to beat the habits kept for these seats")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write, instead of beside this file")
    asked = parser.parse_args()
    after = asked.seats if asked.respond else asked.after
    centre = start() if after is None else read()[after]
    found = tune(asked.seats, asked.rounds, asked.seed, centre, respond=asked.respond)
    settings = {"rounds": asked.rounds, "seed": asked.seed, "after": after}
    if asked.out or not asked.respond:
        _keep(asked.out or FILE, asked.seats, settings, found)


def _keep(file: Path, seats: int, settings: dict[str, int | None], found: Habits) -> None:
    kept = json.loads(file.read_text()) if file.exists() else {}
    kept[str(seats)] = {"settings": settings, "habits": [round(float(number), 4) for number in found]}
    file.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n")


if __name__ == "__main__":
    main()
