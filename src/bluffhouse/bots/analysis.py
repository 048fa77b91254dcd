"""A finished or broken-off game looked over: who was how likely to win when, what each choice cost, what decided it."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.bots import judge
from bluffhouse.core.game import DEALER, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bluffhouse.bots.judge import Worth
    from bluffhouse.core.record import AnyGame, Replay

SHOWN: Final = 3
"""Best moves told for a decision."""
TURNING_POINTS: Final = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice, judged by what its seat could know when it was made."""

    number: int
    """Of the move, counted from 1."""
    seat: Seat
    chosen: Worth
    best: tuple[Worth, ...]
    cost: float
    """Win share given away: how far the chosen move is below the best."""
    within: float
    """The cost is this uncertain, 95 of 100 times; a cost below it may be none."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one move of the record came to."""

    chances: tuple[float, ...]
    """Everybody's chance to win after it, with nothing hidden."""
    decision: Decision | None
    """None: the dealer's, or there was only one move."""


@dataclass(frozen=True, slots=True)
class Analysis:
    start: tuple[float, ...]
    moments: tuple[Moment, ...]
    turning_points: tuple[int, ...]
    """The numbers of the moves that changed the chances most, in order of play."""
    bluffs: tuple[dict[str, tuple[int, int]], ...]
    """For each seat, what it tried how often with success: worked, of how many."""


def moments(replay: Replay, seed: int = 0) -> Iterator[Moment]:
    """One move after the other, so that somebody can watch; the same seed, the same figures."""
    game, state = replay.record.game, replay.start
    below = random.Random(seed).randrange  # noqa: S311 - an analysis can be repeated
    for number, ((actor, move), step) in enumerate(zip(replay.record.moves, replay.steps, strict=True), start=1):
        decision = None if actor == DEALER else _decision(game, state, actor, (number, move), below)
        state = step.state
        yield Moment(judge.chances(game, state, below), decision)


def _decision(game: AnyGame, state: Any, actor: Seat, made: tuple[int, Any], below: Any) -> Decision | None:
    number, move = made
    legal = game.moves(state, actor)
    if len(legal) == 1:
        return None
    found = judge.values(game, game.view(state, actor), legal, below)
    chosen = next(worth for worth in found if worth.move == move)
    within = (chosen.within**2 + found[0].within ** 2) ** 0.5
    return Decision(number, actor, chosen, tuple(found[:SHOWN]), found[0].share - chosen.share, within)


def concluded(replay: Replay, seen: list[Moment], seed: int = 0) -> Analysis:
    """All of it, once every moment has been seen."""
    record = replay.record
    below = random.Random(f"start {seed}").randrange  # noqa: S311 - the same
    start = judge.chances(record.game, replay.start, below)
    curve = [start, *(moment.chances for moment in seen)]
    swings = {number: _swing(*pair) for number, pair in enumerate(itertools.pairwise(curve), start=1)}
    most = sorted(swings, key=lambda number: -swings[number])[:TURNING_POINTS]
    return Analysis(start, tuple(seen), tuple(sorted(most)), bluffs(replay))


def _swing(before: tuple[float, ...], after: tuple[float, ...]) -> float:
    """How much chance changed hands."""
    return sum(abs(new - old) for old, new in zip(before, after, strict=True)) / 2


def bluffs(replay: Replay) -> tuple[dict[str, tuple[int, int]], ...]:
    """What the game's own module `bluffs` counts; nothing for a game that has none."""
    record = replay.record
    name = f"{games.__name__}.{record.game.name}.bluffs"
    if importlib.util.find_spec(name) is None:
        return ({},) * record.seats
    story = [event for step in replay.steps for event in step.events]
    counted: tuple[dict[str, tuple[int, int]], ...] = importlib.import_module(name).bluffs(story, record.seats)
    return counted


def analyse(replay: Replay, seed: int = 0) -> Analysis:
    return concluded(replay, list(moments(replay, seed)), seed)
