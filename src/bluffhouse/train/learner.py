"""PPO with an entropy bonus and a pull towards a reference policy (a magnet); the critic sees the hidden cards.

Or, where trials are remembered, mirror descent: a network values moves, and the policy strides to what is best by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.nn import functional

from bluffhouse.bots.network import NEVER, Network, prospects, scores
from bluffhouse.sim import learning
from bluffhouse.train import model
from bluffhouse.train.mean import Shown
from bluffhouse.train.settings import between
from bluffhouse.train.trials import Tried
from bluffhouse.train.valuer import Valuer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.train.expert import Advice
    from bluffhouse.train.selfplay import Lessons
    from bluffhouse.train.settings import Settings

HALF: Final = 0.5


class Learner:
    """A network, its optimiser and its reference policy."""

    def __init__(self, settings: Settings, network: Network) -> None:
        self.settings = settings
        self.policy = model.tensors(network.policy)
        self.critic = model.tensors(network.critic)
        self.magnet = {name: tensor.detach().clone() for name, tensor in self.policy.items()}
        self.adam = torch.optim.Adam([*self.policy.values(), *self.critic.values()], lr=settings.rate, eps=1e-5)
        self._network = network
        self.valuer = Valuer(settings, network) if settings.remembered else None
        self._unit = 1.0
        """What advantages are measured by: how much they vary."""

    def network(self) -> Network:
        """What has been learnt so far."""
        return model.made(self.settings, model.arrays(self.policy), model.arrays(self.critic))

    def reference(self) -> Network:
        """The same with the reference policy."""
        return model.made(self.settings, model.arrays(self.magnet), model.arrays(self.critic))

    def refresh(self, part: float = 1.0) -> None:
        """The reference comes nearer to the policy by this part: all the way, or as a running mean."""
        for name, tensor in self.policy.items():
            self.magnet[name].lerp_(tensor.detach(), part)

    def learn(
        self, lessons: Lessons, progress: float, rng: np.random.Generator, advice: Advice | None = None
    ) -> dict[str, float]:
        """A few epochs over the lessons, and over what a search advised; what the losses were, on average."""
        settings = self.settings
        rate = between(settings.rate, settings.last_rate, progress)
        for group in self.adam.param_groups:
            group["lr"] = rate
        if isinstance(lessons, Shown):
            return self._imitate(lessons, rng)
        entropy = between(settings.entropy, settings.last_entropy, progress)
        if self.valuer is not None:
            assert isinstance(lessons, Tried), "what is remembered was tried"
            self.valuer.remember(lessons, progress)
            explained = self.valuer.learn(rate, rng)
            stride = between(settings.stride, settings.last_stride, progress)
            return {"explained": explained} | self._stride(self.valuer, lessons, (stride, entropy), rng)
        gain = lessons.advantage
        self._unit = gain.std() + 1e-8
        gain = (gain - gain.mean()) / self._unit
        tried = np.flatnonzero(lessons.weight.any(axis=0)) if isinstance(lessons, Tried) else np.zeros(0, np.intp)
        fair = np.flatnonzero(lessons.fair) if isinstance(lessons, Tried) else np.arange(len(lessons))
        told: dict[str, list[float]] = {}
        for _ in range(settings.epochs):
            parts = self._parts(fair, len(tried), rng)
            tries = np.array_split(rng.permutation(tried), len(parts))
            advised = np.array_split(rng.permutation(len(advice)) if advice else np.zeros(0, np.intp), len(parts))
            for part, some, beside in zip(parts, tries, advised, strict=True):
                if isinstance(lessons, Tried):
                    losses = self._tried(lessons, part, some, entropy)
                else:
                    losses = self._losses(lessons, gain, part, entropy)
                if advice and len(beside):
                    losses["loss"] = losses["loss"] + settings.expert * self._pull(advice, beside)
                self._step(losses, told)
        return {name: float(np.mean(values)) for name, values in told.items()}

    def _step(self, losses: dict[str, Any], told: dict[str, list[float]]) -> None:
        self.adam.zero_grad(set_to_none=True)
        losses.pop("loss").backward()
        for weights in (self.policy, self.critic):
            torch.nn.utils.clip_grad_norm_(weights.values(), self.settings.most_gradient)
        self.adam.step()
        for name, loss in losses.items():
            told.setdefault(name, []).append(float(loss))

    def _stride(
        self, valuer: Valuer, lessons: Tried, how: tuple[float, float], rng: np.random.Generator
    ) -> dict[str, float]:
        """At all decisions, tried or not, the policy comes nearer to what is best by the values: how far, and with how
        much entropy.
        """
        settings, fair, (stride, entropy) = self.settings, np.flatnonzero(lessons.fair), how
        before = {name: tensor.detach().clone() for name, tensor in self.policy.items()}
        told: dict[str, list[float]] = {}
        for _ in range(settings.epochs):
            for part in np.array_split(rng.permutation(fair), max(1, len(fair) // settings.batch)):
                eyes = self._eyes(lessons, part)
                spread, seen, local, legal = eyes
                with torch.no_grad():
                    best = valuer.scores(spread, seen, local) / (entropy * self._hiding(lessons, part))
                    wanted = (1 - stride) * _logs(before, *eyes) + stride * best
                    wanted = functional.softmax(wanted.where(legal, torch.tensor(NEVER)), 0)
                logs = _logs(self.policy, *eyes)
                judged = self._judged(lessons, part, seen, local)
                loss = HALF * judged - (wanted * logs).sum(0).mean()
                mixed = -(logs.detach().exp() * logs.detach()).sum(0).mean()
                losses = {"loss": loss, "entropy": mixed, "critic": judged.detach()}
                self._step(losses | self._held(loss, logs, eyes), told)
        return {name: float(np.mean(values)) for name, values in told.items()}

    def _imitate(self, shown: Shown, rng: np.random.Generator) -> dict[str, float]:
        """The policy comes nearer to what was shown; how far it missed that is told, in nats."""
        told: dict[str, list[float]] = {}
        for _ in range(self.settings.epochs):
            for part in np.array_split(rng.permutation(len(shown)), max(1, len(shown) // self.settings.batch)):
                spread, seen, local, legal = self._eyes(shown, part)
                logs = _logs(self.policy, spread, seen, local, legal)
                target = torch.from_numpy(shown.target[:, part])
                missed = (torch.special.xlogy(target, target) - target * logs).sum(0).mean()
                judged = self._judged(shown, part, seen, local)
                self._step({"loss": missed + HALF * judged, "missed": missed.detach(), "critic": judged.detach()}, told)
        return {name: float(np.mean(values)) for name, values in told.items()}

    def _hiding(self, lessons: Lessons, part: NDArray[np.intp]) -> Any:
        """How many times as much entropy is wanted at each of these decisions."""
        tells = learning.tells(self.settings.game, lessons.observation[:, part])
        return torch.from_numpy(np.where(tells, np.float32(self.settings.hiding), np.float32(1)))

    def _parts(self, fair: NDArray[np.intp], tried: int, rng: np.random.Generator) -> list[NDArray[np.intp]]:
        """The steps of an epoch: all lessons, or what of them fits beside the trials, which are few and count more."""
        settings, order = self.settings, rng.permutation(fair)
        if not (tried and settings.trial_batch):
            return np.array_split(order, max(1, len(fair) // settings.batch))
        steps = max(1, tried // settings.trial_batch)
        return np.array_split(order[: steps * settings.batch], steps)

    def _losses(
        self, lessons: Lessons, gain: NDArray[np.float32], part: NDArray[np.intp], entropy: float
    ) -> dict[str, Any]:
        spread, seen, local, legal = self._eyes(lessons, part)
        action = torch.from_numpy(lessons.action[part])[None]
        logs = _logs(self.policy, spread, seen, local, legal)
        chances = logs.exp()
        ratio = (logs.gather(0, action)[0] - torch.from_numpy(lessons.chance[part]).log()).exp()
        better = torch.from_numpy(gain[part])
        kept = ratio.clip(1 - self.settings.clip, 1 + self.settings.clip)
        surrogate = -torch.minimum(ratio * better, kept * better).mean()
        mixed = -(chances * logs).sum(0).mean()
        judged = self._judged(lessons, part, seen, local)
        loss = surrogate - entropy * mixed + HALF * judged
        told = {"loss": loss, "entropy": mixed.detach(), "critic": judged.detach()}
        return told | self._held(loss, logs, (spread, seen, local, legal))

    def _held(self, loss: Any, logs: Any, eyes: tuple[Any, Any, Any, Any]) -> dict[str, Any]:
        """The loss with the pull to the reference policy; nothing where it has no weight: it is a third of the work."""
        if not self.settings.magnet:
            return {}
        with torch.no_grad():
            reference = _logs(self.magnet, *eyes)
        pull = (logs.exp() * (logs - reference)).sum(0).mean()
        return {"loss": loss + self.settings.magnet * pull, "pull": pull.detach()}

    def _tried(self, lessons: Tried, part: NDArray[np.intp], some: NDArray[np.intp], entropy: float) -> dict[str, Any]:
        """The critic learns from this part; the policy only where moves were tried: what one game tells is mere noise
        beside it.
        """
        _, seen, local, _ = self._eyes(lessons, part)
        judged = self._judged(lessons, part, seen, local)
        spread, seen, local, legal = self._eyes(lessons, some)
        logs = _logs(self.policy, spread, seen, local, legal)
        moves = torch.from_numpy(lessons.moves[:, some].astype(np.intp))
        weight = torch.from_numpy(lessons.weight[:, some])
        edge = torch.from_numpy(lessons.edge[:, some] / (1 if self.settings.stakes else self._unit))
        before = torch.from_numpy(lessons.before[:, some])
        if self.settings.even:
            edge, entropy = rarer(edge, before, entropy), 0.0
        ratio = (logs.gather(0, moves) - before.log()).exp()
        kept = ratio.clip(1 - self.settings.clip, 1 + self.settings.clip)
        surrogate = -(weight * torch.minimum(ratio * edge, kept * edge)).sum(0).mean()
        mixed = -(logs.exp() * logs).sum(0).mean()
        loss = surrogate - entropy * mixed + HALF * judged
        told = {"loss": loss, "entropy": mixed.detach(), "critic": judged.detach()}
        return told | self._held(loss, logs, (spread, seen, local, legal))

    def _pull(self, advice: Advice, part: NDArray[np.intp]) -> Any:
        """How far the policy is from what the search would do, and the critic from how these games ended."""
        spread, seen, local, legal = self._eyes(advice, part)
        logs = _logs(self.policy, spread, seen, local, legal)
        searched = torch.from_numpy(advice.searched[part])
        missed = -(torch.from_numpy(advice.target[:, part]) * logs).sum(0)
        return (missed * searched).sum() / searched.sum().clip(min=1) + HALF * self._judged(advice, part, seen, local)

    def _eyes(self, lessons: Lessons, part: NDArray[np.intp]) -> tuple[Any, Any, Any, Any]:
        """What the policy is shown of these decisions."""
        seen = torch.from_numpy(self._network.floats(lessons.observation[:, part]))
        local = torch.from_numpy(lessons.local[:, :, part].astype(np.float32))
        legal = torch.from_numpy(lessons.legal[:, part])
        return torch.from_numpy(self._network.spread(local.shape[1])), seen, local, legal

    def _judged(self, lessons: Lessons, part: NDArray[np.intp], seen: Any, local: Any) -> Any:
        """How far the critic's chances are from who won."""
        whole = torch.from_numpy(lessons.whole_hidden[:, part].astype(np.float32))
        hidden = torch.from_numpy(lessons.local_hidden[:, :, part].astype(np.float32))
        shares = torch.from_numpy(lessons.shares[:, part])
        found = prospects(self.critic, torch.cat((seen, whole)), torch.cat((local, hidden)))[: len(shares)]
        return -(shares * functional.log_softmax(found, 0)).sum(0).mean()

    def state(self) -> dict[str, Any]:
        """All that a later run needs to go on."""
        return {
            "policy": {name: tensor.detach() for name, tensor in self.policy.items()},
            "critic": {name: tensor.detach() for name, tensor in self.critic.items()},
            "magnet": self.magnet,
            "adam": self.adam.state_dict(),
            "valuer": self.valuer.state() if self.valuer else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        with torch.no_grad():
            for part, weights in (("policy", self.policy), ("critic", self.critic), ("magnet", self.magnet)):
                for name, tensor in weights.items():
                    tensor.copy_(state[part][name])
        self.adam.load_state_dict(state["adam"])
        if self.valuer:
            self.valuer.restore(state["valuer"])


def _logs(weights: model.Tensors, spread: Any, seen: Any, local: Any, legal: Any) -> Any:
    """The logarithm of each action's chance; NEVER where it is not legal, so that chance times it is 0."""
    return functional.log_softmax(scores(weights, spread, seen, local).where(legal, torch.tensor(NEVER)), 0)


def rarer(edge: Any, before: Any, entropy: float) -> Any:
    """Edges with the entropy bonus in them: how much is won by taking each move, and by its being rare.

    Where moves count alike the bonus must, too: as a term of its own it fades as a move does, which then never returns.
    """
    found = edge - entropy * before.log()
    return found - (before * found).sum(0) / before.sum(0)
