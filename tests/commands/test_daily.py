"""`bluffhouse daily`, as people call it."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.bots import daily
from bluffhouse.cli import main
from bluffhouse.wire.daily import DailyJudged

if TYPE_CHECKING:
    from tests.commands.records import Shell

pytestmark = pytest.mark.xdist_group("bots")  # where Numba compiles


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A challenge that was chosen from little, so that it is found in a moment."""
    for name, value in {"BOT": "heuristic", "LOOKED_AT": 3, "TRIES": 200, "GUESSES": 20}.items():
        monkeypatch.setattr(daily, name, value)


def test_as_json_it_is_what_the_house_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "vabanque", "--day", "2026-03-14", "--json"]) == 0
    told = DailyJudged.model_validate(json.loads(capsys.readouterr().out))
    assert (told.game, told.day) == ("vabanque", "2026-03-14")
    assert told.moves[0].near
    assert told.made in [one.move for one in told.moves]


def test_decided_in_words(shell: Shell) -> None:
    found = daily.challenge(games.find("vabanque"), datetime.date(2026, 3, 14))
    best = found.record.game.write(found.worths[0].move)
    code, out, _ = shell("daily", "vabanque", "--day", "2026-03-14", typed=f"dance\nchip 99\nmoves\n{best}\n")
    assert code == 0
    assert f"You are {found.names[found.seat]}" in out
    assert out.count("Nothing was changed; try again.") == 2
    assert all(f": {found.record.game.write(worth.move)}\n" in out for worth in found.worths), "every move is listed"
    assert "The best move!" in out
    assert f"The bot in your seat chose: {found.record.game.write(found.made)}." in out


def test_in_another_language_and_left_without_an_answer(shell: Shell) -> None:
    code, out, _ = shell("daily", "vabanque", "--day", "2026-03-14", "--language", "de", typed="quit\n")
    assert code == 0
    assert "Aufgabe des Tages" in out
    assert "Zug!" not in out


@pytest.mark.parametrize("words", [["chess"], ["vabanque", "--day", "tomorrow"]])
def test_what_is_wrong_is_said_in_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
