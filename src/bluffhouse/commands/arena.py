"""`bluffhouse arena`: bots against bots, who wins how often."""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import json
import math
import sys
from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.arena import workers
from bluffhouse.arena.match import Match, Rules, find, play
from bluffhouse.arena.seating import fixtures
from bluffhouse.bots.external import BotFailed
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.settings import options_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from bluffhouse.arena.tally import Standing


def run(arguments: Namespace) -> int:
    try:
        rules = _rules(arguments)
        planned = list(fixtures(arguments.bots, rules.seats, arguments.games, arguments.seed))
        with workers.chosen(min(arguments.jobs, arguments.games), arguments.ray) as each:
            matches = _watched(each(functools.partial(play, rules), planned), arguments.games)
    except (BotFailed, LookupError, ValueError, workers.WorkersFailed) as refusal:
        complain("arena", refusal)
        return 2
    from bluffhouse.arena.tally import standings  # noqa: PLC0415 - openskill is not in every installation

    found = standings(matches)
    say(*([json.dumps(_summary(rules, arguments, found))] if arguments.json else _table(rules, matches, found)))
    return 0


def _rules(arguments: Namespace) -> Rules:
    """What is asked for; LookupError or ValueError with a sentence where that cannot be played."""
    if importlib.util.find_spec("openskill") is None:
        raise LookupError('the ladder needs openskill: pip install "bluffhouse[bots]"')
    game = games.find(arguments.game)
    seats = len(arguments.bots) if arguments.seats is None else arguments.seats
    options = options_of(game, arguments.option)
    game.setup(options, seats)
    for bot in arguments.bots:
        find(bot, game)
    if len(set(arguments.bots)) < 2:
        raise ValueError("name at least two different bots")
    if arguments.games < 1 or arguments.jobs < 1 or not arguments.patience > 0:
        raise ValueError("--games and --jobs are at least 1, --patience is more than 0")
    return Rules(game.name, options, seats, arguments.seed, arguments.patience)


def _watched(matches: Iterator[Match], games_in_all: int) -> list[Match]:
    """All of them; somebody who watches on a terminal sees them counted."""
    seen = []
    for match in matches:
        seen.append(match)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{len(seen)} of {games_in_all} games")
            sys.stderr.flush()
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    return seen


def _summary(rules: Rules, arguments: Namespace, found: list[Standing]) -> dict[str, Any]:
    """JSON knows no infinity: an interval from one deal alone is null."""
    rows = [dataclasses.asdict(standing) for standing in found]
    for row in rows:
        row["within"] = None if math.isinf(row["within"]) else row["within"]
    return {"game": rules.game, "seats": rules.seats, "games": arguments.games, "seed": rules.seed, "bots": rows}


def _table(rules: Rules, matches: list[Match], found: list[Standing]) -> list[str]:
    wide = max(len(standing.bot) for standing in found)
    heading = f"{'bot':<{wide}}  games  win share          together  ms a decision  OpenSkill"
    return [
        f"{rules.game}, {rules.seats} seats, {len(matches)} games; even is {1 / rules.seats:.3f}",
        heading,
        *(_row(standing, wide) for standing in found),
    ]


def _row(one: Standing, wide: int) -> str:
    within = "   ?  " if math.isinf(one.within) else f"{one.within:.3f}"
    return (
        f"{one.bot:<{wide}}  {one.games:5}  {one.share:.3f} ± {within:<8}  {one.together:8.3f}  "
        f"{one.milliseconds:13.1f}  {one.skill:5.1f} ± {one.doubt:.1f}"
    )
