"""Advice for somebody who practises: the best moves by play-outs, and what may lie where the best one goes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.bots import judge
from bluffhouse.bots.belief import belief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.bots.judge import Worth

SHOWN: Final = 3
DANGERS: Final = {"vabanque": ("trap",), "bankueberfall": ("policeman", "thief")}
"""The cards that spoil a visit."""


@dataclass(frozen=True, slots=True)
class Danger:
    kind: str
    unseen: int
    """Cards there that this seat cannot see."""
    chance: float
    """That one of them at least is of this kind."""


@dataclass(frozen=True, slots=True)
class Hint:
    best: tuple[Worth, ...]
    dangers: tuple[Danger, ...]


def hint(name: str, view: Any, moves: Sequence[Any], seed: int) -> Hint:
    """From what the seat may know and nothing else."""
    below = random.Random(seed).randrange  # noqa: S311 - advice can be repeated
    best = judge.values(games.find(name), view, moves, below)[:SHOWN]
    return Hint(tuple(best), dangers(name, view, best[0].move))


def dangers(name: str, view: Any, move: Any) -> tuple[Danger, ...]:
    """What may lie unseen where a move goes."""
    place = _place(view, move)
    return () if place is None else _dangers(name, view, place)


def _place(view: Any, move: Any) -> int | None:
    """The casino or bank where a move puts somebody at risk; laying and placing puts nobody there."""
    if hasattr(move, "steps"):
        return int(view.pawns[view.me] + move.steps) % len(view.chips)
    if hasattr(move, "amount"):
        return int(view.target)
    return None


def _dangers(name: str, view: Any, place: int) -> tuple[Danger, ...]:
    try:
        here = [card for card in belief(name, view) if card.place == place and card.owner != view.me]
    except LookupError:
        return ()
    return tuple(
        Danger(kind, len(here), 1 - math.prod(1 - card.chances.get(kind, 0.0) for card in here))
        for kind in DANGERS.get(name, ())
        if here
    )
