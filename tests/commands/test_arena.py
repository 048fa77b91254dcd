"""`bluffhouse arena`, as people call it."""

import json

import pytest

from bluffhouse.cli import main


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "vabanque", "heuristic", "random", "--seats", "4", "--games", "8", "--jobs", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "vabanque, 4 seats, 8 games; even is 0.250"
    assert told[2].startswith("heuristic")
    assert len(told) == 4


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "bankueberfall", "heuristic", "random", "--games", "2", "--jobs", "1", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["seats"], told["games"]) == ("bankueberfall", 2, 2)
    assert sum(bot["together"] for bot in told["bots"]) == pytest.approx(1)
    assert told["bots"][0]["within"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "random", "heuristic"], "there is no game called 'chess'"),
        (["vabanque", "random", "heuristic"], "V1: Vabanque is for 3 to 6 players"),
        (["vabanque", "random", "genius", "random"], "there is no bot 'genius'"),
        (["vabanque", "random", "random", "random"], "two different bots"),
        (["vabanque", "random", "heuristic", "--seats", "3", "--games", "0"], "--games"),
        (["vabanque", "random", "heuristic", "--seats", "3", "--option", "edition"], "KEY=VALUE"),
        (["vabanque", "random", "./nobody-home", "--seats", "3", "--jobs", "1"], "./nobody-home cannot be started"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
