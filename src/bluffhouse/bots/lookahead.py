"""Better chances than a network's own for many positions of self-play at once, by a game's own search.

A game that can do it has a module `lookahead` in its folder here, with functions `watch` and `exploit` that make a
Lookahead, and a module `trials` that is a Trials.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float32]
    Indices = NDArray[np.intp]
    Watch = Callable[[Network, int, float, float], "Lookahead"]
    Read = Callable[[Network, int, np.random.Generator], "Lookahead"]


@dataclass(frozen=True, slots=True)
class Better:
    """What a search would do."""

    chances: Floats
    """Action by position."""
    gain: NDArray[np.float64]
    """How much more it expects to win by them than by the network's own chances, of each position."""


class Lookahead(Protocol):
    """Watches a batch of games from their beginning on; one network plays at all seats."""

    def better(self, lanes: Any, columns: Indices, plain: Floats, rng: np.random.Generator) -> Better | None:
        """For whoever decides in these games, where the network's own chances are `plain`; None: not at this moment."""

    def follow(self, lanes: Any, actions: Indices, rng: np.random.Generator) -> None:
        """These actions will now be taken, one in every game."""


class Trials(Protocol):
    """Tries moves in the very games that are played, hidden cards and all: for learners, never for players."""

    def steps_left(self, lanes: Any, *, early: bool = False) -> int:
        """How many decisions it takes until the outcome can be judged; 0: trying tells nothing now. Early: as soon as
        nothing is done in secret any more, though it is not yet known what that leads to.
        """

    def last_begins(self, lanes: Any) -> bool:
        """Whether the last part of the game, which can be played by itself, begins now."""

    def outcomes(
        self,
        table: Table,
        columns: Indices,
        actions: Indices,
        rng: np.random.Generator,
        *,
        endings: int = 1,
        early: bool = False,
    ) -> Floats:
        """Move by position: what whoever decides in these games wins after each of these actions; with more endings
        than 1 the mean of so many, from where only little is left to be decided. What is judged early has no ending.
        """


@dataclass(frozen=True, slots=True)
class Table:
    """Games, who sits in them, and who judges."""

    lanes: Any
    owner: Indices
    """Seat by game: which of these policies plays there."""
    policies: Sequence[Policy]
    critic: Network


def watcher(game: str) -> Watch:
    """Makes one from a network, worlds for each move, a warmth and a trust; LookupError where the game has none."""
    return cast("Watch", _module(game, "lookahead", "expert").watch)


def exploiter(game: str) -> Read:
    """Makes one who always takes the best move, from a network and worlds for each move; LookupError like `watcher`."""
    return cast("Read", _module(game, "lookahead", "exploited").exploit)


def trials(game: str) -> Trials:
    """LookupError where the game has none."""
    return cast("Trials", _module(game, "trials", "trials"))


def _module(game: str, name: str, setting: str) -> Any:
    where = f"{__package__}.{game}.{name}"
    if importlib.util.find_spec(f"{__package__}.{game}") is None or importlib.util.find_spec(where) is None:
        raise LookupError(
            f"nobody looks ahead at many positions of {game} yet: there the setting `{setting}` must be 0"
        )
    return importlib.import_module(where)
