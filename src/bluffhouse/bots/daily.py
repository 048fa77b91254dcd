"""The challenge of a day: one decision out of a game that bots played, the same for everybody in the world.

Everything follows from the name of the game and the date. The bots count play-outs in whole numbers and ask no network,
whose sums come out a little differently on every processor: so every machine finds the same game and the same question.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.bots import hints, judge, levels, roster
from bluffhouse.core.chance import some
from bluffhouse.core.game import DEALER
from bluffhouse.core.player import Chooser, play
from bluffhouse.core.record import Record
from bluffhouse.sim import kernel

if TYPE_CHECKING:
    import datetime
    from collections.abc import Sequence

    from bluffhouse.bots.hints import Danger
    from bluffhouse.bots.judge import Worth
    from bluffhouse.core.game import Below, Seat
    from bluffhouse.core.record import AnyGame

BOT: Final = "blend:30,heuristic,flat:60"
"""Who sits at the table: strong enough to be worth a look, quick enough that a whole game takes seconds."""
FEWEST: Final = 3
"""Moves that a question has: between two one would rather guess."""
LOOKED_AT: Final = 40
"""Questions of the game that are judged roughly …"""
FINALISTS: Final = 2
"""… and those of each kind that are judged with care, until one is worth asking."""
ENOUGH: Final = 0.04
"""Win share that a careless answer costs: more teaches no more, or only the end of a game would ever be asked about."""
TRIES: Final = 4000
GUESSES: Final = 500
CALLED: Final = 10
"""Names of bots that are given out here: the others are too like one of these to be at the same table."""

NAMES: Final = kernel.NAMES
"""The games that have a challenge: those in which play-outs can judge."""


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that somebody had in the game, as its seat saw it."""

    number: int
    """How many moves had been made before."""
    seat: Seat
    view: Any
    moves: Sequence[Any]
    made: Any


@dataclass(frozen=True, slots=True)
class Challenge:
    day: datetime.date
    record: Record
    """The game up to the question: what came of it is not told."""
    seat: Seat
    names: tuple[str, ...]
    """What everybody at the table is called."""
    worths: tuple[Worth, ...]
    """Every move that is open, the best first."""
    made: Any
    """What the bot did who sat there."""
    dangers: tuple[Danger, ...]
    """Of the best move."""


def challenge(game: AnyGame, day: datetime.date) -> Challenge:
    """LookupError where nobody can judge this game."""
    kernel.kernel(game.name)
    below = random.Random(f"the challenge of {game.name} on {day.isoformat()}").randrange  # noqa: S311 - everybody’s
    options = game.variants[below(len(game.variants))]
    chairs = game.chairs(options)
    record, questions = _played(game, options, chairs[below(len(chairs))], below)
    asked, worths = _most_instructive(game, questions, day, below)
    return Challenge(
        day=day,
        record=Record(game, record.seats, options, record.moves[: asked.number]),
        seat=asked.seat,
        names=tuple(some(levels.NAMES[:CALLED], record.seats, below)),
        worths=tuple(worths),
        made=asked.made,
        dangers=hints.dangers(game.name, asked.view, worths[0].move),
    )


def near(best: Worth, other: Worth) -> bool:
    """Whether chance alone may have put the best above the other: then nobody can tell them apart."""
    return best.share - other.share <= math.hypot(best.within, other.within)


def teaches(worths: Sequence[Worth]) -> float:
    """What any move gives away against the best, on average, beyond what chance may have made of it."""
    mean = sum(worth.share for worth in worths) / len(worths)
    return worths[0].share - worths[0].within - mean


def _played(game: AnyGame, options: Any, seats: int, below: Below) -> tuple[Record, list[Question]]:
    """A whole game of bots, and every question in it that is one."""
    state = game.setup(options, seats)
    bots = [Chooser(roster.mind(BOT, game), below)] * seats
    moves: list[tuple[Seat, Any]] = []
    questions = []
    for turn in play(game, state, bots, below):
        if turn.actor != DEALER and len(legal := game.moves(state, turn.actor)) >= FEWEST:
            view = game.view(state, turn.actor)
            questions.append(Question(len(moves), turn.actor, view, legal, turn.move))
        moves.append((turn.actor, turn.move))
        state = turn.step.state
    return Record(game, seats, options, tuple(moves)), questions


def _most_instructive(
    game: AnyGame, questions: Sequence[Question], day: datetime.date, below: Below
) -> tuple[Question, list[Worth]]:
    """The kinds of decision take turns from day to day, as far as there is one with something to learn from."""
    judged = []
    for question in _candidates(game, questions, day, below):
        worths = judge.values(game, question.view, question.moves, below, tries=TRIES, guesses=GUESSES)
        judged.append((question, worths))
        if teaches(worths) >= ENOUGH:
            return question, worths
    return max(judged, key=lambda found: teaches(found[1]))


def _candidates(game: AnyGame, questions: Sequence[Question], day: datetime.date, below: Below) -> list[Question]:
    """The best of each kind by a rough look, those of the day's kind first."""
    looked_at = some(questions, min(LOOKED_AT, len(questions)), below)
    rough = {one.number: teaches(judge.values(game, one.view, one.moves, below)) for one in looked_at}
    looked_at.sort(key=lambda one: -min(rough[one.number], ENOUGH))
    kinds = sorted({_kind(game, one) for one in looked_at if rough[one.number] > 0} or {_kind(game, looked_at[0])})
    first = day.toordinal() % len(kinds)
    return [
        one
        for kind in (*kinds[first:], *kinds[:first])
        for one in [one for one in looked_at if _kind(game, one) == kind][:FINALISTS]
    ]


def _kind(game: AnyGame, question: Question) -> str:
    """The first word of its moves in notation: laying, walking, bidding."""
    return game.write(question.moves[0]).split()[0]
