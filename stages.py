"""Every command that `run.py` runs in the environment, as tables: its checks, its tests, and what takes a night.

Standard library only, for `run.py` reads it before anything is installed.
"""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stage:
    """One command with a name; the first word is a program in the environment."""

    name: str
    command: tuple[str, ...]
    folder: str = "."


SOURCES = ("src", "tests", "examples", "run.py", "stages.py", "hatch_build.py")

CHECKS = (
    Stage("format", ("ruff", "format", "--check", *SOURCES)),
    Stage("lint", ("ruff", "check", *SOURCES)),
    Stage("types", ("mypy", "--num-workers", "auto")),
    Stage("imports", ("lint-imports", "--no-logo", "--no-cache")),
)

WEB_CHECKS = tuple(Stage(f"web {word}", ("npm", "run", word), "web") for word in ("lint", "check", "test"))

# One process more than there are cores: now and then each waits for a disk, a clock or a browser.
PYTEST = ("pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "loadgroup")
# The rules are tested with every line and branch counted, the rest without: counting doubles the time.
RULES = ("tests/core", "tests/games/vabanque", "tests/games/bankueberfall", "tests/golden")
TESTS = (
    Stage("rules", (*PYTEST, "--cov", "--cov-report=term", "--cov-fail-under=100", *RULES)),
    Stage("tests", (*PYTEST, *(f"--ignore={folder}" for folder in RULES))),
)

GOLDEN = Stage("golden", ("python", "-m", "tests.golden.write"))

TYPES = Stage("types", ("python", "-m", "tests.wire.write_types"))

NIGHTLY = (
    Stage("referee", ("python", "-m", "tests.referee.compare", "--games", "200000")),
    Stage("mutation", ("python", "-m", "tests.mutation")),
    Stage("kernels", ("python", "-m", "tests.games.many_kernel_games")),
    Stage("proofs", ("python", "-m", "tests.server.proofs.many")),
    Stage("frames", ("python", "-m", "tests.server.proofs.fuzz_reading")),
    Stage("faults", ("python", "-m", "tests.faults.nightly")),
    Stage("chaos", ("python", "-m", "tests.faults.storm", "--minutes", "20")),
    Stage("plants", ("python", "-m", "tests.faults.storm", "--minutes", "3", "--plant", "all")),
    Stage("scale", ("python", "-m", "tests.load.scale")),
    Stage("floods", ("python", "-m", "tests.load.floods")),
    Stage("soak", ("python", "-m", "tests.load.soak", "--minutes", "60")),
    Stage("surfaces", ("python", "-m", "tests.server.proofs.surfaces")),
    Stage("doors", ("python", "-m", "tests.server.proofs.surfaces", "--plant", "all")),
    Stage("replies", ("python", "-m", "tests.attacks.reply_times")),
    Stage("slow", ("python", "-m", "tests.attacks.reply_times", "--plant", "--minutes", "3", "--tables", "30")),
    Stage("transcripts", ("python", "-m", "tests.attacks.transcripts")),
    Stage("telltale", ("python", "-m", "tests.attacks.transcripts", "--plant", "--games", "1000")),
    Stage("flips", ("python", "-m", "tests.store.flips")),
    Stage("deploy", ("python", "-m", "tests.faults.deploy")),
    Stage("stores", ("python", "-m", "tests.faults.stores")),
    Stage("readers", ("python", "-m", "tests.faults.readers")),
    Stage("postgres", ("python", "-m", "tests.faults.crash_postgres")),
    Stage("restore", ("python", "-m", "tests.faults.restore")),
    Stage("big", ("python", "-m", "tests.store.big_backup")),
    Stage("chance", ("python", "-m", "tests.server.many_fair")),
    Stage("pages", ("python", "-m", "tests.e2e.nightly")),
    Stage("bots", ("python", "-m", "tests.bots.nightly")),
    Stage("ray", ("pytest", "-q", "-W", "ignore", "tests/arena/test_ray.py", "tests/train/test_lots_on_ray.py")),
)
