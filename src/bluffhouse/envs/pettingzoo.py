"""Every game as PettingZoo environments: `bluffhouse/vabanque_v0`, `bluffhouse/bankueberfall_v0`.

Agents are `player_0`, `player_1`, … by seat. An observation is `{"observation", "action_mask"}`: the encoder's rows
scaled to float32, and int8 over the action numbers. A reward comes at the end only: the win share (1/k for each of k
winners), with `centred=True` less 1/seats. Options are keyword arguments (`edition="2019"`, `fifth_seat=True`).

AEC: whoever decides is selected; of several who may (sealed bids) the lowest seat, and the others see only that it has
bid. An agent that is not selected has an all-zero mask. Parallel: a step takes one action of every agent. Those who may
act do so at the same time, sealed bids for real; everybody else has `pass`, the last action, and nothing but it.
"""

from __future__ import annotations

import functools
from typing import Any, Final, Literal

from bluffhouse.envs.extras import extra
from bluffhouse.envs.sitting import Sitting

with extra("research"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv, register
    from pettingzoo.utils import wrappers

    from bluffhouse.sim import kernel

VERSION: Final = 0
"""Goes up when an agent trained on the environment would meet another one."""

USUAL_SEATS: Final = 4

Seen = dict[str, Any]


def env_name(game: str) -> str:
    return f"bluffhouse/{game}_v{VERSION}"


def env(game: str, **arguments: Any) -> Any:
    """The AEC environment in PettingZoo's usual wrappers: an illegal action ends the game with reward -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str, **arguments: Any) -> TurnEnv:
    """The AEC environment itself: an illegal action is refused with the rule it breaks."""
    return TurnEnv(game, **arguments)


def parallel_env(game: str, **arguments: Any) -> TableEnv:
    return TableEnv(game, **arguments)


class _Spaces:
    """What both environments say of themselves; `passes` more actions than the game has."""

    def __init__(self, game: str, seats: int, passes: int, *, aec: bool, options: dict[str, Any]) -> None:
        self.sitting: Final = Sitting(game, seats, options)
        encoder = self.sitting.encoder
        self.metadata = {"name": env_name(game), "render_modes": ["ansi"], "is_parallelizable": not aec}
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.seat: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        high = encoder.SCALE * np.float32(255)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (encoder.ACTIONS + passes,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(encoder.ACTIONS + passes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str:
        """The game so far as a text record, secrets included."""
        return self.sitting.text()

    def close(self) -> None:
        """There is nothing to close."""


class TurnEnv(_Spaces, AECEnv, EzPickle):  # type: ignore[misc] # PettingZoo has no types
    """One agent acts at a time."""

    def __init__(
        self,
        game: str,
        *,
        seats: int = USUAL_SEATS,
        centred: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self, game, seats=seats, centred=centred, max_cycles=max_cycles, render_mode=render_mode, **options
        )
        _Spaces.__init__(self, game, seats, 0, aec=True, options=options)
        self.centred: Final = centred
        self.render_mode = render_mode
        self.longest: Final = None if max_cycles is None else max_cycles * seats
        """Decisions after which a game is cut short: a cycle is one for each seat."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.sitting.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = 0
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.sitting.actors[0]]

    def observe(self, agent: str) -> Seen:
        seat = self.seat[agent]
        selected = agent == self.agent_selection
        mask = self.sitting.legal(seat) if selected else np.zeros(self.sitting.encoder.ACTIONS, np.bool_)
        return {"observation": self.sitting.observation(seat), "action_mask": mask.view(np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.sitting.act(self.seat[agent], int(action))
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        rewards = self.sitting.rewards(centred=self.centred)
        self.rewards = {each: rewards[self.seat[each]] for each in self.agents}
        actors = self.sitting.actors
        if not actors:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.decisions == self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[actors[0]] if actors else self.agents[0]
        self._accumulate_rewards()


class TableEnv(_Spaces, ParallelEnv, EzPickle):  # type: ignore[misc] # PettingZoo has no types
    """Everybody acts at once, most of them by passing.

    An illegal action is refused with the rule it breaks; with `illegal="replace"` any legal one is made instead, for
    programs that act without looking at the mask, and `infos[agent]["replaced"]` says so.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = USUAL_SEATS,
        centred: bool = False,
        max_cycles: int | None = None,
        illegal: Literal["refuse", "replace"] = "refuse",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            seats=seats,
            centred=centred,
            max_cycles=max_cycles,
            illegal=illegal,
            render_mode=render_mode,
            **options,
        )
        _Spaces.__init__(self, game, seats, 1, aec=False, options=options)
        self.centred: Final = centred
        self.longest: Final = max_cycles
        self.replace: Final = illegal == "replace"
        self.render_mode = render_mode
        self.passing: Final = self.sitting.encoder.ACTIONS

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.sitting.begin(seed)
        self.agents = self.possible_agents[:]
        self.steps = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat, action in self._checked(actions, infos):
            self.sitting.act(seat, action)
        self.steps += 1
        over = not self.sitting.actors
        cut = not over and self.steps == self.longest
        rewards = dict(zip(self.agents, self.sitting.rewards(centred=self.centred), strict=True))
        seen, terminations, truncations = (
            self._seen(),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
        )
        if over or cut:
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def _checked(self, actions: dict[str, Any], infos: dict[str, dict[str, Any]]) -> list[tuple[int, int]]:
        """The deeds of this step by seat, all checked before the first is done: nobody's may depend on another's."""
        deeds = []
        acting = self.sitting.actors
        for seat, agent in enumerate(self.possible_agents if self.agents else ()):
            action = int(actions.get(agent, self.passing))
            legal = self.sitting.may(seat, action) if seat in acting else action == self.passing
            if not legal and not self.replace:
                raise ValueError(f"{agent} may not do {action} now: its action_mask says what it may")
            if not legal:
                infos[agent]["replaced"] = True
            if seat in acting:
                deeds.append((seat, action if legal else self.sitting.any_legal(seat)))
        return deeds

    def _seen(self) -> dict[str, Seen]:
        return {agent: self._of(seat) for seat, agent in enumerate(self.agents)}

    def _of(self, seat: int) -> Seen:
        legal = self.sitting.legal(seat)
        mask = np.append(legal, not legal.any()).view(np.int8)
        return {"observation": self.sitting.observation(seat), "action_mask": mask}


for _game in kernel.NAMES:
    register("aec", env_name(_game), functools.partial(env, _game))
    register("parallel", env_name(_game), functools.partial(parallel_env, _game))
