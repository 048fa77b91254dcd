"""Processes of one server: none of them outlives the one that started it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing import connection
from typing import Final

SOON: Final = 10.0  # seconds to end in order, once the parent is gone


def end_with_parent(how: int | None = None) -> None:
    """End when the process that started this one is gone, however it went: at once, or by that signal."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a process that another one started"

    def watch() -> None:
        connection.wait([parent.sentinel])
        if how is not None:
            os.kill(os.getpid(), how)
            threading.Event().wait(SOON)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the parent decides what follows from it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
