"""Whoever is told to stop ends what it started: a database that runs on without its test is found by nobody."""

from __future__ import annotations

import signal
import sys
import threading

TOLD_TO_STOP = 128 + signal.SIGTERM  # the exit code, as a shell tells it


def end_in_order() -> None:
    """From now on SIGTERM ends this process as an exception does, through every `with` and `finally`."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TOLD_TO_STOP))
