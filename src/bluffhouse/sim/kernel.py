"""What a game offers here: its `kernel` and `encode` modules, found by looking into the game's folder.

A kernel holds many games of one seat count as arrays with one column a game. Games may all go in step or each go its
own way: a driver only ever asks for one decision in every game that is not over.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numpy as np

from bluffhouse import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Actions = NDArray[np.integer[Any]]
    Generator = np.random.Generator


np.empty(1 << 24, np.uint8)
# Made and dropped at once: from then on the C library keeps freed blocks up to this size instead of handing them back
# to the system. Without it an intermediate array of a few pages is paid for in page faults, ten times its arithmetic.


class Lanes(Protocol):
    """Many games side by side."""

    @property
    def seats(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def actor(self) -> NDArray[np.uint8]:
        """The seat that decides, of each game; where several may (sealed answers) the lowest that has not."""

    @property
    def observation(self) -> NDArray[np.uint8]:
        """encode(view) of the deciding seat: a row a feature, a column a game. Good until the next step."""

    @property
    def legal(self) -> NDArray[np.bool_]:
        """A row an action, a column a game. Good until the next step."""

    @property
    def over(self) -> NDArray[np.bool_]: ...
    @property
    def any_over(self) -> bool: ...
    def see(self) -> None:
        """From now on keep observations and legal actions; games that are only played out do without."""

    def keep(self) -> None:
        """From now on games that end begin again where they are now, not from the set-up."""

    def step(self, actions: Actions, rng: Generator) -> None:
        """One decision in every game, and the dealer's moves after it; trusts the actions. What is over stays."""

    def restart(self, over: NDArray[np.bool_], rng: Generator) -> None:
        """These games begin again."""

    def wealth(self) -> NDArray[np.int32]:
        """A row a seat."""

    def finish(self, rng: Generator, *, fast: bool) -> NDArray[np.int32]:
        """The wealth after every decision to the end is taken at random; these games stay as they are."""

    def pick(self, games: NDArray[np.intp]) -> Lanes:
        """Copies of these games."""

    def states(self) -> list[Any]:
        """Each game as a position of the plain rules; of the story only what `encode` needs."""


class Kernel(Protocol):
    def begin(self, options: Any, seats: int, games: int, rng: Generator) -> Lanes:
        """New games, dealt, the first decision open."""

    def load(self, states: Sequence[Any]) -> Lanes:
        """Games at given positions, in which somebody decides."""


class Encoder(Protocol):
    FEATURES: int
    ACTIONS: int
    SCALE: NDArray[np.float32]

    def encode(self, view: Any) -> NDArray[np.uint8]: ...
    def number(self, view: Any, move: Any) -> int: ...
    def move(self, view: Any, action: int) -> Any: ...
    def legal(self, view: Any, moves: Iterable[Any]) -> NDArray[np.bool_]: ...


def _has(name: str) -> bool:
    return importlib.util.find_spec(f"{games.__name__}.{name}.kernel") is not None


NAMES: Final = tuple(name for name in games.NAMES if _has(name))
"""The games that have a kernel."""


def kernel(name: str) -> Kernel:
    """LookupError where there is no such game, or none with a kernel."""
    return cast(Kernel, _part(name, "kernel"))


def begin(name: str, options: Any, seats: int, size: int, rng: Generator) -> Lanes:
    """New games; options None are the game's usual ones. A wrong number of seats is refused as at a table."""
    game = games.find(name)
    chosen = game.options() if options is None else options
    game.setup(chosen, seats)
    return kernel(name).begin(chosen, seats, size, rng)


def encoder(name: str) -> Encoder:
    return cast(Encoder, _part(name, "encode"))


def _part(name: str, part: str) -> Any:
    games.find(name)
    if name not in NAMES:
        raise LookupError(f"{name} has no kernel yet; there are: {', '.join(NAMES)}")
    return importlib.import_module(f"{games.__name__}.{name}.{part}")
