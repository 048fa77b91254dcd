"""The command `bluffhouse`: what can be asked for. Each answer is a module of `commands`, loaded when it is asked."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED: Final = 130  # what a shell reports of a program that Ctrl-C ended …
PIPE_BROKEN: Final = 141  # … and of one whose reader went away
LANGUAGES: Final = ("en", "fr", "it", "ja", "de")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    try:
        try:
            return _run(parser().parse_args(argv))
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a full disk or a reader who went away is met politely
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _hush()
        return PIPE_BROKEN
    except OSError as error:
        _hush()
        print(f"bluffhouse: {error.strerror or error}", file=sys.stderr)
        return 1


def _run(arguments: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our letters shows «?», and never a traceback
    code: int = importlib.import_module(f"bluffhouse.commands.{arguments.command}").run(arguments)
    return code


def _hush() -> None:
    """Let what could not be written go, or Python tries again at its end and complains."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="bluffhouse", description="A house for games of bluff.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _play(commands.add_parser("play", help="open the house on this machine and play in the browser"))
    _serve(commands.add_parser("serve", help="run a server, set up by the environment"))
    _bots(commands.add_parser("bots", help="think for the bots of a house on several machines"))
    _backup(commands.add_parser("backup", help="save the whole house to a file while it is open"), back=False)
    _backup(commands.add_parser("restore", help="fill an empty database from such a file"), back=True)
    _terminal(commands.add_parser("terminal", help="play in this terminal, alone against bots or several in turn"))
    _replay(commands.add_parser("replay", help="check a recorded game and tell what happened"))
    _verify(commands.add_parser("verify", help="draw the cards of a recorded game again and see that they are fair"))
    _analyse(commands.add_parser("analyse", help="say who was how likely to win when, and what choices cost"))
    _daily(commands.add_parser("daily", help="one decision of a game, the same for everybody today"))
    _arena(commands.add_parser("arena", help="let bots play against each other and say who wins how often"))
    _train(commands.add_parser("train", help="let a network learn a game by playing itself"))
    _bench(commands.add_parser("bench", help="measure how fast this machine plays"))
    return top


def _play(command: Any) -> None:
    command.description = "Open the house on this machine: people in the browser, bots, nothing to set up."
    command.add_argument("--port", type=int, default=0, metavar="N", help="where to listen (any free port)")
    command.add_argument("--no-browser", dest="browser", action="store_false", help="do not open the browser")


def _serve(command: Any) -> None:
    command.description = "Run a server. Settings are BLUFFHOUSE_… variables; a wrong one is named, exit code 2."
    command.add_argument("--workers", type=int, default=1, metavar="N", help="processes, at one PostgreSQL (1)")


def _bots(command: Any) -> None:
    command.description = (
        "Think for the bots of a house whose servers have BLUFFHOUSE_BOTS=jobs, at the same BLUFFHOUSE_DATABASE."
    )
    command.add_argument("--processes", type=int, default=1, metavar="N", help="that think at the same time (1)")


def _backup(command: Any, *, back: bool) -> None:
    command.description = "The database is that of the settings (BLUFFHOUSE_DATABASE), as for `serve`."
    command.add_argument("file", metavar="FILE", help="the backup" if back else "a new file")
    command.set_defaults(word="restore" if back else "backup", command="backup", back=back)


def _replay(command: Any) -> None:
    command.description = "Check recorded games and tell what happened. A bad record: one sentence, exit code 2."
    command.add_argument("files", nargs="+", metavar="FILE", help="a text record; - is standard input")
    command.add_argument("--json", action="store_true", help="one line of JSON a file")
    _language(command)


def _verify(command: Any) -> None:
    command.description = (
        "Draw every card of recorded games again from the seed that was opened after the end. An unfair one: one "
        "sentence, exit code 1. A bad record, or one without a seed: exit code 2."
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a text record; - is standard input")
    command.add_argument("--promised", metavar="DIGEST", help="the commitment you were shown when the game began")


def _level(word: str) -> str:
    from bluffhouse.bots import levels  # noqa: PLC0415 - whoever asks for help waits for no bot

    try:
        return levels.checked(word or levels.STAND_IN)
    except LookupError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def _terminal(command: Any) -> None:
    command.description = "Play in plain lines. Type «help» at the table for the rules and the words you can type."
    command.add_argument("game", nargs="?", metavar="GAME", help="which game; without it you are asked")
    command.add_argument("--seats", type=int, metavar="N", help="how many play, people and bots together")
    command.add_argument("--people", type=int, metavar="N", default=1, help="how many of them share this screen (1)")
    command.add_argument("--names", metavar="A,B,C", default="", help="names by seat, people first")
    command.add_argument("--opponents", type=_level, default="", metavar="LEVEL", help="how well bots play")
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an edition or a house rule; may be repeated"
    )
    command.add_argument("--seed", type=int, metavar="N", help="the same luck every time, for teaching and tests")
    command.add_argument("--join", metavar="LINK", help="play at a server’s table; just its address: a new table there")
    command.add_argument("--resume", metavar="FILE", help="go on with a recorded game")
    command.add_argument("--record", metavar="FILE", help="keep the record of the game in this new file")
    _language(command)


