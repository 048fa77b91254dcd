"""How a bot fares against others in the arena, by its ordinary rules and on all cores."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING

from bluffhouse import games
from bluffhouse.arena import workers
from bluffhouse.arena.match import Rules, play
from bluffhouse.arena.seating import fixtures
from bluffhouse.arena.tally import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.arena.tally import Standing


def standing(bot: str, bots: Sequence[str], *, game: str, seats: int, count: int, seed: int) -> Standing:
    """What one of these bots makes of so many games."""
    rules = Rules(game, games.find(game).options(), seats, seed)
    planned = list(fixtures(bots, seats, count, seed))
    with workers.in_processes(os.cpu_count() or 1) as each:
        matches = list(each(functools.partial(play, rules), planned))
    return next(found for found in standings(matches) if found.bot == bot)
