"""What each move brings, learnt from the trials of many iterations: one trial is mostly luck, many together are not."""

from __future__ import annotations

import dataclasses
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from bluffhouse.bots.network import scores
from bluffhouse.sim import learning
from bluffhouse.train import model
from bluffhouse.train.settings import between

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.train.settings import Settings
    from bluffhouse.train.trials import Tried

NEWER: Final = 0.005
"""How much the mean comes nearer with each step."""


@dataclass(frozen=True, slots=True)
class Tries:
    """The decisions of one iteration at which moves were tried, as in its lessons."""

    observation: NDArray[np.uint8]
    moves: NDArray[np.uint8]
    weight: NDArray[np.float32]
    edge: NDArray[np.float32]

    def __len__(self) -> int:
        return int(self.moves.shape[1])


class Valuer:
    """A network of the policy's shape whose scores are edges: how much more a move brings than others do there."""

    def __init__(self, settings: Settings, network: Network) -> None:
        self.settings = settings
        self.weights = model.tensors(model.begin(dataclasses.replace(settings, seed=settings.seed + 1)).policy)
        self.mean = {name: tensor.detach().clone() for name, tensor in self.weights.items()}
        """A running mean of the weights, less noisy than they are: it is what tells."""
        self.adam = torch.optim.Adam(self.weights.values(), lr=settings.rate, eps=1e-5)
        self.kept: deque[Tries] = deque()
        self._network = network

    def remember(self, lessons: Tried, progress: float) -> None:
        """What was tried, and forget the oldest of more than are remembered at this part of the run."""
        settings = self.settings
        most = round(between(settings.remembered, settings.last_remembered or settings.remembered, progress))
        some = np.flatnonzero(lessons.weight.any(axis=0))
        names = [field.name for field in dataclasses.fields(Tries)]
        self.kept.append(Tries(**{name: getattr(lessons, name)[..., some] for name in names}))
        while len(self.kept) > most:
            self.kept.popleft()

    def learn(self, rate: float, rng: np.random.Generator) -> float:
        """A few steps over what is remembered; how much of what differed it had told before, as a share."""
        for group in self.adam.param_groups:
            group["lr"] = rate
        sizes = np.array([len(tries) for tries in self.kept], np.float64)
        missed, differed = 0.0, 1e-9
        for _ in range(self.settings.value_steps):
            tries = self.kept[int(rng.choice(len(sizes), p=sizes / sizes.sum()))]
            columns = rng.integers(len(tries), size=self.settings.trial_batch or self.settings.batch)
            told, edge = self._compared(tries, columns)
            loss = (told - edge).square().mean()
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.weights.values(), self.settings.most_gradient)
            self.adam.step()
            for name, tensor in self.weights.items():
                self.mean[name].lerp_(tensor.detach(), NEWER)
            missed, differed = missed + loss.item(), differed + edge.square().mean().item()
        return 1 - missed / differed

    def _compared(self, tries: Tries, columns: NDArray[np.intp]) -> tuple[Any, Any]:
        """What is told of the tried moves of these decisions and what they brought, each around its mean."""
        observation = tries.observation[:, columns]
        local = learning.places(self.settings.game).local(observation)
        spread, seen = self._network.spread(local.shape[1]), self._network.floats(observation)
        eyes = torch.from_numpy(spread), torch.from_numpy(seen), torch.from_numpy(local)
        whole = scores(self.weights, *eyes)
        told = whole.gather(0, torch.from_numpy(tries.moves[:, columns].astype(np.intp)))
        tried = torch.from_numpy(tries.weight[:, columns] > 0)
        return _around(told, tried), _around(torch.from_numpy(tries.edge[:, columns]), tried)

    def scores(self, spread: Any, seen: Any, local: Any) -> Any:
        """Action by decision: how much it brings, up to what is the same for all actions there."""
        return scores(self.mean, spread, seen, local)

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {
            "weights": {name: tensor.detach() for name, tensor in self.weights.items()},
            "mean": self.mean,
            "adam": self.adam.state_dict(),
            "kept": [dataclasses.asdict(tries) for tries in self.kept],
        }

    def restore(self, state: dict[str, Any]) -> None:
        with torch.no_grad():
            for name, tensor in self.weights.items():
                tensor.copy_(state["weights"][name])
                self.mean[name].copy_(state["mean"][name])
        self.adam.load_state_dict(state["adam"])
        self.kept.extend(Tries(**tries) for tries in state["kept"])


def _around(values: Any, tried: Any) -> Any:
    """How far each is from the mean of those that were tried; 0 for the others."""
    number = tried.sum(0).clip(min=1)
    return (values - (values * tried).sum(0) / number) * tried