def _language(command: Any) -> None:
    command.add_argument("--language", choices=LANGUAGES, help="what is told is told in it (the system’s, or English)")


def _analyse(command: Any) -> None:
    command.description = "Look a recorded game over: chances after every move, dear choices, what decided it, bluffs."
    command.add_argument("file", metavar="FILE", help="a text record; - is standard input")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="the same figures every time (0)")
    command.add_argument("--json", action="store_true", help="one line of JSON")


def _daily(command: Any) -> None:
    command.description = "Decide as somebody at a table of bots would have to, and see what every move was worth."
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument("--day", metavar="DATE", help="of another day, such as 2026-03-14 (today, in UTC)")
    command.add_argument("--json", action="store_true", help="one line of JSON, with the solution")
    _language(command)


def _arena(command: Any) -> None:
    command.description = (
        "Let bots play against each other: chairs rotated, each deal’s luck the same in all its rotations. A bot is a "
        "level (novice … master), a name with a number (random, heuristic, flat:200, ismcts:1000) or a program of your "
        "own (./my-bot). Fewer bots than seats sit down in turn (A B A B); of more, some are drawn for each deal."
    )
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument("bots", nargs="+", metavar="BOT", help="who plays")
    command.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    command.add_argument("--seats", type=int, metavar="N", help="how many chairs (as many as bots are named)")
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an edition or a house rule"
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="the same games every time (1)")
    _workers(command)
    command.add_argument("--patience", type=float, default=10.0, metavar="S", help="seconds a program may take (10)")
    command.add_argument("--json", action="store_true", help="one line of JSON instead of a table")


def _workers(command: Any) -> None:
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one a core)")
    command.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster; without an address on one made here",
    )


def _train(command: Any) -> None:
    command.description = (
        "Let a network learn a game by playing itself. A folder that holds a run goes on with it. The games of an "
        "iteration are played in as many lots as the settings say, each in a process or a Ray worker of its own where "
        "there are several; where they are played changes nothing of what is learnt. Needs torch: "
        'pip install "bluffhouse[train]".'
    )
    command.add_argument("game", metavar="GAME", help="which game")
    command.add_argument("--folder", metavar="FOLDER", help="where the run is kept (training/GAME)")
    command.add_argument("--settings", metavar="FILE", help="how to train, as TOML (those of the shipped network)")
    command.add_argument("--iterations", type=int, metavar="N", help="in all parts of the run")
    command.add_argument("--stop", type=int, metavar="N", help="stop after so many of them; a later part goes on")
    command.add_argument("--seed", type=int, metavar="N", help="begin from another seed")
    command.add_argument("--from", dest="start", metavar="FILE", help="begin from the weights of this network")
    command.add_argument("--against", metavar="FILE", help="seek the best response to this network instead")
    _workers(command)
    command.add_argument("--measured", type=int, metavar="N", default=4000, help="games of the last measurement (4000)")


def _bench(command: Any) -> None:
    command.description = "Measure on one core, in the processor’s time, so that other programs disturb little."
    command.add_argument(
        "subject",
        choices=("rules", "sim", "env", "server"),
        help="rules: random games with the plain rules; sim: the batch simulator; env: the environments for research; "
        "server: a server on SQLite and a load client, on this machine",
    )
    command.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    command.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long to measure (10)")
    command.add_argument("--peers", action="store_true", help="sim, env: OpenSpiel, PettingZoo and RLCard beside ours")
    command.add_argument("--game", metavar="GAME", help="sim, env: only this game")
    load = command.add_argument_group("server", "first a steady load, then rooms of four who never wait")
    load.add_argument("--tables", type=int, default=50, metavar="N", help="tables under steady load (50)")
    load.add_argument("--sockets", type=int, default=250, metavar="N", help="sockets at them, four or more each (250)")
    load.add_argument("--rate", type=float, default=50.0, metavar="N", help="moves a second at them all (50)")
    load.add_argument("--rooms", type=int, default=200, metavar="N", help="rooms of four that never wait (200)")


if __name__ == "__main__":
    sys.exit(main())
