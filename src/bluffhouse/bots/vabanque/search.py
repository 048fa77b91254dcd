"""Search to the end of the round: what would each move bring, in worlds as likely as the others' moves make them?

The worlds are drawn from the exact belief, together with a model for each opponent; every move is tried in the same
worlds, the rest of the round is played by those models, and at its end, where nothing is hidden, the critic judges.
The network's own chances and the values found make the new chances, from which the move is drawn: never readable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.bots.network import seen, shipped
from bluffhouse.bots.vabanque.belief import OTHERS, PRIOR, minds, thinking
from bluffhouse.bots.vabanque.orders import suppose
from bluffhouse.bots.vabanque.thinking import share
from bluffhouse.core.chance import pick
from bluffhouse.games.vabanque import encode, kernel
from bluffhouse.games.vabanque.guess import guess
from bluffhouse.games.vabanque.model import ROUNDS, Phase
from bluffhouse.sim.batch import generator, win_shares
from bluffhouse.sim.policy import draw_by, draw_each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.mind import Mind
    from bluffhouse.bots.network import Network
    from bluffhouse.bots.vabanque.belief import Minds
    from bluffhouse.core.game import Below, Seat
    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.model import Move, View
    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float64]
    Indices = NDArray[np.intp]

SEEDS: Final = 1 << 63
OWN: Final = 0
"""The model that the searching seat itself follows later in the round: the network."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried, and how far it is trusted."""

    worlds: int = 64
    """In which every move worth a try is tried: the same ones for all, so that luck hits them alike."""
    moves: int = 6
    """So many moves, those that the network likes most, are worth a try."""
    chips_from: int = 3
    """Before this round chips are placed as the network does: what they lead to is hidden by a whole round's noise."""
    rounds: tuple[int, ...] = tuple(range(1, ROUNDS + 1))
    """In the others nothing is searched."""
    alike: bool = False
    """Whether everybody has the same luck after each of the moves, too: then fewer worlds tell them apart."""
    warmth: float = 0.02
    """Win shares this close are about as likely to be chosen."""
    trust: float = 0.5
    """The power to which the network's own chances count."""

    def searches(self, phase: Phase, number: int) -> bool:
        """Whether looking ahead tells anything in this phase of that round; before the pawns stand all is alike."""
        if number not in self.rounds:
            return False
        return phase in (Phase.CARDS, Phase.PAWNS) or (phase is Phase.CHIPS and number >= self.chips_from)

    def mixed(self, plain: Floats, values: Floats) -> Floats:
        """Move (by position): how likely each is chosen, from the network's chances and what was found."""
        odds = np.log(np.maximum(plain, 1e-6)) * self.trust + values / self.warmth
        found: Floats = np.exp(odds - odds.max(axis=0))
        found /= found.sum(axis=0)
        return found


@dataclass(frozen=True, slots=True)
class Worlds:
    """Games as they may be, one a column."""

    me: Seat
    """Whose thoughts these are."""
    lanes: Lanes
    follows: Indices
    """Seat by column: which model it follows there."""

    def repeated(self, times: int) -> Worlds:
        columns = np.tile(np.arange(self.lanes.games), times)
        return Worlds(self.me, self.lanes.pick(columns), self.follows[:, columns])


def imagine(view: View, thought: Minds, count: int, rng: np.random.Generator, thinker: Policy | None = None) -> Worlds:
    """So many worlds, drawn by what this seat may think of the others."""
    assert view.me is not None, "an onlooker does not search"
    anything = guess(view, lambda number: int(rng.integers(number)))
    lanes = kernel.load([anything]).pick(np.zeros(count, np.intp))
    if thinker is not None:
        share(lanes, view, thinker, thought.thought)
    follows = np.full((view.seats, count), OWN)
    for place, seat in enumerate(view.order):
        if seat == view.me:
            continue
        follows[seat] = rng.choice(thought.models.shape[1], count, p=thought.models[seat])
        suppose(lanes, place, draw_each(thought.orders[follows[seat], seat].T.astype(np.float32), rng))
    return Worlds(view.me, lanes, follows)


