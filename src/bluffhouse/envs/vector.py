"""Thousands of games as one Gymnasium-style vector environment, with nothing but NumPy.

`reset()` gives `(observations, infos)`, `step(actions)` gives `(observations, rewards, terminations, truncations,
infos)`; row i of every array is game i. Each game asks the seat that decides in it, `infos["seat"]`; of several (sealed
bids) the lowest that has not answered, which is shown nothing of the others' answers. What differs from Gymnasium:

- `rewards` has a column for each seat: the win share (1/k for each of k winners) in the step that ends a game, else 0.
- A game that ended has begun again in the same step (`AutoresetMode.SAME_STEP`): its observation is a first one.
- Arrays belong to the environment and change with the next step: copy what is to be kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.envs.extras import extra

with extra("bots"):
    import numpy as np

    from bluffhouse.envs.sitting import chosen_options
    from bluffhouse.sim.batch import Batch

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    Infos = dict[str, NDArray[Any]]

USUAL_SEATS: Final = 4


class VectorEnv:
    """`num_envs` games of one kind; observations uint8 as the encoder makes them, or scaled as float32."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int = USUAL_SEATS,
        dtype: DTypeLike = np.float32,
        centred: bool = False,
        careful: bool = False,
        **options: Any,
    ) -> None:
        self.game: Final = game
        self.num_envs: Final = num_envs
        self.seats: Final = seats
        self.careful: Final = careful
        """Whether actions are checked (ValueError); unchecked ones must be legal."""
        self.metadata: Final = {"name": f"bluffhouse/{game}_v0", "autoreset_mode": "SameStep"}
        self._options: Final = chosen_options(games.find(game), options)
        self._average: Final[np.float32] = np.float32(1 / seats if centred else 0)
        self._batch = self._begun(None)
        self.features: Final = self._batch.encoder.FEATURES
        self.actions: Final = self._batch.encoder.ACTIONS
        self._bytes: Final = np.dtype(dtype) == np.uint8
        self._seen = np.zeros((self.features, num_envs), dtype)
        self._truncations = np.zeros(num_envs, np.bool_)

    @property
    def single_observation_space(self) -> Any:
        """One game's observation as a Gymnasium space."""
        with extra("research"):
            from gymnasium.spaces import Box  # noqa: PLC0415 - only who asks for spaces needs Gymnasium
        high = self._batch.encoder.SCALE * np.float32(255)
        return Box(0, 255, (self.features,), np.uint8) if self._bytes else Box(np.zeros_like(high), high)

    @property
    def single_action_space(self) -> Any:
        with extra("research"):
            from gymnasium.spaces import Discrete  # noqa: PLC0415
        return Discrete(self.actions)

    def reset(self, *, seed: int | None = None) -> tuple[NDArray[Any], Infos]:
        """All games begin again; with a seed the same games every time."""
        if seed is None:
            self._batch.reset()
        else:
            self._batch = self._begun(seed)
        return self._observe(), self._infos()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """One decision in every game."""
        batch = self._batch
        batch.step(actions)
        rewards: NDArray[np.float32] = np.subtract(batch.reward, self._average * batch.over, dtype=np.float32)
        return self._observe(), rewards.T, batch.over, self._truncations, self._infos()

    def sample(self) -> NDArray[np.integer[Any]]:
        """A legal action for every game, each as likely."""
        return self._batch.sample()

    def close(self) -> None:
        """There is nothing to close."""

    def _begun(self, seed: int | None) -> Batch:
        return Batch(self.game, self.seats, self.num_envs, options=self._options, seed=seed, careful=self.careful)

    def _observe(self) -> NDArray[Any]:
        if self._bytes:
            return self._batch.observation.T
        self._batch.observe(self._seen)
        return self._seen.T

    def _infos(self) -> Infos:
        """Who decides, what is legal, and each seat's wealth at the end of the games that just ended."""
        batch = self._batch
        return {"seat": batch.actor, "action_mask": batch.legal.T, "final_wealth": batch.final.T}
