"""How many sockets fit: each is an open file, and a system lets a process open only so many."""

from __future__ import annotations

import sys
from typing import Final

SPARE: Final = 64
"""Files beside the sockets: the database, the listening socket, the pipes to the bots."""


def room_for_sockets() -> int | None:
    """Take all the open files that the system grants without being root; how many sockets that is. None: no limit."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (soft, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return None if soft == resource.RLIM_INFINITY else max(0, soft - SPARE)
