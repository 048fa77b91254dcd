"""What a seat may know of what it cannot see, as numbers: used by bots, hints and analysis.

A belief is made of a view alone. Each game has its way (Vabanque exactly, Banküberfall by many guessed worlds); both
answer in this shape.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bluffhouse.core.game import Seat

    Read = Callable[[Any], "tuple[Unseen, ...]"]


@dataclass(frozen=True, slots=True)
class Unseen:
    """A card on the table that this seat cannot see, and what it may be."""

    place: int
    """The casino or bank …"""
    number: int
    """… and which of the cards there, counted from the one laid first."""
    owner: Seat
    """Who laid it; the dealer where nobody did."""
    chances: Mapping[str, float]
    """Kind -> how likely; they add up to 1."""


def belief(game: str, view: Any) -> tuple[Unseen, ...]:
    """Every card that lies unseen by this seat, by place and number; LookupError where nobody can tell at this game."""
    where = f"{__package__}.{game}.belief"
    if importlib.util.find_spec(f"{__package__}.{game}") is None or importlib.util.find_spec(where) is None:
        raise LookupError(f"nobody has worked out beliefs at {game} yet")
    read = cast("Read", importlib.import_module(where).belief)
    return read(view)
