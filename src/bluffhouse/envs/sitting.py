"""One game by the plain rules, played by action numbers: what the PettingZoo environments share.

The dealer's moves are drawn as soon as they are due, from a seeded generator, so somebody decides or it is over.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat, draw, step, winners
from bluffhouse.core.record import Record, write
from bluffhouse.core.words import read_options
from bluffhouse.envs.extras import extra

with extra("bots"):
    import numpy as np

    from bluffhouse.sim import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from bluffhouse.core.record import AnyGame


def chosen_options(game: AnyGame, words: Mapping[str, Any]) -> Any:
    """Options from keyword arguments: words as in a record's header, or plain true and false."""
    spelt = {name: str(word).lower() if isinstance(word, bool) else str(word) for name, word in words.items()}
    return read_options(game.options, spelt)


def win_shares(game: AnyGame, state: Any) -> list[float]:
    """1/k for each of k winners once the game is over, else 0."""
    best = winners(game, state)
    return [(seat in best) / max(len(best), 1) for seat in range(state.seats)]


class Sitting:
    """The game, its encoder and its chance."""

    def __init__(self, name: str, seats: int, options: Mapping[str, Any]) -> None:
        self.game: Final = games.find(name)
        self.encoder: Final = kernel.encoder(name)
        self.options: Final = chosen_options(self.game, options)
        self.seats: Final = seats
        self.chance = random.Random()  # noqa: S311 - seeded games want `random`, not secrecy
        self.state = self.game.setup(self.options, seats)
        self.moves: list[tuple[Seat, Any]] = []
        self._nothing: Final = np.zeros(self.encoder.ACTIONS, np.bool_)
        self._views: dict[int, Any] = {}
        self._legal: dict[int, NDArray[np.bool_]] = {}

    def begin(self, seed: int | None) -> None:
        """A new game; without a seed chance goes on where it was."""
        if seed is not None:
            self.chance.seed(seed)
        self.state = self.game.setup(self.options, self.seats)
        self.moves = []
        self._forget()
        self._deal()

    @property
    def actors(self) -> list[int]:
        """Who may act now, in order of seats; nobody when it is over."""
        return sorted(self.game.actors(self.state))

    def legal(self, seat: int) -> NDArray[np.bool_]:
        """A mask over the action numbers; nothing where the seat may not act."""
        if seat not in self._legal:
            moves = self.game.moves(self.state, Seat(seat))
            self._legal[seat] = self.encoder.legal(self._view(seat), moves) if moves else self._nothing
        return self._legal[seat].copy()

    def observation(self, seat: int) -> NDArray[np.float32]:
        """What the seat knows, as scaled numbers."""
        seen: NDArray[np.float32] = self.encoder.encode(self._view(seat)) * self.encoder.SCALE
        return seen

    def _view(self, seat: int) -> Any:
        """Views and masks are kept until the next move: they are asked for several times."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, Seat(seat))
        return self._views[seat]

    def act(self, seat: int, action: int) -> None:
        """Make the move of that number, then the dealer's; a ValueError says why not (Illegal: the rule it breaks)."""
        chair = Seat(seat)
        if chair not in self.game.actors(self.state):
            raise self.game.why(self.state, chair, None)
        move = self.encoder.move(self._view(seat), action)
        self._become(step(self.game, self.state, chair, move).state, chair, move)
        self._deal()

    def _become(self, state: Any, actor: Seat, move: Any) -> None:
        self.state = state
        self.moves.append((actor, move))
        self._forget()

    def _forget(self) -> None:
        self._views.clear()
        self._legal.clear()

    def any_legal(self, seat: int) -> int:
        """A legal action of the seat, each as likely."""
        return int(self.chance.choice(np.flatnonzero(self.legal(seat))))

    def may(self, seat: int, action: int) -> bool:
        return 0 <= action < self.encoder.ACTIONS and bool(self.legal(seat)[action])

    def rewards(self, *, centred: bool) -> list[float]:
        """Win shares; centred: less the share of an average player, so that they add up to 0."""
        if self.actors:
            return [0.0] * self.seats
        return [share - centred / self.seats for share in win_shares(self.game, self.state)]

    def text(self) -> str:
        """The game so far as a text record, secrets included: for whoever runs the environment."""
        return write(Record(self.game, self.seats, self.options, tuple(self.moves)))

    def _deal(self) -> None:
        while DEALER in self.game.actors(self.state):
            move = draw(self.game, self.state, self.chance.randrange)
            self._become(self.game.apply(self.state, DEALER, move).state, DEALER, move)
