"""The command itself: quick to start, and polite to those who mistype."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.records import PROGRAM, Shell


def test_help_loads_no_game_and_no_command() -> None:
    script = (
        "import sys, bluffhouse, bluffhouse.cli as cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('bluffhouse.')])"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert answer.stdout.splitlines()[-1] == "['bluffhouse.cli']"


@pytest.mark.parametrize("arguments", [(), ("dance",), ("replay",), ("bench",), ("terminal", "--seats", "many")])
def test_a_mistyped_command_is_explained(shell: Shell, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stop:
        shell(*arguments)
    assert stop.value.code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only here a full disk is a file")
@pytest.mark.parametrize("arguments", [("--help",), ("bench", "rules", "--seconds", "0", "--json")])
def test_a_full_disk_is_one_sentence(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [*PROGRAM, *arguments]
        answer = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (answer.returncode, answer.stderr) == (1, "bluffhouse: No space left on device\n")


def test_ctrl_c_ends_any_command_quietly(shell: Shell) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    shell.monkeypatch.setattr("bluffhouse.commands.replay.load", interrupted)
    assert shell("replay", "-") == (130, "", "")
