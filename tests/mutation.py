"""Tests that bite: change the pages that decide who is paid and who may know what, and see the tests fail.

`python -m tests.mutation` works in a copy of the project. At least 95 of 100 changes must be noticed, and in views
and masks every one.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MUTMUT = str(Path(sys.executable).with_name("mutmut"))
NEEDED = ("pyproject.toml", "README.md", "src", "tests/games", "tests/golden")
ENOUGH = 0.95
LINE = re.compile(r"^\s*bluffhouse\.games\.(\w+)\.(\w+)\.\w+: (.+)$")


def copy(folder: Path) -> None:
    for name in NEEDED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def judge(results: str) -> int:
    """Print what became of the changes, page by page; 1 where too many went unnoticed."""
    fates: dict[str, Counter[str]] = {}
    for line in results.splitlines():
        if found := LINE.match(line):
            game, page, fate = found.groups()
            fates.setdefault(f"{game}/{page}", Counter())[fate] += 1
            if fate != "killed":
                print(line.strip())
    good = bool(fates)
    for page, counts in sorted(fates.items()):
        wanted = 1.0 if page.endswith("/view") else ENOUGH
        share = counts["killed"] / counts.total()
        good &= share >= wanted
        print(f"{page}: {counts['killed']} of {counts.total()} changes noticed ({share:.1%}, wanted {wanted:.0%})")
    return 0 if good else 1


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy(folder)
        ran = subprocess.run([MUTMUT, "run"], cwd=folder, check=False)
        if ran.returncode:
            return ran.returncode
        told = subprocess.run(
            [MUTMUT, "results", "--all", "true"], cwd=folder, check=True, capture_output=True, text=True
        )
        return judge(told.stdout)


if __name__ == "__main__":
    sys.exit(main())
