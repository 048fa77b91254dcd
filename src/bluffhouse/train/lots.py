"""The games of an iteration in lots, each with all that it takes to play it: a lot may be played anywhere.

The iteration's own source of chance says who sits where and what each lot's seed is, so the lessons are the same
wherever they come from, and whatever is played beside.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

import numpy as np

from bluffhouse.sim import learning
from bluffhouse.sim.policy import AtRandom
from bluffhouse.train import selfplay
from bluffhouse.train.expert import ExpertLot
from bluffhouse.train.mean import Mean, Showing
from bluffhouse.train.trials import Trying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.network import Network
    from bluffhouse.sim.policy import Policy
    from bluffhouse.train.selfplay import Lessons
    from bluffhouse.train.settings import Settings

    Guest = Network | str

Learnt_co = TypeVar("Learnt_co", bound="Lessons", covariant=True)

HEURISTIC: Final = "heuristic"
RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Lot:
    """Games that are played in one place. Guests who are no networks go by name: a module cannot travel."""

    settings: Settings
    network: Network
    guests: tuple[Guest, ...]
    owner: NDArray[np.intp]
    """Seat by game: who plays there, the network first, then the guests."""
    seed: int

    def lessons(self) -> Lessons:
        settings = self.settings
        policies = [self.network, *(policy(settings.game, guest) for guest in self.guests)]
        if isinstance(self.network, Mean):
            return Showing(settings, self.network, policies, self.owner, seed=self.seed).shown()
        if settings.trials:
            return Trying(settings, self.network, policies, self.owner, seed=self.seed).tried()
        table = selfplay.SelfPlay(settings.game, policies, self.owner, seed=self.seed)
        return table.lessons(self.network, settings.steps, settings.decay)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an iteration plays: it may be played while the one before is still learnt from, and be kept until then."""

    number: int
    seats: int
    rng: np.random.Generator
    """All further chance of the iteration."""
    lots: list[Lot]
    challenge: Lot | None = None
    """The games of which a challenger learns, where there is one …"""
    challenger: int = 0
    """… and which: by the time they are over another may have begun."""

    @property
    def all(self) -> list[Lot]:
        return self.lots if self.challenge is None else [*self.lots, self.challenge]


class Playable(Protocol[Learnt_co]):
    """A lot of any kind."""

    def lessons(self) -> Learnt_co: ...


@dataclass(frozen=True, slots=True)
class Played(Generic[Learnt_co]):
    """What came of a lot."""

    lessons: Learnt_co
    seconds: float
    """Of the processor that played it."""


def play(lot: Playable[Learnt_co]) -> Played[Learnt_co]:
    begun = time.process_time()
    lessons = lot.lessons()
    return Played(lessons, time.process_time() - begun)


def policy(game: str, guest: Guest) -> Policy:
    if guest == RANDOM:
        return AtRandom()
    if guest == HEURISTIC:
        found = learning.habits(game)
        assert found is not None, "who has no habits is not invited"
        return found
    assert not isinstance(guest, str), "nobody is called that"
    return guest


def strangers(game: str) -> list[str]:
    """Who may play beside networks."""
    return [RANDOM] if learning.habits(game) is None else [RANDOM, HEURISTIC]


def among_guests(
    settings: Settings,
    network: Network,
    past: Sequence[Network],
    seats: int,
    rng: np.random.Generator,
    *,
    challengers: Sequence[Network] = (),
) -> Lot:
    """Most seats are the learner's; an older self, chance and the heuristic are lent some, and one a challenger."""
    others = strangers(settings.game)
    guests: tuple[Guest, ...] = (past[int(rng.integers(len(past)))], *others)
    share = [settings.past, *({RANDOM: settings.random, HEURISTIC: settings.heuristic}[name] for name in others)]
    seated = selfplay.apart if settings.apart else selfplay.seating
    owner = seated([1 - sum(share), *share], seats, settings.games, rng)
    if challengers:
        guests = (*guests, challengers[int(rng.integers(len(challengers)))])
        some = np.flatnonzero(rng.random(settings.games) < settings.challenged)
        owner[:, some] = selfplay.LEARNER
        owner[rng.integers(seats, size=len(some)), some] = len(guests)
    return Lot(settings, network, guests, owner, _seed(rng))


def against(settings: Settings, network: Network, target: Guest, seats: int, rng: np.random.Generator) -> Lot:
    """The learner alone among guests of one kind."""
    return Lot(settings, network, (target,), selfplay.one_learner(seats, settings.games), _seed(rng))


def with_an_expert(settings: Settings, network: Network, seats: int, rng: np.random.Generator) -> ExpertLot:
    """The learner at all seats, helped by a search."""
    return ExpertLot(settings, network, seats, _seed(rng))


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(1 << 62))
