"""`bluffhouse replay`: check recorded games and tell them, in words or as JSON."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from bluffhouse.commands import boards, speech
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.ranking import ranking
from bluffhouse.commands.record_file import Refused, load
from bluffhouse.commands.speech import t
from bluffhouse.core.codec import to_json
from bluffhouse.core.game import Seat, winners
from bluffhouse.core.record import write_move
from bluffhouse.core.words import write_options, write_seat

if TYPE_CHECKING:
    from argparse import Namespace

    from bluffhouse.core.record import Replay


def run(arguments: Namespace) -> int:
    speech.speak(arguments.language or speech.preferred(os.environ))
    code = 0
    for name in arguments.files:
        try:
            replay = load(name)
        except Refused as refusal:
            complain("replay", refusal)
            code = 2
        else:
            say(*([json.dumps(summary(replay))] if arguments.json else account(replay)))
    return code


def summary(replay: Replay) -> dict[str, Any]:
    """The outcome, and every settlement with the number of the move that led to it."""
    record, game = replay.record, replay.record.game
    return {
        "game": game.name,
        "seats": record.seats,
        "options": write_options(record.options),
        "moves": len(record.moves),
        "over": not game.actors(replay.state),
        "wealth": list(game.wealth(replay.state)),
        "winners": list(winners(game, replay.state)),
        "settlements": [
            {"move": number, **to_json(event)}
            for number, step in enumerate(replay.steps, 1)
            for event in step.events
            if isinstance(event, game.settlements)
        ],
    }


def account(replay: Replay) -> list[str]:
    """Every move in words with all that it led to, nothing hidden, then the ranking."""
    record, game = replay.record, replay.record.game
    board = boards.find(game.name)
    names = [write_seat(Seat(seat)) for seat in range(record.seats)]
    options = "".join(f", {key} {value}" for key, value in write_options(record.options).items())
    lines = [f"{board.title}, {t('front.seats_count', count=record.seats)}{options}"]
    lines += _numbered("", board.tell(getattr(game.view(replay.start, None), "story", ()), names))
    for number, (made, step) in enumerate(zip(record.moves, replay.steps, strict=True), 1):
        told = board.tell(step.events, names) or [write_move(game, *made)]
        lines += _numbered(str(number), told)
    return [*lines, *ranking(replay, names)]


def _numbered(number: str, told: list[str]) -> list[str]:
    return [f"{number if not place else '':>4}  {line}" for place, line in enumerate(told)]
