"""What a game may offer learners beside its kernel, found by looking into the folder `kernel` of the game.

All of it is optional: `places` (a network looks at places of the board with shared weights), `oracle` (a critic sees
what is hidden), `habits` (the heuristic player's chances), `thought` (what everybody may think of what is hidden),
`disguise` (which choices tell of it, and how to hold something else behind the same moves). What a game does not
offer is empty here.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numpy as np

from bluffhouse import games
from bluffhouse.sim import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.sim.kernel import Lanes
    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float32]


class Places(Protocol):
    LOCAL: int
    """Numbers a place."""
    OUTPUTS: int
    """Scores a place."""
    ACTIONS: int
    """So many actions, the first ones, are scored; the others are never taken."""
    SEEN: NDArray[np.intp]
    """The rows of the observation by which the whole table is seen; what places are told better need not be there."""

    def local(self, observation: NDArray[np.uint8]) -> Floats:
        """Number by place by column."""

    def spread(self, places: int) -> Floats:
        """Action by (output, place): 1 where that output there speaks for the action."""


class Oracle(Protocol):
    WHOLE: int
    LOCAL: int

    def listed(self, lanes: Any) -> NDArray[np.uint8]:
        """The seats in the order in which the deciding one sees them, itself first: row by game."""

    def whole(self, lanes: Any) -> Floats:
        """Number by game: of the whole table."""

    def local(self, lanes: Any) -> Floats:
        """Number by place by game."""


class NoPlaces:
    """A board without places."""

    LOCAL: Final = 0
    OUTPUTS: Final = 0

    def __init__(self, name: str) -> None:
        self.ACTIONS = kernel.encoder(name).ACTIONS
        self.SEEN = np.arange(kernel.encoder(name).FEATURES)

    def spread(self, places: int) -> Floats:
        return np.zeros((self.ACTIONS, 0), np.float32)

    def local(self, observation: NDArray[np.uint8]) -> Floats:
        return np.zeros((0, 0, observation.shape[1]), np.float32)


class NoOracle:
    """A critic that knows no more than the deciding seat; the others follow it clockwise."""

    WHOLE: Final = 0
    LOCAL: Final = 0

    def listed(self, lanes: Lanes) -> NDArray[np.uint8]:
        seats = np.arange(lanes.seats, dtype=np.uint8)[:, None]
        return (lanes.actor + seats) % np.uint8(lanes.seats)

    def whole(self, lanes: Lanes) -> Floats:
        return np.zeros((0, lanes.games), np.float32)

    def local(self, lanes: Lanes) -> Floats:
        return np.zeros((0, 0, lanes.games), np.float32)


@functools.cache
def places(name: str) -> Places:
    return cast(Places, _part(name, "places") or NoPlaces(name))


@functools.cache
def oracle(name: str) -> Oracle:
    return cast(Oracle, _part(name, "oracle") or NoOracle())


@functools.cache
def habits(name: str) -> Policy | None:
    return cast("Policy | None", _part(name, "habits"))


def tells(name: str, observation: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The columns in which a choice may tell the others of what is hidden; none where nothing is known of that."""
    disguise = _part(name, "disguise")
    return np.zeros(observation.shape[1], np.bool_) if disguise is None else disguise.tells(observation)


def telling(name: str) -> NDArray[np.bool_]:
    """Action: whether it is such a choice."""
    disguise = _part(name, "disguise")
    return np.zeros(kernel.encoder(name).ACTIONS, np.bool_) if disguise is None else disguise.TELLING


class Disguise(Protocol):
    KINDS: Sequence[Any]
    """All disguises; the first is none."""

    def pretended(
        self, model: Policy, observation: NDArray[np.uint8], legal: NDArray[np.bool_], masks: NDArray[np.intp], /
    ) -> Floats:
        """Action by column: how likely each is by who does what the model would that held what the mask says."""


def disguise(name: str) -> Disguise:
    """LookupError where nothing is known of that."""
    found = _part(name, "disguise")
    if found is None:
        raise LookupError(f"nobody can be disguised at {name}: there the setting `disguised` must be 0")
    return cast(Disguise, found)


def has_thoughts(name: str) -> bool:
    return _part(name, "thought") is not None


def recognised(name: str, observation: NDArray[np.uint8]) -> Floats:
    """How likely it is that all others play by the game's habits, by column."""
    found: Floats = cast(Any, habits(name)).recognised(observation)
    return found


def think(lanes: Any, model: Policy) -> None:
    """From now on observations of these games tell what everybody may think of what is hidden, if all choose so."""
    lanes.think(model)


def _part(name: str, part: str) -> Any:
    games.find(name)
    where = f"{games.__name__}.{name}.kernel.{part}"
    return importlib.import_module(where) if importlib.util.find_spec(where) else None
