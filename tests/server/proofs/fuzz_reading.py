"""Ten million frames made by a fuzzer that sees which lines it reaches: `python -m tests.server.proofs.fuzz_reading`.

Each is read as the socket reads it, and what it holds as the table reads it: words of a move, a line of chat. The
reading may refuse and nothing else, the refusal repeats nothing of what was sent, and the memory stays where it was.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

INPUTS: Final = 10_000_000
INSTRUMENTED: Final = ["bluffhouse.wire", "bluffhouse.games", "bluffhouse.server.security"]
WARM: Final = 0.1
"""After this part of the inputs everything has been imported and kept that ever will be."""
GROWTH: Final = 1.1


class Watched:
    """Reads what it is given and looks at the memory when all is warm and at the end."""

    def __init__(self, read: Callable[[bytes], None], inputs: int) -> None:
        self._read = read
        self._left = inputs
        self._warm = inputs - int(inputs * WARM)
        self._memory = 0

    def __call__(self, data: bytes) -> None:
        self._read(data)
        self._left -= 1
        if self._left == self._warm:
            self._memory = _memory()
        elif self._left == 0:
            now = _memory()
            print(f"memory: {self._memory} kB warm, {now} kB at the end", flush=True)
            assert now <= self._memory * GROWTH, "the memory grew"


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fuzz(inputs: int, seed: int) -> None:
    import atheris  # only the set `nightly` has it

    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.server.proofs import reading

    with tempfile.TemporaryDirectory() as folder:
        for number, frame in enumerate(reading.FIRST):
            (Path(folder) / str(number)).write_text(frame)
        limits = [f"-runs={inputs}", f"-seed={seed}", f"-max_len={reading.LONGEST_FRAME}"]
        telling = ["-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={folder}/"]  # it prints what it found
        atheris.Setup([sys.argv[0], *limits, *telling, folder], Watched(reading.read, inputs))
        atheris.Fuzz()


def main() -> int:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("--inputs", type=int, default=INPUTS)
    asks.add_argument("--seed", type=int, help="fuzz in this process alone")
    asked = asks.parse_args()
    if asked.seed is not None:
        fuzz(asked.inputs, asked.seed)
    cores = os.cpu_count() or 1
    command = [sys.executable, "-m", __spec__.name, "--inputs", str(-(-asked.inputs // cores)), "--seed"]
    runs = [subprocess.Popen([*command, str(seed + 1)]) for seed in range(cores)]
    return max(run.wait() for run in runs)


if __name__ == "__main__":
    sys.exit(main())
