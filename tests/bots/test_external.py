"""A bot that is a program of its own: it plays whole games, and every way to fail is told in one sentence."""

import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.bots.external import BotFailed, External, is_command
from bluffhouse.core.game import Seat
from bluffhouse.core.player import Chooser, Player, at_random, play_out

EXAMPLE = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'greedy_bot.py'}"


@pytest.mark.parametrize("name", games.NAMES)
def test_the_example_plays_whole_games(name: str) -> None:
    game, below = games.find(name), random.Random(1).randrange
    with External(EXAMPLE, game) as program:
        players: list[Player[Any, Any]] = [program, Chooser(at_random, below), Chooser(at_random, below)]
        assert not game.actors(play_out(game, game.setup(game.options(), 3), players, below))


def asked(program: str, tmp_path: Path, patience: float = 5.0) -> Any:
    """What a program chooses at the beginning of a game."""
    file = tmp_path / "bot.py"
    file.write_text(program, encoding="utf-8")
    game = games.find("vabanque")
    state = game.apply(game.setup(game.options(), 3), Seat(-1), game.odds(game.setup(game.options(), 3))[0][0]).state
    with External(f"{sys.executable} {file}", game, patience) as bot:
        return bot.choose(game.view(state, Seat(0)), game.moves(state, Seat(0)))


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ('print(\'{"move": "stand 99"}\')\ninput()', "'stand 99', which is none of its 7 legal moves"),
        ("print('{\"move\": [1]}')\ninput()", "which is none of its 7 legal moves"),
        ("print('stand 3')\ninput()", "answered 'stand 3'; an answer is a line like"),
        ("print('[]')\ninput()", "an answer is a line like"),
        ("print('x' * 20000)\ninput()", "an answer is a line like"),
        ("import sys; sys.exit(3)", "ended in the middle of a game .exit code 3."),
    ],
)
def test_a_program_that_fails(program: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match=sentence):
        asked(program, tmp_path)


def test_a_program_that_is_too_slow_is_not_waited_for(tmp_path: Path) -> None:
    start = time.monotonic()
    with pytest.raises(BotFailed, match=r"no answer within 0.2 s"):
        asked("import time; time.sleep(60)", tmp_path, patience=0.2)
    assert time.monotonic() - start < 30


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BotFailed, match="cannot be started: No such file"):
        External("./nobody-home", games.find("vabanque"))
    with pytest.raises(BotFailed, match="cannot be started"):
        External("./unclosed 'quote", games.find("vabanque"))


def test_what_a_program_is_told(tmp_path: Path) -> None:
    """The view of its seat and the legal moves: nothing else, and no hidden card."""
    told = tmp_path / "told"
    asked(
        f"line = input()\nopen({str(told)!r}, 'w').write(line)\nprint('{{\"move\": \"stand 3\"}}')\ninput()", tmp_path
    )
    question = json.loads(told.read_text(encoding="utf-8"))
    assert question.keys() == {"game", "seat", "view", "moves"}
    assert question["view"]["type"] == "View"
    assert question["view"]["me"] == question["seat"] == 0


def test_paths_are_commands_and_names_are_not() -> None:
    assert is_command("./my-bot --deep") and is_command("/usr/bin/bot") and is_command("bots\\mine.exe")
    assert not is_command("flat:200") and not is_command("master")
