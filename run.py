#!/usr/bin/env python3
"""Set up, play and test Bluffhouse with nothing but Python: `python3 run.py help` lists the verbs.

The environment is the folder `.venv` beside this file. What is installed there is written down, so a second run
installs nothing. What is run there is in the tables of `stages.py`.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets this sentence instead of a traceback
    sys.exit("Bluffhouse needs Python 3.11 or newer, and this is Python {}.{}.".format(*sys.version_info))

import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

from stages import CHECKS, GOLDEN, NIGHTLY, PYTEST, TESTS, TYPES, WEB_CHECKS, Stage

ROOT = Path(__file__).resolve().parent
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
COOL_DOWN = timedelta(weeks=4)  # a version younger than this is not locked: the worst ones are withdrawn by then
USAGE_ERROR = 2
INTERRUPTED = 130
OLDEST_NODE = (20, 19)

Call = Callable[[Sequence[str], Path | None], int]


@dataclass(frozen=True, slots=True)
class Verb:
    """What a word on the command line does; `arguments` is how help shows what may follow it."""

    act: Callable[[Sequence[str]], None]
    arguments: str
    help: str


class Stop(Exception):
    """Ends the run: one sentence for the person, one exit code for the caller."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


# --- the tables -------------------------------------------------------------------------------------------------------

# A set of packages is one lock file, requirements/NAME.txt, which also holds all of the sets named beside it.
SETS: dict[str, tuple[str, ...]] = {
    "run": (),
    "test": ("run",),
    "nightly": ("test", "run"),
    "peers": ("test", "run"),
    "train": ("test", "run"),
    "lock": ("run",),
    "node": ("run",),
}

# Programs that the tests start, and the Debian packages they come in.
PROGRAMS = {"chromium": "chromium", "redis-server": "redis-server", "strace": "strace"}

PLAY = ("bluffhouse", "play")

LOCK = ("uv", "pip", "compile", "-q", "--universal", "--generate-hashes", "--no-header", "--python-version", "3.11")

# Only what is imported is ever compiled: to compile all packages takes longer than to unpack them.
INSTALL = ("install", "--no-deps", "--no-compile")
PIP = ("-m", "pip", "--quiet", "--quiet", "--disable-pip-version-check", "--no-input", *INSTALL)


# --- the environment --------------------------------------------------------------------------------------------------


def program(name: str, root: Path = ROOT) -> str:
    """The path of a program in the environment."""
    return str(root / ".venv" / ("Scripts" if os.name == "nt" else "bin") / name)


def ensure_programs(call: Call | None = None) -> None:
    """Have the programs that the tests start; as root on Debian they are installed, elsewhere it is said what to do."""
    missing = sorted(package for name, package in PROGRAMS.items() if shutil.which(name) is None)
    if not missing:
        return
    apt = shutil.which("apt-get")
    wanted = " ".join(missing)
    if apt is None or os.name != "posix" or os.geteuid() != 0:
        raise Stop(f"The tests need {wanted}; on Debian this installs it: sudo apt-get install {wanted}", 1)
    call = call or run
    say(f"Installing {wanted} with apt-get.")
    insist("apt-get update", [apt, "-qq", "update"], None, call)
    insist("apt-get install", [apt, "-qq", "-y", "--no-install-recommends", "install", *missing], None, call)


def npm(root: Path, call: Call) -> str:
    """The machine's npm, or one from a Python package where there is none or it is too old."""
    if has_node():
        return str(shutil.which("npm"))
    ensure("node", root, call)
    os.environ["PATH"] = (
        f"{Path(program('npm', root)).parent}{os.pathsep}{os.environ['PATH']}"  # npm looks for node there
    )
    return program("npm", root)


def has_node() -> bool:
    """Whether the machine has a Node that is new enough."""
    if not (shutil.which("npm") and shutil.which("node")):
        return False
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S607 - whichever is first
    return tuple(int(part) for part in told.strip().lstrip("v").split(".") if part.isdecimal()) >= OLDEST_NODE


