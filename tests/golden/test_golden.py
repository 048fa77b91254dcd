"""The golden games still play, tell and show what they did when they were written."""

from pathlib import Path

import pytest

from tests.golden.game import FOLDER, text, wanted

WANTED = wanted()
REWRITE = "if that is meant, write them anew with `python3 run.py golden` and look at the difference"


def first_difference(written: str, fresh: str) -> str:
    """The first line that differs, with the move it belongs to."""
    move = "the start"
    old, new = written.splitlines(), fresh.splitlines()
    for number, (was, now) in enumerate(zip([*old, "(end)"], [*new, "(end)"], strict=False), start=1):
        if was != now:
            return f"line {number}, after «{move}»:\n  was {was}\n  now {now}"
        if not was.startswith("  "):
            move = was
    return "only the line ends differ"


@pytest.mark.parametrize("path", WANTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_plays_as_it_was_written(path: Path) -> None:
    assert path.exists(), f"{path.name} is missing; write it with `python3 run.py golden`"
    written, fresh = path.read_bytes(), text(*WANTED[path]).encode()
    if written != fresh:
        pytest.fail(f"{first_difference(written.decode(), fresh.decode())}\n{REWRITE}")


def test_there_is_no_golden_game_of_something_that_is_not_there() -> None:
    stray = [str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.txt") if path not in WANTED]
    assert not stray, f"nothing plays these any more: {', '.join(stray)}; {REWRITE}"


def test_a_difference_is_shown_where_it_begins() -> None:
    assert first_difference("a\n  b\n  c\n", "a\n  b\n  d\n") == "line 3, after «a»:\n  was   c\n  now   d"
    assert first_difference("a\n", "a\nb\n") == "line 2, after «a»:\n  was (end)\n  now b"
    assert first_difference("a\n", "a\r\n") == "only the line ends differ"
