"""Random games three ways: one by the plain rules, thousands by the batch simulator, and a vector environment.

    python examples/random_rollouts.py [--game vabanque] [--seats 4] [--games 4096]

Needs NumPy: pip install "bluffhouse[bots]".
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from bluffhouse import games
from bluffhouse.core.player import Chooser, at_random, play_out
from bluffhouse.envs.vector import VectorEnv
from bluffhouse.sim.batch import generator, win_shares
from bluffhouse.sim.rollout import play_outs


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games three ways.")
    parser.add_argument("--game", choices=games.NAMES, default="vabanque")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=4096)
    told = parser.parse_args()

    game = games.find(told.game)
    below = random.Random(1).randrange
    players = [Chooser[Any, Any](at_random, below) for _ in range(told.seats)]
    end = play_out(game, game.setup(game.options(), told.seats), players, below)
    print(f"one game by the rules: {game.wealth(end)}")

    start = time.process_time()
    wealth = play_outs(told.game, told.seats, told.games, generator(1), fast=False)
    spent = time.process_time() - start
    print(f"{told.games} games at once, mean wealth by seat: {wealth.mean(axis=1).round(1).tolist()}")
    print(f"mean win share by seat: {win_shares(wealth).mean(axis=1).round(3).tolist()} in {spent:.2f} CPU seconds")

    env = VectorEnv(told.game, told.games, seats=told.seats)
    env.reset(seed=1)
    ended = 0
    for _ in range(100):
        _, _, terminations, _, _ = env.step(env.sample())
        ended += int(terminations.sum())
    print(f"100 steps of the vector environment, {100 * told.games} decisions, {ended} games ended")


if __name__ == "__main__":
    main()
