"""A worker of the storm: `bluffhouse` with a clock that can be set wrong, and a mistake if one is planted.

SIGUSR1 sets the machine's time an hour ahead, as far as this process can see, SIGUSR2 an hour back.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import time

from bluffhouse.cli import main
from tests.faults.slips import plant

HOUR = 3600.0
PR_SET_PDEATHSIG = 1


def jump_when_told() -> None:
    honest, ahead = time.time, 0.0

    def jump(by: float) -> None:
        nonlocal ahead
        ahead += by

    signal.signal(signal.SIGUSR1, lambda *_: jump(HOUR))
    signal.signal(signal.SIGUSR2, lambda *_: jump(-HOUR))
    time.time = lambda: honest() + ahead


def follow_the_test() -> None:
    """No worker outlives the storm, however that ended."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ in ("__main__", "__mp_main__"):  # the latter in workers of `serve --workers`, which are spawned
    follow_the_test()
    jump_when_told()
    plant()

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
