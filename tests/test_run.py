"""run.py: what it says to a wrong word, and that it does nothing twice."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import run
from run import SETS, VERBS, Stop, ensure, environment_fits, main, run_stages
from stages import Stage

SCRIPT = Path(run.__file__)


class Recorder:
    """Stands in for starting programs: keeps every command, and makes what `python -m venv` would make."""

    def __init__(self, root: Path, failing: str = "") -> None:
        self.root = root
        self.failing = failing
        self.commands: list[str] = []

    def __call__(self, command: Sequence[str], folder: Path | None) -> int:
        assert folder == self.root
        line = " ".join(command)
        self.commands.append(line)
        if self.failing and self.failing in line:
            return 7
        if " -m venv " in line:
            make_venv(self.root, run.PYTHON)
        return 0

    def take(self) -> list[str]:
        taken, self.commands = self.commands, []
        return taken


def make_venv(root: Path, version: str) -> None:
    python = Path(run.program("python", root))
    python.parent.mkdir(parents=True, exist_ok=True)
    python.touch()
    (root / ".venv" / "pyvenv.cfg").write_text(f"home = somewhere\nversion = {version}.1\n", encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "requirements").mkdir()
    for name in SETS:
        (tmp_path / "requirements" / f"{name}.txt").write_text(f"{name}==1\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    return tmp_path


def test_unknown_verb_is_one_sentence_and_exit_code_2() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "dance"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"run\.py: There is no verb 'dance'; there is: .*test.*\.\n", done.stderr)


@pytest.mark.parametrize("arguments", [["help"], []])
def test_help_lists_every_verb(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the working directory does not matter
    assert main(arguments) == 0
    words = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert words == list(VERBS)
    assert {"setup", "play", "test", "check", "web", "golden", "types", "nightly", "lock", "help"} == set(words)


@pytest.mark.parametrize("arguments", [["nightly", "sleep"], ["setup", "everything"], ["check", "twice"]])
def test_wrong_arguments_are_refused_before_anything_is_done(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ensure", lambda *_: pytest.fail("nothing may be installed"))
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert arguments[1] in captured.err
    assert captured.err.count("\n") == 1


def test_setup_makes_the_environment_and_installs_with_hashes(root: Path) -> None:
    recorder = Recorder(root)
    ensure("test", root, recorder)
    venv, packages, project = recorder.take()
    assert "-m venv --clear" in venv
    assert "--require-hashes" in packages
    assert packages.endswith("requirements/test.txt")
    assert "--no-deps" in project
    assert project.endswith("--editable .")


def test_nothing_is_done_or_said_twice(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorder = Recorder(root)
    ensure("test", root, recorder)
    assert len(recorder.take()) == 3
    assert len(capsys.readouterr().out.splitlines()) == 3
    ensure("test", root, recorder)
    ensure("run", root, recorder)  # the test set holds it
    assert recorder.take() == []
    assert capsys.readouterr().out == ""
    ensure("nightly", root, recorder)  # more than is there
    assert len(recorder.take()) == 2


@pytest.mark.parametrize("changed", ["requirements/test.txt", "pyproject.toml"])
def test_a_changed_lock_is_installed_again(root: Path, changed: str) -> None:
    recorder = Recorder(root)
    ensure("test", root, recorder)
    recorder.take()
    (root / changed).write_text("other\n", encoding="utf-8")
    ensure("test", root, recorder)
    assert [line.split()[-1] for line in recorder.take()] == ["requirements/test.txt", "."]


def test_a_failed_install_is_told_and_tried_again(root: Path) -> None:
    with pytest.raises(Stop, match=r"^Installing Bluffhouse failed with exit code 7\.$") as told:
        ensure("test", root, Recorder(root, failing="--editable"))
    assert told.value.code == 7
    recorder = Recorder(root)
    ensure("test", root, recorder)
    assert len(recorder.take()) == 2  # the environment itself is there


def test_an_environment_of_another_python_or_place_is_made_again(root: Path) -> None:
    assert not environment_fits(root)
    make_venv(root, run.PYTHON)
    assert environment_fits(root)
    run.stamp_file(root).write_text(json.dumps({"root": "elsewhere"}), encoding="utf-8")
    assert not environment_fits(root)
    run.stamp_file(root).write_text("not json", encoding="utf-8")
    assert environment_fits(root)
    make_venv(root, "3.1")
    assert not environment_fits(root)


def test_a_missing_venv_names_the_command_that_helps(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "find_spec", lambda name: None)
    with pytest.raises(Stop, match=r"sudo apt-get install python3\.\d+-venv"):
        ensure("run", root, Recorder(root))


def test_the_first_failing_stage_ends_the_run_with_its_code(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorder = Recorder(root, failing="second")
    stages = [Stage(name, (name, "--now")) for name in ("first", "second", "third")]
    with pytest.raises(Stop, match=r"^Stage second failed with exit code 7\.$") as told:
        run_stages(stages, root, recorder)
    assert told.value.code == 7
    assert recorder.take() == [f"{run.program(name, root)} --now" for name in ("first", "second")]
    run_stages(stages[:1], root, recorder)
    assert "All is well: 1 stage in" in capsys.readouterr().out


def test_exit_codes_of_real_commands_are_kept(tmp_path: Path) -> None:
    assert run.run([sys.executable, "-c", "raise SystemExit(3)"], tmp_path) == 3
    assert run.run([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], tmp_path) == 137


def pins(name: str) -> set[str]:
    """The lines of a lock file that name a package, each seen to be followed by a hash."""
    lines = (SCRIPT.parent / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = {(line, below.strip()) for line, below in pairwise(lines) if not line.startswith((" ", "#"))}
    assert all(re.match(r"[a-z0-9._-]+==\S+ .*\\$", line) for line, _ in found)
    assert all(below.startswith("--hash=sha256:") for _, below in found)
    return {line for line, _ in found}


@pytest.mark.parametrize("name", SETS)
def test_lock_files_pin_with_hashes_and_hold_the_sets_they_promise(name: str) -> None:
    for inside in SETS[name]:
        assert pins(inside) <= pins(name)
    assert "hatchling" in {line.split("==")[0] for line in pins(name)}


def test_lock_and_in_files_name_no_place() -> None:
    for path in (SCRIPT.parent / "requirements").iterdir():
        assert not re.search(r"://|index-url|find-links|^/", path.read_text(encoding="utf-8"), re.MULTILINE), path.name


def test_the_web_client_is_built_once_and_again_after_a_change(tmp_path: Path) -> None:
    made: list[list[str]] = []

    def call(command: Sequence[str], _folder: Path | None) -> int:
        made.append([str(word) for word in command][1:])
        built = tmp_path / "src" / "bluffhouse" / "web"
        built.mkdir(parents=True, exist_ok=True)
        (built / "index.html").write_text("built")
        return 0

    (tmp_path / "web" / "node_modules").mkdir(parents=True)
    page = tmp_path / "web" / "page.ts"
    page.write_text("1")
    run.ensure_web(tmp_path, call)
    assert [words[0] for words in made] == ["ci", "run"]
    (tmp_path / "web" / "node_modules" / "junk.js").write_text("not ours")
    run.ensure_web(tmp_path, call)
    assert len(made) == 2
    page.write_text("2")
    run.ensure_web(tmp_path, call)
    assert len(made) == 4


def test_a_failing_web_build_is_said_and_not_taken_for_done(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(run.Stop, match="npm ci failed with exit code 7"):
            run.ensure_web(tmp_path, lambda _command, _folder: 7)


def test_what_is_done_beside_is_shown_after_and_ends_the_run_when_it_fails(capfd: pytest.CaptureFixture[str]) -> None:
    with run.beside("help"):
        run.say("in front")
    assert capfd.readouterr().out.startswith("in front\nUsage: ")
    with pytest.raises(Stop, match="The verb nonsense failed with exit code 2") as stopped, run.beside("nonsense"):
        pass
    assert stopped.value.code == 2
    assert "There is no verb 'nonsense'" in capfd.readouterr().out
    with pytest.raises(OSError, match="in front"), run.beside("help"):
        raise OSError("in front")


def test_missing_programs_are_installed_by_root_and_named_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[str]] = []
    monkeypatch.setattr(shutil, "which", lambda name: "/apt" if name == "apt-get" else None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    def call(command: Sequence[str], _folder: Path | None) -> int:
        made.append(list(command))
        return 0

    run.ensure_programs(call)
    assert made[-1][-3:] == ["chromium", "redis-server", "strace"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(run.Stop, match="sudo apt-get install chromium redis-server strace"):
        run.ensure_programs(lambda *_: pytest.fail("nothing may be installed"))
    monkeypatch.setattr(shutil, "which", lambda _name: "/there")
    run.ensure_programs(lambda *_: pytest.fail("nothing is missing"))


def test_who_is_told_to_stop_passes_it_on() -> None:
    """A stage that runs on without its run.py keeps a core and a database, and nobody knows of it."""
    sleeps = "import time; print('ready', flush=True); time.sleep(60)"
    runs = f"import sys, run; sys.exit(run.run([sys.executable, '-c', {sleeps!r}], None))"
    command = [sys.executable, "-c", runs]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=SCRIPT.parent) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        child.terminate()
        assert child.wait(30) == 128 + signal.SIGTERM
        assert child.stdout.read() == "", "nobody holds the pipe any more"
