"""PPO in one file, in plain NumPy, on the vector environment: one network learns by playing all seats against itself.

    python examples/ppo.py [--game vabanque] [--seats 3] [--seconds 60] [--envs 256]

Needs NumPy: pip install "bluffhouse[bots]". In the style of CleanRL: everything is here, nothing is hidden. At the end
the network plays against random players; an even share is 1/seats.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import TYPE_CHECKING, Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for such small products threads cost seven times what they give

import numpy as np

from bluffhouse import games
from bluffhouse.envs.vector import VectorEnv

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

HIDDEN = 64
RATE = 2e-3
EPOCHS = 3
BATCH = 2048
CLIP = 0.2
ENTROPY = 0.005
VALUE = 0.5


class Network:
    """Observation -> tanh layer -> scores of the actions, and the share that is still to be won."""

    def __init__(self, features: int, actions: int, rng: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, size: float) -> Floats:
            return np.asarray(rng.standard_normal((inputs, outputs)) * size / np.sqrt(inputs), np.float32)

        self.weights = {
            "w1": layer(features, HIDDEN, 1.0),
            "b1": np.zeros(HIDDEN, np.float32),
            "wp": layer(HIDDEN, actions, 0.01),
            "bp": np.zeros(actions, np.float32),
            "wv": layer(HIDDEN, 1, 0.1),
            "bv": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def forward(self, seen: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the log probability of every action, the value."""
        w = self.weights
        hidden = np.tanh(seen @ w["w1"] + w["b1"])
        scores = np.where(mask, hidden @ w["wp"] + w["bp"], np.float32(-1e9))
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return hidden, logs, (hidden @ w["wv"] + w["bv"])[:, 0]

    def backward(self, seen: Floats, hidden: Floats, scores: Floats, value: Floats) -> dict[str, Floats]:
        """The gradients of all weights from those of the scores and the value."""
        w = self.weights
        inner = (scores @ w["wp"].T + value[:, None] @ w["wv"].T) * (1 - hidden**2)
        return {
            "w1": seen.T @ inner,
            "b1": inner.sum(axis=0),
            "wp": hidden.T @ scores,
            "bp": scores.sum(axis=0),
            "wv": hidden.T @ value[:, None],
            "bv": value.sum(keepdims=True),
        }

    def adam(self, gradients: dict[str, Floats]) -> None:
        self.updates += 1
        whole = np.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        for name, gradient in gradients.items():
            clipped = gradient * min(1.0, 0.5 / (whole + 1e-8))
            first, second = self.moments[name]
            first += 0.1 * (clipped - first)
            second += 0.001 * (clipped**2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-5)
            self.weights[name] -= RATE * step


def draw(logs: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    """An action by its probability, in every row (the Gumbel trick)."""
    chosen: NDArray[np.intp] = (logs + rng.gumbel(size=logs.shape)).argmax(axis=1)
    return chosen


def play(env: VectorEnv, network: Network, steps: int, rng: np.random.Generator) -> dict[str, NDArray[Any]]:
    """So many steps of self-play; what is not followed by the end of its game is left out."""
    seen, infos = env.reset()
    rows: dict[str, list[NDArray[Any]]] = {name: [] for name in ("seen", "mask", "seat", "action", "log", "value")}
    ends: list[tuple[NDArray[np.bool_], Floats]] = []
    every = np.arange(env.num_envs)
    for _ in range(steps):
        now, mask, seat = seen.copy(), infos["action_mask"].copy(), infos["seat"].copy()
        _, logs, value = network.forward(now, mask)
        action = draw(logs, rng)
        made: list[NDArray[Any]] = [now, mask, seat, action, logs[every, action], value]
        for name, row in zip(rows, made, strict=True):
            rows[name].append(row)
        seen, rewards, terminations, _, infos = env.step(action)
        ends.append((terminations.copy(), rewards.copy()))
    outcome = np.zeros((env.num_envs, env.seats), np.float32)
    known = np.zeros(env.num_envs, np.bool_)
    won, valid = [], []
    for (terminations, rewards), seat in zip(reversed(ends), reversed(rows["seat"]), strict=True):
        outcome[terminations] = rewards[terminations]
        known |= terminations
        won.append(outcome[every, seat])
        valid.append(known.copy())
    kept = np.concatenate(valid[::-1])
    return {name: np.concatenate(row)[kept] for name, row in rows.items()} | {"won": np.concatenate(won[::-1])[kept]}


def learn(network: Network, data: dict[str, NDArray[Any]], rng: np.random.Generator) -> None:
    """A few epochs of PPO's clipped objective over what was played."""
    gain = data["won"] - data["value"]
    gain = ((gain - gain.mean()) / (gain.std() + 1e-8)).astype(np.float32)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(gain)), max(1, len(gain) // BATCH)):
            seen, action, better = data["seen"][part], data["action"][part], gain[part]
            hidden, logs, value = network.forward(seen, data["mask"][part])
            rows = np.arange(len(part))
            ratio = np.exp(logs[rows, action] - data["log"][part])
            clipped = np.where(better > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            chances = np.exp(logs)
            pull = np.where(clipped, 0, -better * ratio)[:, None]
            scores = -pull * chances
            scores[rows, action] += pull[:, 0]
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            scores += ENTROPY * chances * (logs + entropy)
            error = VALUE * (value - data["won"][part])
            size = np.float32(len(part))
            network.adam(network.backward(seen, hidden, (scores / size).astype(np.float32), error / size))


def evaluate(env: VectorEnv, network: Network, steps: int, rng: np.random.Generator) -> float:
    """The mean win share of the network at one seat of each game, random players at the others."""
    learner = np.arange(env.num_envs) % env.seats
    seen, infos = env.reset()
    won: list[float] = []
    for _ in range(steps):
        _, logs, _ = network.forward(np.ascontiguousarray(seen), infos["action_mask"])
        actions = np.where(infos["seat"] == learner, draw(logs, rng), env.sample())
        seen, rewards, terminations, _, infos = env.step(actions)
        won += rewards[np.arange(env.num_envs), learner][terminations].tolist()
    return float(np.mean(won)) if won else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO by self-play on the vector environment.")
    parser.add_argument("--game", choices=games.NAMES, default="vabanque")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="of the processor's time")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()

    rng = np.random.default_rng(told.seed)
    env = VectorEnv(told.game, told.envs, seats=told.seats)
    env.reset(seed=told.seed)
    network = Network(env.features, env.actions, rng)
    steps = 26 * told.seats + 1 if told.game == "vabanque" else 160  # at least one whole game
    share = evaluate(env, network, steps, rng)
    print(f"before: win share against random players {share:.3f}, even is {1 / told.seats:.3f}")
    start, decisions, rounds = time.process_time(), 0, 0
    while not rounds or time.process_time() - start < told.seconds:
        data = play(env, network, steps, rng)
        learn(network, data, rng)
        decisions, rounds = decisions + len(data["won"]), rounds + 1
        if rounds % 10 == 1:
            share = evaluate(env, network, steps, rng)
            print(f"{time.process_time() - start:6.1f} s, {decisions:>9,} decisions: win share {share:.3f}", flush=True)
    print(f"after {rounds} rounds: win share against random players {evaluate(env, network, steps, rng):.3f}")


if __name__ == "__main__":
    main()
