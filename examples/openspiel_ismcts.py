"""OpenSpiel's ISMCTS against our heuristic: who wins how often.

    python examples/openspiel_ismcts.py [--game vabanque] [--seats 3] [--games 10] [--simulations 100]

Needs OpenSpiel: pip install "bluffhouse[research]". ISMCTS sits at seat 0, 1, 2 … in turn, the heuristic at the others.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.envs.openspiel import short_name


def heuristic_action(state: Any, chance: random.Random) -> int:
    """Our heuristic, asked through OpenSpiel: it is handed its seat's view and nothing else."""
    position = state.position
    view = position.game.view(position.state, Seat(state.current_player()))
    numbers: dict[Any, int] = {move: action for action, move in position.actions.items()}
    move = position.game.heuristic(view, list(numbers), chance.randrange)
    return numbers[move]


def play(game: Any, bot: Any, seat: int, chance: random.Random) -> float:
    """The win share of the bot at that seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(actions, odds)[0]
        elif state.current_player() == seat:
            action = int(bot.step(state))
        else:
            action = heuristic_action(state, chance)
        state.apply_action(action)
    return float(state.returns()[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's ISMCTS against our heuristic.")
    parser.add_argument("--game", choices=games.NAMES, default="vabanque")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()

    game = pyspiel.load_game(short_name(told.game), {"seats": told.seats})
    chance, drawn = random.Random(told.seed), np.random.RandomState(told.seed)
    evaluator = mcts.RandomRolloutEvaluator(1, drawn)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=told.simulations, random_state=drawn)
    shares = []
    for number in range(told.games):
        shares.append(play(game, bot, number % told.seats, chance))
        print(f"game {number + 1}: ISMCTS at s{number % told.seats} wins {shares[-1]:.2f}", flush=True)
    mean, even = np.mean(shares), 1 / told.seats
    print(f"ISMCTS with {told.simulations} simulations: mean win share {mean:.3f}, even is {even:.3f}")


if __name__ == "__main__":
    main()
