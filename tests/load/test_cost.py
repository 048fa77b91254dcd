"""What processes cost is seen, that of those they started and of those that ended too."""

from __future__ import annotations

import subprocess
import sys

from bluffhouse.commands.load import cost

SPINS = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"
STARTS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SPINS!r}])\n"
HOLDS = "held = bytearray(b'x' * 30_000_000)\n"
ASKS = "print('ready', flush=True); input()"


def test_processors_and_memory_of_a_family() -> None:
    command = [sys.executable, "-c", STARTS + HOLDS + ASKS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert 0.3 <= cost.processor_seconds(child.pid) < 5
        assert 30_000 <= cost.memory(child.pid) < 200_000
        assert child.pid in cost.family(cost.parent(child.pid) or 0)
        child.communicate("\n")
    assert cost.processor_seconds(child.pid) == cost.memory(child.pid) == 0
