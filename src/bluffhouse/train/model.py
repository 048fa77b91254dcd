"""The weights of a network that learns: how they begin, and their way between torch and NumPy."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from bluffhouse.bots.network import Network, read
from bluffhouse.sim import learning

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from bluffhouse.train.settings import Settings

    Tensors = dict[str, Any]

SMALL = 0.01  # the last layers begin so small that every move is about as likely, and every seat


def begin(settings: Settings) -> Network:
    """A network that knows nothing yet."""
    rng = np.random.default_rng(settings.seed)
    game = settings.game
    places, oracle = learning.places(game), learning.oracle(game)
    policy = _body(settings, len(places.SEEN), places.LOCAL, settings.places, rng)
    policy["action"] = _layer(settings.trunk[-1], places.ACTIONS, rng, SMALL)
    policy["action_bias"] = np.zeros((places.ACTIONS, 1), np.float32)
    judge = settings.judge or settings.places
    critic = _body(settings, len(places.SEEN) + oracle.WHOLE, places.LOCAL + oracle.LOCAL, judge, rng)
    critic["seat_whole"] = _layer(settings.trunk[-1], settings.seat, rng)
    critic["seat0_bias"] = np.zeros((settings.seat, 1), np.float32)
    most_seats = max(settings.tables)
    critic["seat1"] = _layer(settings.seat, most_seats, rng, SMALL)
    critic["seat1_bias"] = np.zeros((most_seats, 1), np.float32)
    if places.LOCAL:
        policy["head"] = _layer(settings.places, places.OUTPUTS, rng, SMALL)
        critic["seat_places"] = _layer(judge, settings.seat, rng)
        if settings.everywhere:
            policy["action_places"] = _layer(settings.places, places.ACTIONS, rng, SMALL)
    return made(settings, policy, critic)


def made(
    settings: Settings, policy: Mapping[str, NDArray[np.float32]], critic: Mapping[str, NDArray[np.float32]]
) -> Network:
    """A network of these weights."""
    return Network(settings.game, policy, critic, settings.thinks)


def begin_from(settings: Settings, path: Path) -> tuple[Settings, Network]:
    """Settings that tell of the network of a file, and that network as it was learnt, not as it plays.

    ValueError in a sentence where it cannot be.
    """
    network, note = read(path)
    if network.game != settings.game:
        raise ValueError(f"{path.name} plays {network.game}, not {settings.game}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if settings.start not in ("", digest):
        raise ValueError(f"{path.name} is not the network that these settings begin from")
    if _shapes(network) != _shapes(begin(settings)):
        raise ValueError(f"{path.name} has other layers than trunk, places, seat and tables of the settings ask for")
    played = note["settings"]
    plain = network.sharper(1 / played.get("sharpness", 1), 1 / played.get("openness", 1))
    return dataclasses.replace(settings, start=digest), plain


def _shapes(network: Network) -> list[dict[str, tuple[int, ...]]]:
    return [{name: array.shape for name, array in part.items()} for part in (network.policy, network.critic)]


def _body(
    settings: Settings, whole: int, local: int, width: int, rng: np.random.Generator
) -> dict[str, NDArray[np.float32]]:
    """A trunk, and where there are places a small network so wide that looks at each of them."""
    weights = {}
    for number, inner in enumerate(settings.trunk):
        weights[f"trunk{number}"] = _layer(whole, inner, rng)
        weights[f"trunk{number}_bias"] = np.zeros((inner, 1), np.float32)
        whole = inner
    if local:
        weights["place0"] = _layer(local, width, rng)
        weights["place0_whole"] = _layer(whole, width, rng)
        weights["place0_bias"] = np.zeros((width, 1), np.float32)
        weights["place1"] = _layer(width, width, rng)
        weights["place1_bias"] = np.zeros((width, 1), np.float32)
        if settings.beside:
            weights["place1_mean"] = _layer(width, width, rng)
    return weights


def _layer(inputs: int, outputs: int, rng: np.random.Generator, size: float = 1.0) -> NDArray[np.float32]:
    spread = size * np.sqrt(2 / inputs)
    return np.asarray(rng.standard_normal((outputs, inputs)) * spread, np.float32)


def tensors(weights: Mapping[str, NDArray[np.float32]]) -> Tensors:
    """Copies that learn."""
    return {name: torch.tensor(array, requires_grad=True) for name, array in weights.items()}


def arrays(weights: Tensors) -> dict[str, NDArray[np.float32]]:
    """Copies that play."""
    return {name: tensor.detach().numpy().copy() for name, tensor in weights.items()}
