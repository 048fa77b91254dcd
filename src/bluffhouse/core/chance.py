"""Drawing by weights, from the one source of chance a player or dealer is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Below

T = TypeVar("T")

FINE: Final = 1 << 32
"""Into how many parts a weight is cut."""


def pick(things: Sequence[T], weights: Sequence[float], below: Below) -> T:
    """One of the things, each as likely as its weight; where all weigh nothing, any of them."""
    total = sum(weights)
    if total <= 0:
        return things[below(len(things))]
    mark = below(FINE) * total / FINE
    for thing, weight in zip(things, weights, strict=True):
        mark -= weight
        if mark < 0:
            return thing
    return things[-1]  # the weights' rounding error


def some(things: Sequence[T], count: int, below: Below) -> list[T]:
    """So many of the things in any order, each as likely (Fisher-Yates, begun)."""
    cards = list(things)
    for place in range(count):
        other = place + below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:count]
