"""`bluffhouse bench`: how fast this machine plays."""

from __future__ import annotations

import importlib
import json
import platform
import random
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.commands.console import complain, say
from bluffhouse.core.game import DEALER, draw
from bluffhouse.envs.extras import MissingExtra

if TYPE_CHECKING:
    from argparse import Namespace

    from bluffhouse.core.game import Below, Game

SLICES: Final = 5


@dataclass(frozen=True, slots=True)
class Slice:
    """What was played in one stretch of the processor's time."""

    seconds: float
    games: int
    decisions: int
    dealt: int


def run(arguments: Namespace) -> int:
    if arguments.subject != "rules":
        return _other(arguments)
    rules = measure(arguments.seconds)
    if arguments.json:
        say(json.dumps({"python": platform.python_version(), "commit": commit(), "rules": rules}))
        return 0
    say(f"Python {platform.python_version()}, commit {commit() or 'unknown'}, random games on one core")
    say(f"{'game':<16}{'seats':>5}{'decisions/s':>14}{'dealer/s':>12}{'games/s':>10}")
    for name, by_seats in rules.items():
        for seats, rate in by_seats.items():
            speeds = f"{rate['decisions_per_second']:>14,.0f}{rate['dealer_moves_per_second']:>12,.0f}"
            say(f"{name:<16}{seats:>5}{speeds}{rate['games_per_second']:>10,.1f}")
    return 0


def _other(arguments: Namespace) -> int:
    """The other subjects have files of their own; one sentence where an extra is missing."""
    try:
        subject = importlib.import_module(f"bluffhouse.commands.bench_{arguments.subject}")
        code: int = subject.run(arguments)
    except MissingExtra as missing:
        complain("bench", missing)
        return 2
    return code


def measure(seconds: float) -> dict[str, dict[str, dict[str, float]]]:
    """Rates by game and seats: the median of slices that take turns, so that a busy moment spoils one of each."""
    found = [games.find(name) for name in games.NAMES]
    tables = [(game, seats) for game in found for seats in game.seats]
    slices: dict[tuple[str, int], list[Slice]] = {(game.name, seats): [] for game, seats in tables}
    for turn in range(SLICES):
        chance = random.Random(turn)  # noqa: S311 - the same games every time
        for game, seats in tables:
            slices[game.name, seats].append(slice_of(game, seats, seconds / SLICES / len(tables), chance))
    rates: dict[str, dict[str, dict[str, float]]] = {}
    for (name, seats), played in slices.items():
        rates.setdefault(name, {})[str(seats)] = _rates(played)
    return rates


def _rates(played: list[Slice]) -> dict[str, float]:
    return {
        "decisions_per_second": round(statistics.median(part.decisions / part.seconds for part in played), 1),
        "dealer_moves_per_second": round(statistics.median(part.dealt / part.seconds for part in played), 1),
        "games_per_second": round(statistics.median(part.games / part.seconds for part in played), 1),
    }


def slice_of(game: Game[Any, Any, Any, Any, Any], seats: int, seconds: float, chance: random.Random) -> Slice:
    """Whole games until the time is over, at least one."""

    def below(number: int) -> int:
        return int(chance.random() * number)  # three times as fast as randrange, and fair enough here

    played = decisions = dealt = 0
    start = time.process_time()
    while not played or time.process_time() - start < seconds:
        made = _play_out(game, seats, below)
        played, decisions, dealt = played + 1, decisions + made[0], dealt + made[1]
    spent = max(time.process_time() - start, 1e-9)  # a coarse clock may not have moved
    return Slice(spent, played, decisions, dealt)


def _play_out(game: Game[Any, Any, Any, Any, Any], seats: int, below: Below) -> tuple[int, int]:
    """How many decisions and how many of the dealer's moves a random game took; without views, unlike `play_out`."""
    state = game.setup(game.options(), seats)
    decisions = dealt = 0
    while actors := game.actors(state):
        actor = min(actors)
        if actor == DEALER:
            move = draw(game, state, below)
            dealt += 1
        else:
            moves = game.moves(state, actor)
            move = moves[below(len(moves))]
            decisions += 1
        state = game.apply(state, actor, move).state
    return decisions, dealt


def commit() -> str | None:
    """The short hash of the checkout this runs from, if it is one."""
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
    return answer.stdout.strip() if answer.returncode == 0 else None
