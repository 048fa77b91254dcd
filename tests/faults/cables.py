"""A machine of its own for each worker, where we are root: a network namespace, and a cable that can be pulled.

A proxy holds bytes back, but the machines at both its ends go on answering for them. Here packets vanish, and neither
end is told: whoever waits must notice by itself.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NOTHING: Final = ("rate", "8bit", "burst", "1", "latency", "1ms")
"""No packet is as small as that burst: each is dropped."""
LITTLE: Final = ("rate", "256kbit", "burst", "4kb", "latency", "200ms")
"""What does not come through in that time is dropped."""


@dataclass(frozen=True, slots=True)
class Cable:
    """From here to a machine of that name."""

    machine: str
    link: str
    here: str
    there: str

    def inside(self, *command: str) -> list[str]:
        """The command, run on that machine."""
        return ["ip", "netns", "exec", self.machine, *command]

    def pull(self) -> None:
        self._let_through(NOTHING)

    def pinch(self) -> None:
        self._let_through(LITTLE)

    def mend(self) -> None:
        for way in self._ways():
            with suppress(OSError):  # it may be whole
                _do(*way, "del", "dev", self.link, "root")

    def _let_through(self, little: Sequence[str]) -> None:
        for way in self._ways():
            _do(*way, "replace", "dev", self.link, "root", "tbf", *little)

    def _ways(self) -> tuple[list[str], list[str]]:
        """There and back: each end decides on what it sends."""
        return ["tc", "qdisc"], self.inside("tc", "qdisc")


@contextmanager
def laid() -> Iterator[Cable]:
    """A cable to a new machine; both are gone at the end, with whatever runs there. OSError where that is not ours."""
    word = uuid4().hex[:8]
    first = random.randrange(1 << 14) * 4  # of 16,384 pairs of addresses, each of its own
    here, there = (f"10.213.{(first + end) // 256}.{(first + end) % 256}" for end in (1, 2))
    cable = Cable(f"bluffhouse-{word}", f"bh{word}", here, there)
    try:
        _do("ip", "netns", "add", cable.machine)
        _do("ip", "link", "add", cable.link, "type", "veth", "peer", "name", cable.link, "netns", cable.machine)
        _do("ip", "address", "add", f"{here}/30", "dev", cable.link)
        _do("ip", "link", "set", cable.link, "up")
        _do(*cable.inside("ip", "address", "add", f"{there}/30", "dev", cable.link))
        _do(*cable.inside("ip", "link", "set", cable.link, "up"))
        _do(*cable.inside("ip", "link", "set", "lo", "up"))
        yield cable
    finally:
        with suppress(OSError):  # there may be nothing to take away
            _do("ip", "netns", "del", cable.machine)


def offered() -> bool:
    """Whether cables can be laid, pulled and pinched here."""
    if os.name != "posix" or os.geteuid() != 0 or not (shutil.which("ip") and shutil.which("tc")):
        return False
    try:
        with laid() as cable:
            cable.pull()
            cable.pinch()
    except OSError:
        return False
    return True


def _do(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True)
    except subprocess.CalledProcessError as fault:
        raise OSError(fault.stderr.decode(errors="replace").strip()) from fault
