"""A network that plays, in NumPy: which move how likely, and each seat's chance to win.

Arrays have one column a position. A network has a trunk over the whole observation and, where the game has places, one
small network that looks at every place with the same weights. The arithmetic is written once and works on NumPy arrays
and on the learner's tensors alike. Weights travel as .npz files beside this one, with how they were made.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.core.chance import pick
from bluffhouse.sim import kernel, learning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from bluffhouse.core.game import Below
    from bluffhouse.sim.kernel import Lanes

    Floats = NDArray[np.float32]
    Weights = Mapping[str, Any]

WEIGHTS: Final = Path(__file__).parent / "weights"
NEVER: Final = np.float32(-1e9)
"""The score of what is not legal."""
LAST: Final = frozenset(("action", "action_bias", "action_places", "head"))
"""The weights that are added up to an action's score: what multiplies them all multiplies the score."""


def look(weights: Weights, seen: Any, local: Any) -> tuple[Any, Any]:
    """What the trunk makes of the table, and the small network of each place: feature by (place by) column."""
    whole = seen
    layer = 0
    while f"trunk{layer}" in weights:
        whole = (weights[f"trunk{layer}"] @ whole + weights[f"trunk{layer}_bias"]).clip(min=0)
        layer += 1
    if "place0" not in weights:
        return whole, None
    numbers, places, columns = local.shape
    told = weights["place0_whole"] @ whole + weights["place0_bias"]
    here = (weights["place0"] @ local.reshape(numbers, places * columns)).reshape(-1, places, columns)
    here = (here + told[:, None]).clip(min=0)
    more = weights["place1"] @ here.reshape(-1, places * columns) + weights["place1_bias"]
    more = more.reshape(-1, places, columns)
    if "place1_mean" in weights:  # a place is good or bad beside the others
        more = more + (weights["place1_mean"] @ here.mean(1))[:, None]
    return whole, more.clip(min=0)


def scores(weights: Weights, spread: Any, seen: Any, local: Any) -> Any:
    """A score for each action (a row); `spread` says which output at which place speaks for it."""
    whole, here = look(weights, seen, local)
    found = weights["action"] @ whole + weights["action_bias"]
    if here is None:
        return found
    if "action_places" in weights:  # for what is done at no place in particular
        found = found + weights["action_places"] @ here.mean(1)
    inner, places, columns = here.shape
    heads = weights["head"] @ here.reshape(inner, places * columns)
    return found + spread @ heads.reshape(-1, columns)


def prospects(weights: Weights, seen: Any, local: Any) -> Any:
    """A score for each seat's chance to win, the deciding seat first, the others as it lists them."""
    whole, here = look(weights, seen, local)
    found = weights["seat_whole"] @ whole + weights["seat0_bias"]
    if here is not None:
        found = found + weights["seat_places"] @ here.mean(1)
    return weights["seat1"] @ found.clip(min=0) + weights["seat1_bias"]


def softmax(found: Floats) -> Floats:
    """Chances from scores, column by column."""
    odds: Floats = np.exp(found - found.max(axis=0))
    odds /= odds.sum(axis=0)
    return odds


