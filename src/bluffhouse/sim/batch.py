"""The driver of many games: observe, choose, step; games that end begin again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.sim import kernel
from bluffhouse.sim.sample import sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.sim.kernel import Actions, Lanes


def generator(seed: int | None = None) -> np.random.Generator:
    """The source of chance of a batch; SFC64 is NumPy's fastest good one."""
    return np.random.Generator(np.random.SFC64(seed))


def win_shares(wealth: NDArray[np.int32]) -> NDArray[np.float32]:
    """1/k for each of k equally rich winners, 0 for the others; a row a seat."""
    best = wealth == wealth.max(axis=0)
    shares: NDArray[np.float32] = best / np.add.reduce(best, axis=0, dtype=np.float32)
    return shares


class Batch:
    """Many games of one kind and seat count, from the set-up or from given worlds (games that end begin there again).

    Arrays have one column a game. `observation`, `legal` and `actor` speak of the seat that decides now, and are good
    until the next step; `over`, `reward` and `final` of the games that the last step ended and began again.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        size: int,
        *,
        options: Any = None,
        worlds: Sequence[Any] = (),
        seed: int | None = None,
        careful: bool = False,
    ) -> None:
        self.encoder: Final = kernel.encoder(name)
        self.rng: Final = generator(seed)
        self.careful: Final = careful
        if worlds:
            self.lanes: Lanes = kernel.kernel(name).load(worlds).pick(np.arange(size) % len(worlds))
            self.lanes.keep()
        else:
            self.lanes = kernel.begin(name, options, seats, size, self.rng)
        if self.lanes.seats != seats:
            raise ValueError(f"the worlds have {self.lanes.seats} seats, not {seats}")
        self.lanes.see()
        self.over: Final = np.zeros(size, np.bool_)
        self.reward: Final = np.zeros((seats, size), np.float32)
        self.final: Final = np.zeros((seats, size), np.int32)
        scaled = np.flatnonzero(self.encoder.SCALE != 1)
        self._scaled = slice(int(scaled[0]), int(scaled[-1]) + 1) if len(scaled) else slice(0, 0)
        self._scale = self.encoder.SCALE[self._scaled, None]
        self._ended = False

    @property
    def actor(self) -> NDArray[np.uint8]:
        return self.lanes.actor

    @property
    def observation(self) -> NDArray[np.uint8]:
        return self.lanes.observation

    @property
    def legal(self) -> NDArray[np.bool_]:
        return self.lanes.legal

    def reset(self) -> None:
        """All games begin again."""
        self.lanes.restart(np.ones_like(self.over), self.rng)
        self._forget()

    def observe(self, out: NDArray[Any]) -> None:
        """Write the observation into an array of the caller: bytes as they are, floats scaled."""
        np.copyto(out, self.lanes.observation)
        if out.dtype != np.uint8:
            out[self._scaled] *= self._scale

    def step(self, actions: Actions) -> None:
        """One decision in every game."""
        if self.careful:
            self._check(actions)
        if self._ended:
            self._forget()
        self.lanes.step(actions, self.rng)
        if self.lanes.any_over:
            self._end()

    def _forget(self) -> None:
        self.over.fill(False)
        self.reward.fill(0)
        self.final.fill(0)
        self._ended = False

    def _end(self) -> None:
        over = self.lanes.over
        wealth = self.lanes.wealth()
        np.copyto(self.over, over)
        np.multiply(win_shares(wealth), over, out=self.reward)
        np.multiply(wealth, over, out=self.final)
        self.lanes.restart(over, self.rng)
        self._ended = True

    def _check(self, actions: Actions) -> None:
        columns = np.arange(len(actions))
        wrong = np.flatnonzero(~self.legal[actions, columns])
        if len(wrong):
            raise ValueError(f"action {actions[wrong[0]]} is not legal in game {wrong[0]}")

    def sample(self) -> Actions:
        """A legal action for every game, each as likely."""
        return sample(self.legal, self.rng)
