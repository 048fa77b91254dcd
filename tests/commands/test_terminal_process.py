"""`bluffhouse terminal` as people really run it: a program that is interrupted, killed and run on odd terminals."""

import signal
import subprocess
from pathlib import Path

from tests.commands.records import PROGRAM, printed_record


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "terminal", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def until_asked(child: subprocess.Popen[str]) -> None:
    assert child.stdout is not None
    shown = ""
    while not shown.endswith("\n> "):
        shown += child.stdout.read(1)


def test_a_killed_game_has_its_last_decision_on_disk(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with start("vabanque", "--seed", "3", "--record", str(file)) as child:
        until_asked(child)
        assert child.stdin is not None
        child.stdin.write("chip 3\n")
        child.stdin.flush()
        until_asked(child)
        child.kill()
    assert file.read_text().endswith("s0 chip 3\n")


def test_ctrl_c_leaves_with_a_record() -> None:
    with start("vabanque", "--seed", "3") as child:
        until_asked(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")
    assert printed_record(out).startswith("game: vabanque\n")
    assert "bluffhouse terminal --resume FILE" in out


def test_a_closed_input_leaves_with_a_record() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "terminal", "vabanque"]
    answer = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert printed_record(answer.stdout).startswith("game: vabanque\n")


def test_a_terminal_without_our_letters_still_plays() -> None:
    answer = subprocess.run(
        [*PROGRAM, "terminal", "bankueberfall"],
        input=b"help\n",
        capture_output=True,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert b"Bank?berfall" in answer.stdout
