"""What processes cost: the processor's seconds and the memory of one and of all it started, as Linux tells them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
PARENT: Final = 1  # fields of /proc/PID/stat, counted behind the name
OWN: Final = (11, 12)
WAITED_FOR: Final = (13, 14)


def processor_seconds(process: int) -> float:
    """Of the process, of those it started and of those among them that have ended; 0 where the system does not tell."""
    ticks = 0
    for one in family(process):
        if (fields := _fields(one)) is not None:
            ticks += sum(int(fields[place]) for place in (*OWN, *WAITED_FOR))
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def memory(process: int) -> float:
    """KiB that the process and those it started hold for themselves; 0 where the system does not tell.

    Programs and libraries are not counted: how much of them is whose depends on who else runs on the machine.
    """
    total = 0
    for one in family(process):
        try:
            told = (PROC / str(one) / "smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        found = re.search(r"^Anonymous:\s+(\d+) kB", told, re.MULTILINE)
        total += int(found[1]) if found else 0
    return float(total)


def family(process: int) -> list[int]:
    """The process and all that descend from it and live."""
    parents = {int(entry.name): parent(int(entry.name)) for entry in PROC.glob("[0-9]*")} if PROC.is_dir() else {}
    found = [process]
    for one in found:  # grows while it is walked
        found += [child for child, parent_of in parents.items() if parent_of == one]
    return found


def parent(process: int) -> int | None:
    fields = _fields(process)
    return None if fields is None else int(fields[PARENT])


def _fields(process: int) -> list[str] | None:
    """What stands behind the name, which may itself hold blanks; None where there is no such process."""
    try:
        told = (PROC / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return told.rpartition(")")[2].split()
