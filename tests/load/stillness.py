"""When the machine itself stood still: machines are shared, and a processor that is given to others answers nobody.

A process of the highest priority on every processor sleeps for two milliseconds at a time; where it wakes up late, no
program of ours was the reason. `python -m tests.load.stillness PROCESSOR SECONDS` is one of them: at its end it prints
the spans as JSON. Where priorities are not ours to give nothing is noticed, and nothing is taken off.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAP: Final = 0.002
LATE: Final = 0.002
"""Seconds by which one may oversleep."""

Span = tuple[float, float]


def spans(processor: int, seconds: float) -> list[Span]:
    """When this processor did not run, by the clock that all processes share."""
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    found: list[Span] = []
    last = time.perf_counter()
    end = last + seconds
    while last < end:
        time.sleep(NAP)
        now = time.perf_counter()
        if now - last > NAP + LATE:
            found.append((last + NAP, now))
        last = now
    return found


class Stillness:
    """What was noticed on all processors together."""

    def __init__(self, found: Sequence[Span] = ()) -> None:
        self.spans: list[Span] = []
        for begin, end in sorted(found):
            if self.spans and begin <= self.spans[-1][1]:
                self.spans[-1] = (self.spans[-1][0], max(end, self.spans[-1][1]))
            else:
                self.spans.append((begin, end))

    def within(self, begin: float, end: float) -> float:
        """For how many seconds of that time some processor stood still."""
        first = bisect_left(self.spans, begin, key=lambda span: span[1])
        total = 0.0
        for one, other in self.spans[first:]:
            if one >= end:
                break
            total += min(end, other) - max(begin, one)
        return total


@contextlib.contextmanager
def watched(seconds: float) -> Iterator[Stillness]:
    """At most so long; what was noticed is there once this is over."""
    command = (sys.executable, "-m", "tests.load.stillness")
    watchers = [
        subprocess.Popen([*command, str(processor), str(seconds)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for processor in os.sched_getaffinity(0)
    ]
    still = Stillness()
    try:
        yield still
        told = [watcher.communicate()[0] for watcher in watchers]
        still.spans = Stillness([tuple(span) for text in told if text for span in json.loads(text)]).spans
    finally:
        for watcher in watchers:
            watcher.kill()
            watcher.wait()


if __name__ == "__main__":
    print(json.dumps(spans(int(sys.argv[1]), float(sys.argv[2]))))
