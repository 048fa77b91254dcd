"""A bot that is a program of its own, in any language: a question a line on its standard input, an answer a line back.

    {"game": "vabanque", "seat": 2, "view": {…}, "moves": ["chip 0", "chip 1", …]}
    {"move": "chip 1"}

The view is what the seat may know, moves are in the notation of records. Nothing is remembered for the program: the
view tells the whole story every time.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.codec import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.record import AnyGame

PATIENCE: Final = 10.0  # seconds for an answer
FAREWELL: Final = 2.0  # seconds to end by itself once its input is closed
LONGEST_ANSWER: Final = 10_000
SHOWN: Final = 60  # of a wrong answer


class BotFailed(Exception):
    """What the program did wrong, in one sentence."""


def is_command(spec: str) -> bool:
    """Whether a bot's name is a command line: its program is written as a path."""
    return "/" in spec.partition(" ")[0] or "\\" in spec.partition(" ")[0]


class External:
    """A player that asks a program. Use it as a context: at its end the program is ended."""

    def __init__(self, command: str, game: AnyGame, patience: float = PATIENCE) -> None:
        self.command = command
        self.game = game
        self.patience = patience
        self._lines: queue.Queue[bytes] = queue.Queue()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the person at the keyboard named it
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as fault:
            raise BotFailed(f"{command} cannot be started: {getattr(fault, 'strerror', None) or fault}") from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST_ANSWER):
            self._lines.put(line)
        self._lines.put(b"")

    def __enter__(self) -> External:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(FAREWELL)  # not for ever: a child of the program may hold its output open
        if not self._listener.is_alive():
            self._process.stdout.close()

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        words = [self.game.write(move) for move in moves]
        self._say({"game": self.game.name, "seat": view.me, "view": to_json(view), "moves": words})
        word = self._answer()
        if word not in words:
            raise BotFailed(f"{self.command} answered {_short(word)}, which is none of its {len(words)} legal moves")
        return moves[words.index(word)]

    def _say(self, question: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise BotFailed(self._gone()) from None

    def _answer(self) -> Any:
        try:
            line = self._lines.get(timeout=self.patience)
        except queue.Empty:
            raise BotFailed(f"{self.command} gave no answer within {self.patience:g} s") from None
        if not line:
            raise BotFailed(self._gone())
        try:
            return json.loads(line)["move"]
        except (ValueError, LookupError, TypeError):
            shown = _short(line.decode(errors="replace").strip())
            raise BotFailed(f'{self.command} answered {shown}; an answer is a line like {{"move": "chip 3"}}') from None

    def _gone(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        return f"{self.command} ended in the middle of a game (exit code {self._process.returncode})"


def _short(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
