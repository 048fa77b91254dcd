"""Recorded games for the commands' tests, and a way to run a command with something typed into it."""

import io
import sys
from random import Random
from typing import Final

import pytest

from bluffhouse import games
from bluffhouse.cli import main
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.core.record import Record, write

PROGRAM: Final = (
    sys.executable,
    "-c",
    # a shell may have started the tests with Ctrl-C ignored, and a child inherits that
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from bluffhouse.cli import main; sys.exit(main())",
)


def recorded(name: str, seats: int, moves: int | None = None, seed: int = 7) -> str:
    """A random game as text, whole or its first moves."""
    game = games.find(name)
    below = Random(seed).randrange
    options = game.options()
    turns = play(game, game.setup(options, seats), [Chooser(at_random, below)] * seats, below)
    made = tuple((turn.actor, turn.move) for turn in turns)
    return write(Record(game, seats, options, made[:moves]))


def printed_record(out: str) -> str:
    """The record shown to somebody who leaves."""
    return out[out.rindex("game: ") : out.rindex("To go on later")].rstrip() + "\n"


class Shell:
    """Runs commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: str, typed: str | bytes = "") -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        data = typed if isinstance(typed, bytes) else typed.encode()
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self.capsys.readouterr()
        code = main(arguments)
        out, err = self.capsys.readouterr()
        return code, out, err