def outcomes(
    worlds: Worlds,
    actions: Indices,
    models: Sequence[Policy],
    network: Network,
    rng: np.random.Generator,
    *,
    alike: bool = False,
) -> Floats:
    """Action by world: the own win share at the end of the round, as the critic sees it there; `alike` as in Effort."""
    tried = worlds.repeated(len(actions))

    def choose(lanes: Lanes) -> Indices:
        times, games = (len(actions), worlds.lanes.games) if alike else (1, lanes.games)
        return _chosen(lanes, tried.follows, models, np.tile(rng.random(games, np.float32), times))

    shares = at_the_end(tried.lanes, np.repeat(actions, worlds.lanes.games), choose, network, rng)
    found: Floats = shares[worlds.me].reshape(len(actions), -1).astype(np.float64)
    return found


def at_the_end(
    lanes: Lanes,
    actions: Indices,
    choose: Callable[[Lanes], Indices],
    network: Network,
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Seat by game: everybody's win share where the round ends that goes on with these actions, as the critic sees it.

    After the last round nothing is left to be judged: there it is who has won.
    """
    number = lanes.round
    lanes.see()
    lanes.step(actions, rng)
    while lanes.round == number and not lanes.any_over:
        lanes.step(choose(lanes), rng)
    return win_shares(lanes.wealth()) if lanes.any_over else network.win_chances(lanes)


def _chosen(lanes: Lanes, follows: Indices, models: Sequence[Policy], luck: NDArray[np.float32]) -> Indices:
    """What everybody's model chooses now, with this luck in each game."""
    which = follows[lanes.actor, np.arange(lanes.games)]
    chosen = np.zeros(lanes.games, np.intp)
    for number, model in enumerate(models):
        columns = np.flatnonzero(which == number)
        if len(columns):
            found = model.chances(lanes.observation[:, columns], lanes.legal[:, columns])
            chosen[columns] = draw_by(found, luck[columns])
    return chosen


@dataclass(frozen=True)
class RoundSearch:
    """A mind: the network, and what looking to the end of the round adds."""

    network: Network
    effort: Effort = Effort()
    others: tuple[Policy, ...] = OTHERS
    """Models of the opponents beside the network itself."""
    prior: tuple[float, ...] = PRIOR

    def __call__(self, view: Any, moves: Sequence[Any], below: Below) -> Any:
        return pick(moves, self.chances(view, moves, below).tolist(), below)

    def chances(self, view: View, moves: Sequence[Move], below: Below) -> Floats:
        """How likely each of these moves is chosen."""
        actions = np.array([encode.number(view, move) for move in moves])
        legal = encode.legal(view, moves)[:, None]
        told = self.network.chances(seen(self.network, view), legal)
        plain: Floats = told[actions, 0].astype(np.float64)
        if len(moves) == 1 or not self.effort.searches(view.phase, view.round):
            return plain
        tried = np.argsort(-plain)[: self.effort.moves]
        found = np.zeros(len(moves))
        found[tried] = self._found(view, actions[tried], plain[tried], generator(below(SEEDS)))
        return found

    def _found(self, view: View, actions: Indices, plain: Floats, rng: np.random.Generator) -> Floats:
        """How likely each of these actions is chosen after a search."""
        models = (self.network, *self.others)
        thought = minds(view, models, self.prior)
        worlds = imagine(view, thought, self.effort.worlds, rng, thinking(self.network))
        found = outcomes(worlds, actions, models, self.network, rng, alike=self.effort.alike)
        return self.effort.mixed(plain, found.mean(axis=1))


def search(worlds: int) -> Mind:
    """The strongest player of Vabanque: the shipped network and so many worlds for each move."""
    return RoundSearch(shipped("vabanque"), Effort(worlds=worlds, moves=12, warmth=0.01, trust=0.3, alike=True))


def exploit(worlds: int) -> Mind:
    """One who knows that all others are the shipped network, and always does what is best against it: a tester."""
    return RoundSearch(shipped("vabanque"), sure(worlds), others=(), prior=(1.0,))


def sure(worlds: int) -> Effort:
    """That of one who takes what is best and nothing else."""
    return Effort(worlds=worlds, moves=12, warmth=1e-4, trust=0.0)
