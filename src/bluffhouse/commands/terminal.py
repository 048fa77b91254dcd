"""`bluffhouse terminal`: play in plain lines, alone against bots or several people in turn."""

from __future__ import annotations

import importlib
import os
import random
import secrets
import shlex
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.bots import levels
from bluffhouse.commands import boards, speech
from bluffhouse.commands.console import Left, ask, complain, say
from bluffhouse.commands.record_file import Refused, claim, keep, load
from bluffhouse.commands.settings import options_of
from bluffhouse.commands.sitting import Sitting
from bluffhouse.commands.speech import known, listed, t
from bluffhouse.core.player import Chooser
from bluffhouse.core.record import Record, Replay, write
from bluffhouse.core.words import write_options

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

USUAL_SEATS: Final = 4
LONGEST_NAME: Final = 20
SWITCHED: Final = {"true": "option.on", "false": "option.off"}
BOTS: Final = ("Ada", "Bruno", "Clara", "Dario", "Elsa", "Flavio")


def run(arguments: Namespace) -> int:
    speech.speak(arguments.language or speech.preferred(os.environ))
    if arguments.join is not None:
        code: int = importlib.import_module("bluffhouse.commands.join").run(arguments)  # only now the network is loaded
        return code
    try:
        sitting = _sit_down(arguments)
    except (Left, KeyboardInterrupt):
        say(t("terminal.nothing_played"))
        return 0
    except Refused as refusal:
        complain("terminal", refusal)
        return 2
    try:
        _welcome(sitting)
        sitting.play()
    except (Left, KeyboardInterrupt):
        _leave(sitting, arguments)
    return 0


def _sit_down(arguments: Namespace) -> Sitting:
    replay = _resumed(arguments) if arguments.resume else _new(arguments)
    game, seats = replay.record.game, replay.record.seats
    if not 1 <= arguments.people <= seats:
        raise Refused(f"--people is 1 to {seats} here, not {arguments.people}")
    names = _names(arguments, seats)
    below = secrets.randbelow if arguments.seed is None else random.Random(arguments.seed).randrange  # noqa: S311
    mind = levels.mind(arguments.opponents, game)
    return Sitting(
        replay=replay,
        board=boards.find(game.name),
        names=names,
        people=arguments.people,
        bot=Chooser(mind, below),
        below=below,
        file=_claimed(arguments, replay),
    )


def _resumed(arguments: Namespace) -> Replay:
    if arguments.game or arguments.seats is not None or arguments.option:
        raise Refused("with --resume the record says the game, the seats and the options")
    return load(arguments.resume)


def _new(arguments: Namespace) -> Replay:
    try:
        game = games.find(arguments.game or _ask_game())
        options = options_of(game, arguments.option)
        chairs = game.chairs(options)
        seats = arguments.seats
        if seats is None:
            seats = max(chairs[0], min(USUAL_SEATS, chairs[-1]))
        return Replay(Record(game, seats, options, ()), game.setup(options, seats), ())
    except (LookupError, ValueError) as refusal:
        raise Refused(str(refusal)) from None


def _ask_game() -> str:
    titles = [boards.find(name).title for name in games.NAMES]
    say(t("terminal.which_game"), *(f"  {number}: {title}" for number, title in enumerate(titles, 1)))
    chosen = {str(number): name for number, name in enumerate(games.NAMES, 1)}
    chosen |= {name: name for name in games.NAMES}
    chosen |= {title.lower(): name for title, name in zip(titles, games.NAMES, strict=True)}
    while (word := ask("> ").lower()) not in chosen:
        if word == "quit":
            raise Left
        say(t("terminal.no_such_game"), t("terminal.which_game"))
    return chosen[word]


def _names(arguments: Namespace, seats: int) -> list[str]:
    """The given names, then numbers for people and names of their own for bots."""
    given = [name.strip() for name in arguments.names.split(",")] if arguments.names else []
    if len(given) > seats or len(set(given)) < len(given):
        raise Refused(f"--names gives each of at most {seats} seats a different name")
    for name in given:
        if not (name.isprintable() and 0 < len(name) <= LONGEST_NAME):
            raise Refused(f"a name has 1 to {LONGEST_NAME} characters, not {name!r}")
    spare = [name for name in BOTS if name not in given]
    numbers = [""] if arguments.people == 1 else [f" {number}" for number in range(1, arguments.people + 1)]
    people = [f"{t('terminal.player')}{number}" for number in numbers]
    return given + [people[seat] if seat < arguments.people else spare.pop(0) for seat in range(len(given), seats)]


def _claimed(arguments: Namespace, replay: Replay) -> Path | None:
    """The file for the record, tried out before anybody plays."""
    if arguments.record is None:
        return None
    try:
        path = claim(arguments.record, arguments.resume)
        keep(path, replay)
    except OSError as error:
        raise Refused(f"{arguments.record}: {error.strerror or error}") from None
    return path


def _welcome(sitting: Sitting) -> None:
    names, record = list(sitting.names), sitting.replay.record
    people, bots = names[: sitting.people], names[sitting.people :]
    table = f"{sitting.board.title}. {t('terminal.present', names=listed(people))}"
    say(f"{table} {t('terminal.against', names=listed(bots))}" if bots else table)
    if rules := [_rule(key, value) for key, value in write_options(record.options).items()]:
        say(t("terminal.rules", rules="; ".join(rules)))
    say(t("terminal.type_help"))
    if not sitting.game.actors(sitting.replay.state):
        say(t("terminal.over_already"))


def _rule(key: str, value: str) -> str:
    """An option and its value in words; what has no words yet is shown as it is written."""
    option = t(f"option.{key}") if known(f"option.{key}") else key.replace("_", " ")
    if value in SWITCHED:
        return t(SWITCHED[value], option=option)
    word = f"option.{key}.{value}"
    return t("option.is", option=option, value=t(word) if known(word) else value)


def _leave(sitting: Sitting, arguments: Namespace) -> None:
    """Say good-bye with all that is needed to go on another day."""
    say("", t("terminal.leaving"))
    file = sitting.save()
    if file is None:
        say(t("terminal.record_follows"), "", write(sitting.replay.record))
    else:
        say(t("terminal.record_in", file=file))
    command = ["bluffhouse", "terminal", "--resume", file or "FILE"]
    if sitting.people > 1:
        command += ["--people", str(sitting.people)]
    if arguments.names:
        command += ["--names", arguments.names]
    if arguments.opponents != levels.STAND_IN:
        command += ["--opponents", arguments.opponents]
    if file is not None:
        command += ["--record", file]
    say(t("terminal.save" if file is None else "terminal.resume", command=shlex.join(command)))
