"""What each face-down card may be, from a view, under models of how the others choose."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from bluffhouse.bots.belief import Unseen
from bluffhouse.bots.network import Network, shipped
from bluffhouse.bots.vabanque.orders import ORDERS, Reading, beginnings, reading, replay, rounds
from bluffhouse.games.vabanque.kernel import habits
from bluffhouse.games.vabanque.model import ALL_KINDS, CardLaid
from bluffhouse.sim.policy import AtRandom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.vabanque.orders import Beginning
    from bluffhouse.core.game import Seat
    from bluffhouse.games.vabanque.model import Event, View
    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float64]

OTHERS: Final[tuple[Policy, ...]] = (habits, AtRandom())
"""How people and bots may choose, if not like our network: by the heuristic's habits, at random."""
PRIOR: Final = (0.6, 0.3, 0.1)
"""How likely each model is, the network first, before anybody has moved."""
WIDE: Final = 0.7
"""Evidence counts a little less than it says: nobody plays exactly like a model."""


@dataclass(frozen=True, slots=True)
class Minds:
    """What a seat may think of the others: which model each follows, and in which order its cards lie if it does."""

    models: Floats
    """Seat by model: how likely the seat follows it."""
    orders: Floats
    """Model by seat by order."""
    thought: NDArray[np.float32] | None = None
    """Place by order: what the first model makes everybody think of the cards of this round, where it thinks."""

    def mixed(self) -> Floats:
        """Seat by order, over all models."""
        found: Floats = np.einsum("sm,mso->so", self.models, self.orders)
        return found


def minds(view: View, models: Sequence[Policy], prior: Sequence[float]) -> Minds:
    """Read every round so far with every model."""
    begins, told = beginnings(view), rounds(view)
    if not begins:
        even = np.full((len(models), view.seats, len(ORDERS)), 1 / len(ORDERS))
        return Minds(np.tile(np.array(prior) / sum(prior), (view.seats, 1)), even)
    evidence = np.zeros((view.seats, len(models)))
    orders = []
    thinker = thinking(models[0])
    last = replay(begins[-1], told[-1], thinker)
    for number, model in enumerate(models):
        for begin, events in zip(begins[:-1], told[:-1], strict=True):
            past = _past(view.me, begin, events, cast(Hashable, model), cast(Hashable, thinker))
            evidence[:, number] += past.evidence()
        now = reading(view.me, last, model)
        evidence[:, number] += now.evidence()
        orders.append(now.weights())
    odds = np.array(prior) * np.exp(WIDE * (evidence - evidence.max(axis=1, keepdims=True)))
    return Minds(odds / odds.sum(axis=1, keepdims=True), np.stack(orders), last.thought)


def thinking(model: Policy) -> Policy | None:
    """The model, if it is one that is told what everybody may think."""
    return model if isinstance(model, Network) and model.thinks else None


@functools.lru_cache(maxsize=512)
def _past(me: Seat | None, begin: Beginning, events: tuple[Event, ...], model: Any, thinker: Any) -> Reading:
    """A round that is over reads the same ever after."""
    return reading(me, replay(begin, events, thinker), model)


def belief(view: View) -> tuple[Unseen, ...]:
    """Every face-down card of the others, with what it may be under the usual models."""
    mixed = minds(view, (shipped("vabanque"), *OTHERS), PRIOR).mixed()
    return unseen(view, mixed)


def unseen(view: View, orders: Floats) -> tuple[Unseen, ...]:
    """The same from chances of the orders, seat by order."""
    found: list[Unseen] = []
    told = rounds(view)
    laps: dict[Seat, int] = {}
    numbers: dict[int, int] = {}
    for laid in (event for event in (told[-1] if told else ()) if isinstance(event, CardLaid)):
        lap, number = laps.get(laid.seat, 0), numbers.get(laid.casino, 0)
        laps[laid.seat], numbers[laid.casino] = lap + 1, number + 1
        if laid.kind is None:
            chances = np.bincount(ORDERS[:, lap], orders[laid.seat], len(ALL_KINDS))
            named = {str(kind): float(chance) for kind, chance in zip(ALL_KINDS, chances, strict=True)}
            found.append(Unseen(laid.casino, number, laid.seat, named))
    return tuple(sorted(found, key=lambda card: (card.place, card.number)))
