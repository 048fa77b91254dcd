"""How much whoever owns a network's policy wins from three of it, and where: the exploiter of the roster, in a batch.

    python -m tests.bots.readable                                 # the shipped network, 400 games, some minutes
    python -m tests.bots.readable FILE --phases pawns --rounds 4  # any network, searched there only

Where it does not search it plays as the network does.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import bluffhouse.sim  # isort: skip  # noqa: F401 - asks for one thread, which must come before NumPy is loaded

import numpy as np

from bluffhouse.bots.network import read, shipped
from bluffhouse.bots.vabanque.lookahead import RoundLookahead
from bluffhouse.bots.vabanque.search import sure
from bluffhouse.games.vabanque.model import Phase
from bluffhouse.sim.policy import draw_each
from bluffhouse.train.selfplay import LEARNER, SelfPlay, one_learner

if TYPE_CHECKING:
    from collections.abc import Container

    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.games.vabanque.kernel.lanes import Lanes

PHASES: Final = {phase.value: phase for phase in (Phase.CHIPS, Phase.CARDS, Phase.PAWNS)}
ROUNDS: Final = (1, 2, 3, 4)


class Exploited(SelfPlay):
    """One exploiter a game, in these phases and rounds; elsewhere it plays as the network does."""

    def __init__(self, network: Network, games: int, *, seats: int = 4, seed: int = 1, worlds: int = 64) -> None:
        super().__init__("vabanque", [network, network], one_learner(seats, games), seed=seed)
        self.network = network
        self.ahead = RoundLookahead(network, sure(worlds))
        self.phases: Container[Phase] = tuple(PHASES.values())
        self.rounds: Container[int] = ROUNDS

    def act(self, chances: NDArray[np.float32] | None = None) -> NDArray[np.intp]:
        batch = self.batch
        lanes = cast("Lanes", batch.lanes)
        found = self.network.chances(batch.observation, batch.legal)
        columns = np.flatnonzero(self.owner[batch.actor, self.every] == LEARNER)
        if len(columns) and lanes.phase in self.phases and lanes.round in self.rounds:
            better = self.ahead.better(lanes, columns, found[:, columns], batch.rng)
            if better is not None:  # what was not tried is never taken
                best = better.chances.max(axis=0)
                found[:, columns] = better.chances == best
        chosen = draw_each(found, batch.rng)
        self.ahead.follow(lanes, chosen, batch.rng)
        return chosen

    def won(self) -> tuple[float, float]:
        """The exploiter's share of the games and half its 95 % interval."""
        won = self.shares()[self.owner == LEARNER]
        return float(won.mean()), float(1.96 * won.std() / np.sqrt(len(won)))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Play the exploiter against three of a network.")
    parser.add_argument("file", nargs="?", type=Path, help="a network; without it the shipped one")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--power", type=float, default=1.0, help="to which the network's chances are raised before")
    parser.add_argument("--openness", type=float, default=1.0, help="the power of those of cards, once more")
    parser.add_argument("--phases", nargs="+", choices=PHASES, default=list(PHASES))
    parser.add_argument("--rounds", nargs="+", type=int, choices=ROUNDS, default=list(ROUNDS))
    asked = parser.parse_args(words)
    learnt = read(asked.file)[0] if asked.file else shipped("vabanque")
    network = learnt.sharper(asked.power, asked.openness)
    begun = time.process_time()
    played = Exploited(network, asked.games, seats=asked.seats, seed=asked.seed, worlds=asked.worlds)
    played.phases, played.rounds = [PHASES[name] for name in asked.phases], asked.rounds
    share, within = played.won()
    where = f"{'+'.join(asked.phases)} of rounds {'+'.join(map(str, asked.rounds))}"
    took = time.process_time() - begun
    print(f"{share:.3f} ± {within:.3f} in {asked.games} games, searching {where}, {took:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
