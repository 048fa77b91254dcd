"""Tables played at random, move by move, for tests to look at."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bluffhouse.core.game import Seat
from bluffhouse.play import table as play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bluffhouse.core.record import AnyGame


def played(game: AnyGame, seats: int, seed: int, options: Any = None) -> Iterator[play.Table]:
    """The table after the deal and after every decision, to the end."""
    chance = random.Random(seed)
    table, _ = play.deal(play.start(game, options or game.options(), seats), chance.randrange)
    yield table
    while not table.over:
        table = decide(table, chance)
        yield table


def decide(table: play.Table, chance: random.Random) -> play.Table:
    """Any seat that has a question answers it with any move, and the dealer goes on."""
    seat = chance.choice([seat for seat, asked in enumerate(table.asked) if asked is not None])
    asked = table.asked[seat]
    assert asked is not None
    made = play.submit(table, Seat(seat), asked, chance.choice(play.moves(table, Seat(seat))))
    assert not isinstance(made, play.Refusal), made
    return play.deal(made[0], chance.randrange)[0]
