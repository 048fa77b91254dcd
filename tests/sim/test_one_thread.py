"""Whoever multiplies our small matrices has asked for one thread before NumPy is loaded: later nobody listens."""

import os
import subprocess
import sys

import pytest

WATCH = """
import os, sys

class Watch:
    def find_spec(self, name, *_):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"))

sys.meta_path.insert(0, Watch())
import {module}
"""


@pytest.mark.parametrize("module", ["bluffhouse.sim.batch", "bluffhouse.bots.network", "bluffhouse.train.selfplay"])
def test_one_thread_is_asked_for_in_time(module: str) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    told = subprocess.run(
        [sys.executable, "-c", WATCH.format(module=module)], env=plain, check=True, capture_output=True, text=True
    )
    assert told.stdout.split()[0] == "1"
