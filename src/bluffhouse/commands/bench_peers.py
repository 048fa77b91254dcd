"""What others' environments do on this machine: OpenSpiel, PettingZoo and RLCard games, played at random.

All rates are decisions per second of CPU time, over whole games until the time is over.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import random
import time
import warnings
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.envs.extras import extra

with extra("research"):
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    import bluffhouse.envs.openspiel  # noqa: F401 - registers our games

if TYPE_CHECKING:
    from collections.abc import Callable

NATIVE: Final = ("leduc_poker", "liars_dice", "goofspiel")
CLASSIC: Final = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4")
CARDS: Final = ("leduc-holdem", "limit-holdem", "uno")
SIMULATIONS: Final = 30

Rate = float
"""Decisions per CPU second."""


def rate(play: Callable[[], int], seconds: float) -> Rate:
    """`play` plays one game and says how many decisions that took."""
    play()
    decisions, start = 0, time.process_time()
    while not decisions or time.process_time() - start < seconds:
        decisions += play()
    return decisions / max(time.process_time() - start, 1e-9)


def openspiel_decisions(game: str, seconds: float) -> Rate:
    """Random games through OpenSpiel's Python API."""
    loaded, chance = pyspiel.load_game(game), random.Random(1)  # noqa: S311 - the same games every time
    return rate(lambda: _openspiel_game(loaded, chance), seconds)


def _openspiel_game(game: Any, chance: random.Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, odds)[0])
        elif state.is_simultaneous_node():
            players = range(game.num_players())
            state.apply_actions([chance.choice(state.legal_actions(player)) for player in players])
            decisions += len(players)
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def ismcts_simulations(game: str) -> float:
    """Simulations per CPU second of OpenSpiel's Python ISMCTS, with one random play-out each, early in a game."""
    loaded, chance = pyspiel.load_game(game), random.Random(1)  # noqa: S311 - the same games every time
    drawn = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(loaded, mcts.RandomRolloutEvaluator(1, drawn), 1.4, SIMULATIONS, random_state=drawn)
    state, decisions = loaded.new_initial_state(), 0
    while decisions < 5 * loaded.num_players() or state.is_chance_node():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, odds)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    start = time.process_time()
    bot.run_search(state)
    return SIMULATIONS / max(time.process_time() - start, 1e-9)


def aec_decisions(env: Any, seconds: float) -> Rate:
    """Random games of a PettingZoo environment, observation and mask included."""
    return rate(lambda: _aec_game(env, random.Random(1)), seconds)  # noqa: S311 - the same games every time


def _aec_game(env: Any, chance: random.Random) -> int:
    env.reset(seed=chance.randrange(1 << 30))
    decisions = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, info = env.last()
        over = ended or cut
        mask = None if over else seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        env.step(None if mask is None else int(chance.choice(np.flatnonzero(mask))))
        decisions += not over
    return decisions


def peers(seconds: float) -> dict[str, Callable[[], Rate]]:
    """Everybody who is installed, by name."""
    found: dict[str, Callable[[], Rate]] = {}
    for name in NATIVE:
        found[f"openspiel {name}"] = lambda name=name: openspiel_decisions(name, seconds)  # type: ignore[misc]
    for name in CLASSIC:
        with contextlib.suppress(ImportError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # their packages' own
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
            found[f"pettingzoo {name}"] = lambda env=env: aec_decisions(env, seconds)  # type: ignore[misc]
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rlcard = importlib.import_module("rlcard")
        for name in CARDS:
            env = _rlcard_env(rlcard, name)
            found[f"rlcard {name}"] = lambda env=env: rate(lambda: _rlcard_game(env), seconds)  # type: ignore[misc]
    return found


def _rlcard_env(rlcard: Any, name: str) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        env = rlcard.make(name, config={"seed": 1})
        agent = importlib.import_module("rlcard.agents.random_agent").RandomAgent
        env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return env


def _rlcard_game(env: Any) -> int:
    """A trajectory lists states and actions in turn."""
    trajectories, _ = env.run(is_training=False)
    return sum(len(steps) // 2 for steps in trajectories)
