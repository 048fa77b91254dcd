"""The terminal as a place where people read lines and type lines."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from bluffhouse.commands.speech import t

CURTAIN: Final = "=" * 24
# The cursor to the corner, then the screen and what scrolled out of it are wiped.
WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"


class Left(Exception):
    """Somebody leaves: the end of input, or `quit`."""


def say(*lines: str, end: str = "\n") -> None:
    print("\n".join(lines), end=end, flush=True)  # noqa: T201 - here the commands speak


def complain(command: str, sentence: object) -> None:
    print(f"bluffhouse {command}: {sentence}", file=sys.stderr)  # noqa: T201 - and here they refuse


def ask(prompt: str) -> str:
    """A typed line without blanks around it.

    Not `input`: with readline loaded, an arrow key would bring back the previous person's secret move.
    """
    say(prompt, end="")
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        say()
        raise Left
    if not sys.stdin.isatty():
        say(line.rstrip("\n"))  # a transcript of piped input reads like a session
    return line.strip()


def wipe() -> None:
    """Take all secrets from the screen; where the output is no screen, mark the place."""
    if sys.stdout is None or not sys.stdout.isatty():
        say("", f"{CURTAIN} {t('terminal.curtain')} {CURTAIN}")
        return
    say("\n" * shutil.get_terminal_size().lines, end="")  # for terminals that know no codes
    if os.environ.get("TERM") != "dumb":
        say(WIPE, end="")
