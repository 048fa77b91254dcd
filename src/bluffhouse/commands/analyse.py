"""`bluffhouse analyse`: who was how likely to win when, what choices cost, and what decided a recorded game."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.bots.analysis import concluded, moments
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.record_file import Refused, load
from bluffhouse.core.game import Seat
from bluffhouse.core.record import write_move
from bluffhouse.core.words import write_seat

if TYPE_CHECKING:
    from argparse import Namespace

    from bluffhouse.bots.analysis import Analysis, Decision, Moment
    from bluffhouse.bots.judge import Worth
    from bluffhouse.core.record import AnyGame, Replay

DEAREST: Final = 5
"""Choices told in words: those that cost most."""
PERCENT: Final = 100


def run(arguments: Namespace) -> int:
    try:
        replay = load(arguments.file)
    except Refused as refusal:
        complain("analyse", refusal)
        return 2
    seen: list[Moment] = []
    for moment in moments(replay, arguments.seed):
        seen.append(moment)
        if sys.stderr.isatty():
            sys.stderr.write(f"\rmove {len(seen)} of {len(replay.steps)}" + "\n" * (len(seen) == len(replay.steps)))
    analysis = concluded(replay, seen, arguments.seed)
    say(*([json.dumps(summary(replay, analysis))] if arguments.json else account(replay, analysis)))
    return 0


def summary(replay: Replay, analysis: Analysis) -> dict[str, Any]:
    """For programs: a list of chances for the start and after each move, and every decision."""
    game = replay.record.game
    return {
        "game": game.name,
        "seats": replay.record.seats,
        "chances": [list(analysis.start), *(list(moment.chances) for moment in analysis.moments)],
        "decisions": [_written(game, moment.decision) for moment in analysis.moments if moment.decision],
        "turning_points": list(analysis.turning_points),
        "bluffs": [
            [{"kind": kind, "worked": worked, "tried": tried} for kind, (worked, tried) in seat.items()]
            for seat in analysis.bluffs
        ],
    }


def _written(game: AnyGame, decision: Decision) -> dict[str, Any]:
    return {
        "move": decision.number,
        "seat": decision.seat,
        "chosen": _worth(game, decision.chosen),
        "best": [_worth(game, worth) for worth in decision.best],
        "cost": decision.cost,
        "within": decision.within,
    }


def _worth(game: AnyGame, worth: Worth) -> dict[str, Any]:
    return {"move": game.write(worth.move), "share": worth.share, "within": worth.within}


def account(replay: Replay, analysis: Analysis) -> list[str]:
    """In words: what decided the game, the dearest choices, and how the bluffs went."""
    record = replay.record
    curve = [analysis.start, *(moment.chances for moment in analysis.moments)]
    lines = [f"{record.game.name}, {record.seats} seats, {len(record.moves)} moves", "", "What decided it:"]
    for number in analysis.turning_points:
        line = write_move(record.game, *record.moves[number - 1])
        lines.append(f"  move {number}, {line}: {_percent(curve[number - 1])} before, {_percent(curve[number])} after")
    lines += ["", "Choices that cost most, by what the seat could know:"]
    decisions = [moment.decision for moment in analysis.moments if moment.decision]
    dear = sorted(decisions, key=lambda decision: -decision.cost)[:DEAREST]
    lines += [_told(record.game, decision) for decision in sorted(dear, key=lambda decision: decision.number)]
    lines += ["", "Bluffs (worked, of how many):"]
    for seat, counts in enumerate(analysis.bluffs):
        told = ", ".join(f"{name} {worked} of {tried}" for name, (worked, tried) in counts.items())
        lines.append(f"  {write_seat(Seat(seat))}: {told}")
    return lines


def _percent(chances: tuple[float, ...]) -> str:
    return " ".join(f"{PERCENT * chance:.0f} %" for chance in chances)


def _told(game: AnyGame, decision: Decision) -> str:
    cost, within = (f"{PERCENT * share:.0f}" for share in (decision.cost, decision.within))
    chosen, best = game.write(decision.chosen.move), game.write(decision.best[0].move)
    return (
        f"  move {decision.number}, {write_seat(decision.seat)} {chosen}: {best} wins {cost} (± {within}) in 100 more"
    )
