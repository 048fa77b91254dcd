"""`bluffhouse daily`: the challenge of a day in plain lines, or all of it for programs."""

from __future__ import annotations

import datetime
import json
import os
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.bots import daily
from bluffhouse.bots.daily import near
from bluffhouse.commands import boards, speech
from bluffhouse.commands.asking import asked
from bluffhouse.commands.choices import Choices, Unreadable
from bluffhouse.commands.console import Left, ask, complain, say
from bluffhouse.commands.speech import t
from bluffhouse.core.record import replay, write

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bluffhouse.bots.daily import Challenge
    from bluffhouse.bots.judge import Worth
    from bluffhouse.commands.boards import Board
    from bluffhouse.core.record import AnyGame

PERCENT: Final = 100
SHOWN: Final = 5
"""Moves told after the answer, besides the own one and the bot's."""
DIGITS: Final = 6
"""Of a share as it is written: the last ones of a sum are not the same on every processor."""


def run(arguments: Namespace) -> int:
    speech.speak(arguments.language or speech.preferred(os.environ))
    try:
        day = (
            datetime.date.fromisoformat(arguments.day) if arguments.day else datetime.datetime.now(datetime.UTC).date()
        )
        found = daily.challenge(games.find(arguments.game), day)
    except ValueError:
        complain("daily", f"--day is a date such as 2026-03-14, not {arguments.day!r}")
        return 2
    except LookupError as refusal:
        complain("daily", refusal.args[0])
        return 2
    if arguments.json:
        say(json.dumps(summary(found)))
        return 0
    try:
        _pose(found, boards.find(found.record.game.name))
    except (Left, KeyboardInterrupt):
        say(t("terminal.nothing_played"))
    return 0


def summary(found: Challenge) -> dict[str, Any]:
    """For programs: the game up to the question, and what every move is worth."""
    game = found.record.game
    return {
        "game": game.name,
        "day": found.day.isoformat(),
        "record": write(found.record),
        "seat": found.seat,
        "names": list(found.names),
        "made": game.write(found.made),
        "moves": [
            {
                "move": game.write(worth.move),
                "share": round(worth.share, DIGITS),
                "within": round(worth.within, DIGITS),
                "near": near(found.worths[0], worth),
            }
            for worth in found.worths
        ],
        "dangers": [
            {"kind": one.kind, "unseen": one.unseen, "chance": round(one.chance, DIGITS)} for one in found.dangers
        ],
    }


def _pose(found: Challenge, board: Board) -> None:
    """Show what the seat may know, ask, and tell what the answer is worth."""
    game, name = found.record.game, found.names[found.seat]
    state = replay(found.record).state
    view = game.view(state, found.seat)
    say(f"{board.title}. {t('front.daily')}, {found.day.isoformat()}", t("tutorial.you", name=name), "")
    say(*(f"  {line}" for line in board.tell(_since_payment(game, view), found.names)), "")
    say(*board.draw(view, found.names), "")
    choices = Choices(game, game.moves(state, found.seat))
    move = _decided(choices, asked(name, board.question(view), choices))
    say("", *account(found, move))


def _decided(choices: Choices, question: str) -> Any:
    """Ask until an open move is typed; Left where somebody would rather not."""
    while True:
        say(question)
        line = ask("> ")
        if line.lower() == "quit":
            raise Left
        if line.lower() == "moves":
            say(t("terminal.moves"), *choices.listed())
            continue
        try:
            move = choices.read(line)
        except Unreadable as fault:
            say(f"{fault}", t("terminal.again"))
            continue
        if move in choices.moves:
            return move
        say(t("terminal.no_move"), t("terminal.again"))


def _since_payment(game: AnyGame, view: Any) -> Sequence[Any]:
    """What happened since somebody was last paid: before that it was another round."""
    story: Sequence[Any] = getattr(view, "story", ())
    paid = [nth for nth, event in enumerate(story) if isinstance(event, game.settlements)]
    return story[paid[-1] + 1 :] if paid else story


def account(found: Challenge, move: Any) -> list[str]:
    """In words: how good the move is, the best ones, and what the bot did."""
    game, (best, *_) = found.record.game, found.worths
    own = next(worth for worth in found.worths if worth.move == move)
    level = sum(near(best, worth) for worth in found.worths)
    lines = [_praise(best, own), ""]
    told = [worth for nth, worth in enumerate(found.worths) if nth < SHOWN or worth.move in (move, found.made)]
    lines += [f"  {_worth(game.write(worth.move), worth)}" for worth in told]
    if level > 1:
        lines += ["", t("daily.close", count=level)]
    lines += ["", t("daily.made", move=game.write(found.made)), t("hint.how")]
    return lines


def _praise(best: Worth, own: Worth) -> str:
    if own is best:
        return t("daily.best")
    if near(best, own):
        return t("daily.near")
    return t("daily.cost", own=round(PERCENT * own.share), best=round(PERCENT * best.share))


def _worth(move: str, worth: Worth) -> str:
    return t("hint.worth", move=move, percent=round(PERCENT * worth.share), within=round(PERCENT * worth.within))
