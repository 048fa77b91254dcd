"""A first round with open hands: the same deal for everybody and two opponents who play by heuristic. Nothing is kept:
whoever learns says all their answers so far, and the round is played again up to the next question."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.core.record import Record
from bluffhouse.play.table import Refusal, deal, moves, start, submit
from bluffhouse.server import records
from bluffhouse.wire import rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bluffhouse.core.game import Below
    from bluffhouse.play.table import Entry, Table

LEARNER: Final = Seat(0)
SEATS: Final = 3
# Chosen so that the first robbery pays somebody: one in which nobody gets anything teaches little.
SEED: Final = "the lesson's deal 33"


class BadAnswer(ValueError):
    """One sentence about an answer that does not fit the round."""


def lesson(name: str, answers: Sequence[str]) -> rest.Lesson:
    """The round so far, all open, and what may be answered now; LookupError where there is no such game."""
    game = games.find(name)
    below = random.Random(f"{SEED} of {name}").randrange  # noqa: S311 - everybody learns at the same table
    table = start(game, game.options(), SEATS)
    made: list[Entry] = []
    given = iter(answers)
    while not _settled(table):
        table, dealt = deal(table, below)
        made += dealt
        step = _next(table, given, below)
        if step is None:
            break
        table, entry = step
        made.append(entry)
    if next(given, None) is not None:
        raise BadAnswer("the round is over, and there is an answer too many")
    record = Record(game, SEATS, table.options, tuple((one.actor, game.read(one.move)) for one in made))
    return rest.Lesson(
        record=records.seen(records.of_nobody(record, over=False), records.OPEN),
        moves=[] if _settled(table) else list(moves(table, LEARNER)),
        over=_settled(table),
    )


def _settled(table: Table) -> bool:
    """A first round ends when it is explained what everybody was paid."""
    return any(isinstance(event, table.game.settlements) for event in table.told[-1])


def _next(table: Table, given: Iterator[str], below: Below) -> tuple[Table, Entry] | None:
    """The opponents answer first, so that who learns closes a sealed round; None: the learner is asked."""
    game = table.game
    others = sorted(game.actors(table.state) - {LEARNER})
    seat = others[0] if others else LEARNER
    if others:
        text = game.write(game.heuristic(game.view(table.state, seat), game.moves(table.state, seat), below))
    elif (answer := next(given, None)) is not None:
        text = answer
    else:
        return None
    asked = table.asked[seat]
    assert asked is not None, "who acts is asked"
    step = submit(table, seat, asked, text)
    if isinstance(step, Refusal):
        raise BadAnswer(step.sentence)
    return step