def web_digest(root: Path) -> str:
    """Changes when anything that the built page is made of does."""
    sha = hashlib.sha256()
    for path in sorted([*(root / "web").rglob("*"), *(root / "messages").glob("*.json")]):
        if path.is_file() and "node_modules" not in path.parts:
            sha.update(f"{path.relative_to(root)}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()


def ensure_web(root: Path = ROOT, call: Call | None = None) -> None:
    """Have the web client built into the package; nothing is done or said twice."""
    call = call or run
    now, built = web_digest(root), root / "web" / "node_modules" / ".built"
    page = root / "src" / "bluffhouse" / "web" / "index.html"
    if page.exists() and built.exists() and built.read_text(encoding="utf-8") == now:
        return
    program_npm = npm(root, call)
    say("Installing the packages of web/package-lock.json.")
    insist("npm ci", [program_npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], root / "web", call)
    say("Building the web client.")
    insist("Building the web client", [program_npm, "run", "build", "--silent"], root / "web", call)
    built.write_text(now, encoding="utf-8")


def stamp_file(root: Path) -> Path:
    return root / ".venv" / "installed.json"


def stamps(root: Path) -> dict[str, str]:
    """What is installed: the digest each set had then, and under `root` where the environment was made."""
    try:
        found = json.loads(stamp_file(root).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def digest(name: str, root: Path) -> str:
    """Changes when the set's lock file, the project's own metadata or the Python version does."""
    sha = hashlib.sha256(PYTHON.encode())
    for path in (root / "pyproject.toml", root / "requirements" / f"{name}.txt"):
        sha.update(hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()


def environment_fits(root: Path) -> bool:
    """Whether `.venv` works here: made by this version of Python, for a project in this place."""
    try:
        lines = (root / ".venv" / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    made_by = dict(line.split(" = ", 1) for line in lines if " = " in line).get("version", "")
    here = stamps(root).get("root", str(root)) == str(root)
    return here and made_by.startswith(f"{PYTHON}.") and Path(program("python", root)).exists()


def make_environment(root: Path, call: Call) -> None:
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise Stop(f"Python's venv is missing; this installs it: sudo apt-get install python{PYTHON}-venv", 1)
    say(f"Making the environment .venv with Python {PYTHON}.")
    insist("Making the environment", [sys.executable, "-m", "venv", "--clear", str(root / ".venv")], root, call)


def ensure(name: str, root: Path = ROOT, call: Call | None = None) -> None:
    """Have the environment hold the set of packages and the project itself; nothing is done or said twice."""
    call = call or run
    if not environment_fits(root):
        make_environment(root, call)
    now = digest(name, root)
    done = stamps(root)
    if done.get(name) == now:
        return
    stamp_file(root).unlink(missing_ok=True)  # an install cut short counts as none
    lock = f"requirements/{name}.txt"
    python = program("python", root)
    say(f"Installing the packages of {lock}.")
    insist(f"Installing {lock}", [python, *PIP, "--require-hashes", "--requirement", lock], root, call)
    say("Installing Bluffhouse itself, in place.")
    insist("Installing Bluffhouse", [python, *PIP, "--no-build-isolation", "--editable", "."], root, call)
    done |= {inside: digest(inside, root) for inside in SETS[name]} | {name: now, "root": str(root)}
    stamp_file(root).write_text(json.dumps(done, indent=2) + "\n", encoding="utf-8")


# --- running commands -------------------------------------------------------------------------------------------------


def say(text: str) -> None:
    print(text, flush=True)  # flushed, so that it stands before what the next command prints


@contextmanager
def passing_on(child: subprocess.Popen[bytes]) -> Iterator[None]:
    """Meanwhile SIGTERM is the child's."""
    before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run(command: Sequence[str], folder: Path | None) -> int:
    """Run a command to its end and give its exit code.

    Ctrl-C reaches the command too, and it is waited for: the terminal game then prints the record to resume from.
    Whoever tells only us to stop means the command: it is told, and ends what it started.
    """
    interrupted = False
    with subprocess.Popen(command, cwd=folder) as child, passing_on(child):
        while child.poll() is None:
            try:
                child.wait()
            except KeyboardInterrupt:
                interrupted = True
    code: int = child.returncode
    if interrupted and code:
        raise KeyboardInterrupt
    return code if code >= 0 else 128 - code  # ended by a signal: as a shell tells it


def insist(what: str, command: Sequence[str], folder: Path | None, call: Call) -> None:
    code = call(command, folder)
    if code:
        raise Stop(f"{what} failed with exit code {code}.", code)


@contextmanager
def beside(verb: str) -> Iterator[None]:
    """Meanwhile run another verb, which has the other core; what it says is shown when it is done."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as told,
        subprocess.Popen([sys.executable, __file__, verb], stdout=told, stderr=subprocess.STDOUT) as child,
    ):
        try:
            yield
        except BaseException:
            child.terminate()
            raise
        child.wait()
        told.seek(0)
        say(told.read())
    if child.returncode:
        raise Stop(f"The verb {verb} failed with exit code {child.returncode}.", child.returncode)


def run_stages(stages: Sequence[Stage], root: Path = ROOT, call: Call | None = None) -> None:
    """Run one stage after another, each with its time; the first that fails ends the run."""
    call = call or run
    times: list[tuple[str, float]] = []
    for stage in stages:
        say(f"\n=== {stage.name}: {' '.join(stage.command)}")
        start = time.monotonic()
        first = npm(root, call) if stage.command[0] == "npm" else program(stage.command[0], root)
        insist(f"Stage {stage.name}", [first, *stage.command[1:]], root / stage.folder, call)
        times.append((stage.name, time.monotonic() - start))
    say("\n" + "\n".join(f"{name:<10}{seconds:8.1f} s" for name, seconds in times))
    count = f"{len(times)} stages" if len(times) > 1 else "1 stage"
    say(f"All is well: {count} in {sum(seconds for _, seconds in times):.1f} s.")


# --- the verbs --------------------------------------------------------------------------------------------------------


def no_arguments(verb: str, arguments: Sequence[str]) -> None:
    if arguments:
        raise Stop(f"{verb} takes no arguments, but was given: {' '.join(arguments)}", USAGE_ERROR)


def known(kind: str, names: Sequence[str], table: Sequence[str]) -> None:
    for name in names:
        if name not in table:
            raise Stop(f"There is no {kind} {name!r}; there is: {', '.join(table)}.", USAGE_ERROR)


def setup(arguments: Sequence[str]) -> None:
    known("set of packages", arguments, list(SETS))
    for name in arguments or ["run"]:
        ensure(name)


def play(arguments: Sequence[str]) -> None:
    ensure("run")
    ensure_web()
    code = run([program(PLAY[0]), *PLAY[1:], *arguments], None)  # in the caller's folder: FILE arguments mean that one
    if code:
        raise Stop(f"{' '.join(PLAY)} ended with exit code {code}.", code)


def check(arguments: Sequence[str]) -> None:
    no_arguments("check", arguments)
    ensure("test")
    run_stages(CHECKS)


def web(arguments: Sequence[str]) -> None:
    no_arguments("web", arguments)
    ensure_web()
    run_stages(WEB_CHECKS)


def test(arguments: Sequence[str]) -> None:
    ensure_programs()
    if not has_node():  # then it comes with a package
        ensure("test")
    with beside("web"):
        ensure("test")
        run_stages(CHECKS)
    run_stages([Stage("tests", (*PYTEST, *arguments))] if arguments else TESTS)


def golden(arguments: Sequence[str]) -> None:
    ensure("test")
    run_stages([Stage(GOLDEN.name, (*GOLDEN.command, *arguments))])


def types(arguments: Sequence[str]) -> None:
    no_arguments("types", arguments)
    ensure("test")
    run_stages([TYPES])


def nightly(arguments: Sequence[str]) -> None:
    known("nightly stage", arguments, [stage.name for stage in NIGHTLY])
    ensure("nightly")
    run_stages([stage for stage in NIGHTLY if not arguments or stage.name in arguments])


def lock(arguments: Sequence[str]) -> None:
    """Write requirements/*.txt anew from the .in files; a pin that still fits stays unless `--upgrade` is given."""
    ensure("lock")
    newest = (datetime.now(UTC) - COOL_DOWN).date().isoformat()
    for name in SETS:
        say(f"Locking requirements/{name}.txt with nothing newer than {newest}.")
        files = ("--output-file", f"{name}.txt", f"{name}.in")
        command = [program(LOCK[0]), *LOCK[1:], "--exclude-newer", newest, *arguments, *files]
        insist(f"Locking {name}", command, ROOT / "requirements", run)


def help_text(arguments: Sequence[str] = ()) -> None:
    no_arguments("help", arguments)
    say("Usage: python3 run.py VERB [ARGUMENTS]\n")
    for name, verb in VERBS.items():
        say(f"  {f'{name} {verb.arguments}':<22}{verb.help}")


VERBS: dict[str, Verb] = {
    "play": Verb(play, "[…]", "set up what is missing, open the house and play in the browser"),
    "test": Verb(test, "[PYTEST …]", "all checks and tests; with arguments for pytest, no coverage is asked for"),
    "check": Verb(check, "", "format, lint, types and who may import whom"),
    "web": Verb(web, "", "build the web client, and its own checks and tests"),
    "golden": Verb(golden, "[…]", "write the recorded games in tests/golden anew"),
    "types": Verb(types, "", "write the TypeScript types of the wire anew"),
    "nightly": Verb(nightly, "[STAGE …]", f"the long stages: {', '.join(stage.name for stage in NIGHTLY)}"),
    "setup": Verb(setup, "[SET …]", f"only install: {', '.join(SETS)} (without a name: run)"),
    "lock": Verb(lock, "[UV …]", "write the lock files anew from requirements/*.in"),
    "help": Verb(help_text, "", "this list"),
}


def main(arguments: Sequence[str]) -> int:
    verb, *rest = arguments or ["help"]
    # The environment is ours to write to: what is imported is compiled once, not at every start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        known("verb", [verb], list(VERBS))
        VERBS[verb].act(rest)
    except Stop as stop:
        print(f"run.py: {stop}", file=sys.stderr)
        return stop.code
    except OSError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
