"""No bot sees through cards: with everything scrambled that its seat may not know, it makes the same move as late.

The server's own way of asking is used, in two worlds that differ only in hidden things (the games' `twins.py`), with
the same chance. `python -m tests.bots.blindness` asks every bot and level 1,000 times at every game.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import random
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.bots import levels
from bluffhouse.bots.levels import LEVELS
from bluffhouse.bots.roster import ROSTER
from bluffhouse.core.game import DEALER
from bluffhouse.server.botseat import OwnMinds
from bluffhouse.server.thinking import Choice, Sitter, Thinking
from tests.games.sample import companion, heuristic_game, random_game, walk
from tests.games.worlds import cut

if TYPE_CHECKING:
    from bluffhouse.core.game import Seat
    from bluffhouse.core.record import Record

EVERYBODY: Final = (*ROSTER, *LEVELS)
PAUSE: Final = (0.5, 2.0)
POSITIONS: Final = 1000
FROM_A_GAME: Final = 5


def can_sit(level: str, name: str) -> bool:
    """Whether the game has this bot."""
    try:
        levels.mind(level, games.find(name))
    except LookupError:
        return False
    return True


class Stopwatch:
    """A clock that stands still but for what is waited for, and notes that."""

    def __init__(self) -> None:
        self.due = 0.0

    def now(self) -> float:
        return 0.0

    def at(self, when: float, ring: Any) -> Any:
        self.due = when
        ring()
        return SimpleNamespace(cancel=lambda: None)


class Onlooked:
    """A table at which somebody looks, and notes what its bots decide."""

    watched = True

    def __init__(self) -> None:
        self.shown: list[Choice] = []

    def hand_in(self, choice: Choice) -> None:
        self.shown.append(choice)


def answer(record: Record, seat: Seat, level: str, seed: int) -> tuple[str, float]:
    """The move a bot makes at the end of a record, and the moment at which the server shows it."""
    *_, last = walk(record)
    clock, owner = Stopwatch(), Onlooked()
    house: Any = SimpleNamespace(
        settings=SimpleNamespace(bot_pause=PAUSE), clock=clock, below=random.Random(seed).randrange, minds=OwnMinds()
    )
    table: Any = SimpleNamespace(game=record.game, state=last.state)
    thinking = Thinking(house, "table", owner)
    asyncio.run(thinking._think(table, seat, 0, Sitter(level, "bot")))
    return owner.shown[0].move, clock.due


def positions(name: str, count: int, rng: random.Random) -> list[tuple[Record, Record, Seat]]:
    """Moments at which a seat decides, each with a twin that differs in what that seat may not know."""
    game = games.find(name)
    twin = companion(name, "twins").twin
    found: list[tuple[Record, Record, Seat]] = []
    while len(found) < count:
        options = rng.choice(game.variants)
        play = rng.choice((random_game, heuristic_game))
        record = play(game, options, rng.choice(game.chairs(options)), rng)
        decisions = [number for number, (actor, _) in enumerate(record.moves) if actor != DEALER]
        for number in rng.sample(decisions, min(FROM_A_GAME, count - len(found))):
            moment, seat = cut(record, number), record.moves[number][0]
            made = tuple(twin(moment.moves, moment.seats, moment.options, seat, rng))
            if made != moment.moves:  # early on there may be nothing that is hidden
                found.append((moment, dataclasses.replace(moment, moves=made), seat))
    return found


def peeks(level: str, name: str, count: int, seed: int = 1) -> list[str]:
    """Where a bot answered its two worlds differently: nowhere, one hopes."""
    rng = random.Random(f"{level} {name} {seed}")
    found = []
    for number, (moment, other, seat) in enumerate(positions(name, count, rng)):
        here, there = (answer(world, seat, level, number) for world in (moment, other))
        if here != there:
            found.append(f"{level} at {name}, {moment.seats} seats, move {len(moment.moves)}: {here} and {there}")
    return found


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Ask every bot in twin worlds.")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--bots", nargs="+", default=EVERYBODY)
    told = parser.parse_args(words)
    failed = False
    for name in games.NAMES:
        for level in (bot for bot in told.bots if can_sit(bot, name)):
            start = time.monotonic()
            found = peeks(level, name, told.positions)
            failed |= bool(found)
            seconds = time.monotonic() - start
            print(f"{name:<14}{level:<10}{told.positions} positions, {len(found)} differ, {seconds:.0f} s", flush=True)
            for line in found[:3]:
                print(f"  {line}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
