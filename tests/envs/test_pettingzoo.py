"""The PettingZoo environments sit PettingZoo's own tests, for every game and seat count."""

from __future__ import annotations

import copy
import functools
import pickle
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

from bluffhouse import games
from bluffhouse.core.game import Illegal
from bluffhouse.core.record import read
from bluffhouse.envs import bankueberfall_v0, vabanque_v0
from bluffhouse.envs.pettingzoo import env, env_name, parallel_env, raw_env
from tests.games.sample import ALL, Cell

SEATS = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]
EVERY = pytest.mark.parametrize(("name", "seats"), SEATS)

pytestmark = [  # what their test advises everybody whose observations come with a mask
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@EVERY
def test_their_api_test(name: str, seats: int) -> None:
    api_test(env(name, seats=seats), num_cycles=200)
    api_test(raw_env(name, seats=seats), num_cycles=20)


@EVERY
def test_their_parallel_api_test(name: str, seats: int) -> None:
    parallel_api_test(parallel_env(name, seats=seats), num_cycles=400)


@EVERY
def test_their_seed_tests(name: str, seats: int) -> None:
    seed_test(functools.partial(env, name, seats=seats), num_cycles=60)
    parallel_seed_test(functools.partial(parallel_env, name, seats=seats, illegal="replace"), num_cycles=60)


@EVERY
def test_their_max_cycles_test(name: str, seats: int) -> None:
    """It acts without a mask and wants every agent to act in every cycle: the parallel game and its conversion."""
    table = functools.partial(parallel_env, name, seats=seats, illegal="replace")
    max_cycles_test(SimpleNamespace(parallel_env=table, env=lambda **given: parallel_to_aec(table(**given))))


@EVERY
def test_max_cycles_cuts_a_game_short(name: str, seats: int) -> None:
    cut = raw_env(name, seats=seats, max_cycles=2)
    cut.reset(seed=1)
    decisions = 0
    for agent in cut.agent_iter():
        seen, _, ended, truncated, _ = cut.last()
        decisions += not truncated
        cut.step(None if ended or truncated else cut.action_space(agent).sample(seen["action_mask"]))
    assert decisions == 2 * seats


@pytest.mark.parametrize("module", [vabanque_v0, bankueberfall_v0])
def test_versioned_names(module: Any) -> None:
    name = module.__name__.rpartition(".")[2].removesuffix("_v0")
    for made in (module.env(seats=3), module.raw_env(seats=3), module.parallel_env(seats=3)):
        assert made.metadata["name"] == env_name(name) == f"bluffhouse/{name}_v0"
    assert isinstance(pettingzoo.make("aec", env_name(name), seats=3), pettingzoo.AECEnv)
    assert isinstance(pettingzoo.make("parallel", env_name(name), seats=3), pettingzoo.ParallelEnv)


@pytest.mark.parametrize("cell", ALL, ids=str)
def test_whole_games_of_every_variant(cell: Cell) -> None:
    """They end, the shares add up to 1, and the rendered record replays to the same end."""
    words = {key: str(word).lower() for key, word in _set(cell.options).items()}
    table = raw_env(cell.name, seats=cell.seats, **words)
    table.reset(seed=5)
    chance = random.Random(5)
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(chance.choice(np.flatnonzero(mask)))
    assert sum(table.rewards.values()) == pytest.approx(1)
    assert set(table.rewards.values()) in ({0.0, 1.0}, {0.0, 0.5}, {1 / cell.seats}, {0.0, 1 / 3}, {0.0, 0.25})
    replayed = read(table.render().encode(), games.find)
    assert replayed.state == table.sitting.state
    assert not cell.game.actors(replayed.state)


def _set(options: Any) -> dict[str, Any]:
    from bluffhouse.core.words import write_options

    return write_options(options)


@pytest.mark.parametrize("name", games.NAMES)
def test_centred_rewards_add_up_to_nothing(name: str) -> None:
    table = parallel_env(name, seats=3, centred=True)
    seen, _ = table.reset(seed=2)
    rewards: dict[str, float] = {}
    while table.agents:
        actions = {agent: table.action_space(agent).sample(seen[agent]["action_mask"]) for agent in table.agents}
        seen, rewards, *_ = table.step(actions)
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0 > min(rewards.values())


def test_bids_are_sealed_for_real() -> None:
    """All bidders act in one step, each having seen the table before any bid; everybody else has only to pass."""
    table = parallel_env("bankueberfall", seats=3)
    seen, _ = table.reset(seed=4)
    joint = 0
    while table.agents:
        acting = [agent for agent in table.agents if not seen[agent]["action_mask"][-1]]
        assert all(seen[agent]["action_mask"].sum() == 1 for agent in table.agents if agent not in acting)
        assert len(acting) in (1, 3)
        joint += len(acting) == 3
        actions = {agent: table.action_space(agent).sample(seen[agent]["action_mask"]) for agent in table.agents}
        seen, *_ = table.step(actions)
    assert joint >= 5  # the last round alone robs five banks


@pytest.mark.parametrize("name", games.NAMES)
def test_an_illegal_action_is_refused(name: str) -> None:
    raw = raw_env(name, seats=3)
    raw.reset(seed=1)
    mask = raw.observe(raw.agent_selection)["action_mask"]
    before = raw.sitting.state
    for action in np.flatnonzero(mask == 0):
        with pytest.raises(ValueError):  # Illegal is one
            raw.step(int(action))
    assert raw.sitting.state is before
    table = parallel_env(name, seats=3)
    table.reset(seed=1)
    with pytest.raises(ValueError, match="may not do"):
        table.step({})
    waiting = next(agent for agent in raw.agents if agent != raw.agent_selection)
    assert not raw.observe(waiting)["action_mask"].any()
    with pytest.raises(Illegal):
        raw.sitting.act(raw.seat[waiting], 0)


def test_in_its_wrappers_an_illegal_action_ends_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    wrapped = env("vabanque", seats=3)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.observe(agent)
    wrapped.step(0)  # a chip, where the first pawn is to be stood
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == -1
    capsys.readouterr()


def test_replaced_actions_are_told() -> None:
    table = parallel_env("vabanque", seats=3, illegal="replace")
    table.reset(seed=1)
    *_, infos = table.step(dict.fromkeys(table.agents, 64))
    assert sorted(info.get("replaced", False) for info in infos.values()) == [True, True, True]


def test_the_same_seed_is_the_same_game_and_no_seed_another() -> None:
    def hands(seed: int | None) -> Any:
        table.reset(seed=seed)
        return table.sitting.state

    table = raw_env("bankueberfall", seats=4)
    assert hands(7) == hands(7) != hands(None) != hands(None)


def test_environments_can_be_copied_and_pickled() -> None:
    table = raw_env("vabanque", seats=5, edition="2019", centred=True)
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):  # noqa: S301 - our own
        other.reset(seed=1)
        assert (len(other.agents), other.centred) == (5, True)
        assert other.sitting.options == table.sitting.options


def test_wrong_options_are_refused_in_words() -> None:
    with pytest.raises(Illegal, match="3 to 6 players"):
        raw_env("vabanque", seats=2)
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        raw_env("vabanque", colour="red")
    assert parallel_env("bankueberfall", seats=5, fifth_seat=True).num_agents == 0  # nobody before the reset