@dataclass(frozen=True, eq=False)  # one network is another only if it is the same: so it can be a key
class Network:
    """The two networks of a game: `policy` chooses, `critic` judges; the same for every number of seats."""

    game: str
    policy: Mapping[str, Floats]
    critic: Mapping[str, Floats]
    thinks: bool = False
    """Whether it is told what everybody may think of the others' cards."""
    habit: Mapping[str, Floats] | None = None
    """How it plays where all others are recognised as players of habit; None: as it plays everybody."""

    @functools.cached_property
    def scale(self) -> Floats:
        return kernel.encoder(self.game).SCALE[learning.places(self.game).SEEN, None]

    @functools.cached_property
    def _spreads(self) -> dict[int, Floats]:
        return {}

    def spread(self, places: int) -> Floats:
        if places not in self._spreads:
            self._spreads[places] = learning.places(self.game).spread(places)
        return self._spreads[places]

    def chances(self, observation: NDArray[np.uint8], legal: NDArray[np.bool_]) -> Floats:
        """Action by column: how likely each is; 0 where it is not legal."""
        return self.choose(observation, learning.places(self.game).local(observation), legal)

    def choose(self, observation: NDArray[np.uint8], local: Floats, legal: NDArray[np.bool_]) -> Floats:
        """The same, where what is local has been told already."""
        chances = self._by(self.policy, observation, local, legal)
        if self.habit is not None:
            known = learning.recognised(self.game, observation)
            some = np.flatnonzero(known)
            if len(some):
                other = self._by(self.habit, observation[:, some], local[..., some], legal[:, some])
                chances[:, some] += known[some] * (other - chances[:, some])
        return chances

    def _by(self, policy: Weights, observation: NDArray[np.uint8], local: Floats, legal: NDArray[np.bool_]) -> Floats:
        found = scores(policy, self.spread(local.shape[1]), self.floats(observation), local)
        chances = softmax(np.where(legal[: len(found)], found, NEVER))
        if len(found) == len(legal):
            return chances
        whole = np.zeros(legal.shape, np.float32)
        whole[: len(found)] = chances
        return whole

    def sharper(self, power: float, openness: float = 1.0) -> Network:
        """The same network with every chance raised to this power: it does more often what it likes more. And once more
        to the openness where a choice may tell the others of what is hidden.
        """
        spread = learning.places(self.game).spread(1)
        actions = learning.telling(self.game)[: len(spread)]
        heads = spread[actions].any(axis=0)

        def raised(weights: Weights) -> dict[str, Floats]:
            found = dict(weights)
            for name in LAST & found.keys():
                telling = heads if name == "head" else actions
                found[name] = found[name] * np.where(telling, power * openness, power).astype(np.float32)[:, None]
            return found

        habit = None if self.habit is None else raised(self.habit)
        return dataclasses.replace(self, policy=raised(self.policy), habit=habit)

    def floats(self, observation: NDArray[np.uint8]) -> Floats:
        """What the trunk is shown."""
        return np.multiply(observation[learning.places(self.game).SEEN], self.scale, dtype=np.float32)

    def win_chances(self, lanes: Lanes) -> Floats:
        """Seat by game: the chance to win of everybody, seen by who decides, with what is hidden told."""
        oracle = learning.oracle(self.game)
        local = learning.places(self.game).local(lanes.observation)
        found = self.judge(lanes.observation, local, oracle.whole(lanes), oracle.local(lanes), lanes.seats)
        by_seat = np.empty_like(found)
        np.put_along_axis(by_seat, oracle.listed(lanes).astype(np.intp), found, axis=0)
        return by_seat

    def judge(self, observation: NDArray[np.uint8], local: Floats, whole: Floats, hidden: Floats, seats: int) -> Floats:
        """The chances to win as the deciding seat lists the seats; `whole` and `hidden` are the oracle's."""
        seen = np.concatenate((self.floats(observation), whole))
        return softmax(prospects(self.critic, seen, np.concatenate((local, hidden)))[:seats])

    def save(self, path: Path, made: Mapping[str, Any]) -> None:
        """Half precision: what is lost is less than what one step of learning changes."""
        parts = {"policy": self.policy, "critic": self.critic, "habit": self.habit or {}}
        named = {f"{part}/{name}": array for part, weights in parts.items() for name, array in weights.items()}
        halves = {name: np.asarray(array, np.float16) for name, array in named.items()}
        note = np.frombuffer(json.dumps({"game": self.game, "thinks": self.thinks, **made}).encode(), np.uint8)
        np.savez_compressed(path, allow_pickle=False, note=note, **halves)


def read(path: Path) -> tuple[Network, dict[str, Any]]:
    """The network of a file, and how it was made."""
    with np.load(path, allow_pickle=False) as file:
        note = json.loads(bytes(file["note"]))
        parts: dict[str, dict[str, Floats]] = {"policy": {}, "critic": {}, "habit": {}}
        for key in file.files:
            part, _, name = key.partition("/")
            if part in parts:
                parts[part][name] = file[key].astype(np.float32)
    thinks = note.get("thinks", False)
    return Network(note["game"], parts["policy"], parts["critic"], thinks, parts["habit"] or None), note


@functools.cache
def shipped(game: str) -> Network:
    """The network that comes with the package; LookupError where this game has none."""
    path = WEIGHTS / f"{game}.npz"
    if not path.exists():
        raise LookupError(f"there is no trained network of {game} in this package")
    return read(path)[0]


def seen(network: Network, view: Any) -> NDArray[np.uint8]:
    """What a network is shown of a view: the observation, and its thoughts where it thinks."""
    if not network.thinks:
        return kernel.encoder(network.game).encode(view)[:, None]
    thinking = importlib.import_module(f"{__package__}.{network.game}.thinking")
    found: NDArray[np.uint8] = thinking.observed(view, network)
    return found


@dataclass(frozen=True, slots=True)
class NetworkMind:
    """Plays as its network does; every choice is drawn by its chance."""

    network: Network

    def __call__(self, view: Any, moves: Sequence[Any], below: Below) -> Any:
        encoder = kernel.encoder(self.network.game)
        numbers = np.array([encoder.number(view, move) for move in moves])
        legal = encoder.legal(view, moves)[:, None]
        chances = self.network.chances(seen(self.network, view), legal)[numbers, 0]
        return pick(moves, chances.tolist(), below)
