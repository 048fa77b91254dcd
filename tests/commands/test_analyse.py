"""`bluffhouse analyse`, as people call it."""

import json
from pathlib import Path

import pytest

from bluffhouse.cli import main
from tests.commands.records import recorded

pytestmark = pytest.mark.xdist_group("bots")  # where Numba compiles


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(recorded("vabanque", 3), encoding="utf-8")
    return str(path)


def test_in_words(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", file]) == 0
    told = capsys.readouterr().out
    assert told.startswith("vabanque, 3 seats, 80 moves")
    assert told.count(" before, ") == 3
    assert told.count("in 100 more") == 5
    assert "s2: raise" in told


def test_as_json_and_again_the_same(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for _ in range(2):
        assert main(["analyse", file, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert len(answers[0]["chances"]) == 81
    assert all(sum(chances) == pytest.approx(1) for chances in answers[0]["chances"])


def test_a_record_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.txt"
    path.write_text("hello", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
