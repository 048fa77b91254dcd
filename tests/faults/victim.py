"""A server to be killed: `bluffhouse serve` in its own process, with a dealer whose draws depend on the game alone.

`Victim(folder, point, database)` is forked from a process that has everything imported, so that a sweep over hundreds
of points is quick; `python -m tests.faults.victim` is the same for strace, which kills it at a disk sync.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from asyncio import selector_events
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from typing import Any, Literal

from bluffhouse.cli import main
from bluffhouse.server import run
from bluffhouse.store.writer import Load, Writer
from tests.faults.scene import fixed
from tests.faults.slips import plant

STARTING = 60.0

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["tests.faults.victim", "bluffhouse.server.run", "bluffhouse.commands.serve"])


@dataclass(frozen=True)
class Send:
    """Die right before or right after the so-manieth write to a socket."""

    number: int
    side: Literal["before", "after"]


@dataclass(frozen=True)
class Sync:
    """Die at the so-manieth disk sync, before it is done."""

    number: int


@dataclass(frozen=True)
class Commit:
    """Die at the so-manieth commit of moves: when all is written, when the word is under way, or when it is done."""

    number: int
    side: Literal["before", "during", "after"]
    database: int | None = None
    """The main process of the database, where that is to die instead."""


Point = Send | Sync | Commit


def settings(database: str) -> dict[str, str]:
    return {
        "BLUFFHOUSE_PORT": "0",
        "BLUFFHOUSE_DATABASE": database,
        "BLUFFHOUSE_BOT_WORKERS": "0",
        "BLUFFHOUSE_BOT_PAUSE": "0-0",
        "BLUFFHOUSE_RATE_SCALE": "100000",
        "BLUFFHOUSE_LOG_LEVEL": "error",
    }


def arm(point: Send | Commit | None, counter: Any = None) -> None:
    """Count every write to a socket, and die at one of them."""
    transport: Any = selector_events._SelectorSocketTransport  # type: ignore[attr-defined]
    write, sent = transport.write, 0

    def counted(self: Any, data: bytes) -> None:
        nonlocal sent
        sent += 1
        if counter is not None:
            counter.value = sent
        if point == Send(sent, "before"):
            os.kill(os.getpid(), signal.SIGKILL)
        write(self, data)
        if point == Send(sent, "after"):
            os.kill(os.getpid(), signal.SIGKILL)

    transport.write = counted


def arm_commits(point: Commit) -> None:
    """Count every commit of moves, and have somebody die at one of them."""
    write, transact, commits = Writer._write, Writer._transact, 0

    def strike() -> None:
        if point.database is None:
            os.kill(os.getpid(), signal.SIGKILL)
        else:
            kill_database(point.database)

    async def counted(self: Any, connection: Any, group: Any, *, careful: bool) -> Any:
        nonlocal commits
        outcomes = await write(self, connection, group, careful=careful)
        commits += any(isinstance(entry, Load) for entry in group)
        if commits == point.number and any(isinstance(entry, Load) for entry in group):
            if point.side == "before":
                strike()
            elif point.side == "during":  # the loop comes to this when the word is sent and an answer waited for
                asyncio.get_running_loop().call_soon(strike)
        return outcomes

    async def committed(self: Any, group: Any) -> Any:
        before = commits
        outcomes = await transact(self, group)
        if before < point.number == commits and point.side == "after":
            strike()
        return outcomes

    Writer._write, Writer._transact = counted, committed  # type: ignore[method-assign]


def kill_database(main: int) -> None:
    """The main process first, so that it starts nothing for those who die after it."""
    children = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
    for process in (main, *map(int, children)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def serve(database: str, point: Send | Commit | None, said: str, counter: Any) -> None:
    """The life of a forked server."""
    os.environ.update(settings(database))
    sys.stdout = Path(said).open("w", encoding="utf-8", buffering=1)  # noqa: SIM115 - it lives as long as we do
    threading.Thread(target=follow_the_test, daemon=True).start()
    arm(point, counter)
    if isinstance(point, Commit):
        arm_commits(point)
    plant()
    rig()
    main(["serve"])


def follow_the_test() -> None:
    """A server does not outlive the test that started it, however that ended."""
    test = multiprocessing.parent_process()
    assert test is not None
    connection.wait([test.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)


def rig() -> None:
    run.secrets.randbelow = fixed  # type: ignore[attr-defined]


class Victim:
    """A running server: where it answers, and when it is dead."""

    def __init__(self, folder: Path, point: Point | None, database: str) -> None:
        self._said = Path(tempfile.mkdtemp(dir=folder)) / "said"
        self._said.touch()
        self.counter = forks.Value("i", 0)
        self._process = _strace(database, point, self._said) if isinstance(point, Sync) else None
        self._fork = None
        if self._process is None:
            self._fork = forks.Process(target=serve, args=(database, point, str(self._said), self.counter))
            self._fork.start()

    @property
    def dead(self) -> bool:
        if self._fork is not None:
            return self._fork.exitcode is not None
        assert self._process is not None
        return self._process.poll() is not None

    async def address(self) -> str | None:
        """Where it answers; None when it died before it did."""
        async with asyncio.timeout(STARTING):
            while not (found := re.search(r"http://\S+", self._said.read_text(encoding="utf-8"))):
                if self.dead:
                    return None
                await asyncio.sleep(0.01)
        return found[0]

    async def died(self, patience: float) -> bool:
        """Whether it is dead, or is so in a moment: sockets close a little before a process is gone."""
        for _ in range(round(patience * 100)):
            if self.dead:
                return True
            await asyncio.sleep(0.01)
        return False

    async def end(self) -> None:
        """Kill it if it lives."""
        if self._fork is not None:
            self._fork.kill()
            await asyncio.to_thread(self._fork.join)
            self._fork.close()
        elif self._process is not None:
            if not self.dead:
                os.killpg(self._process.pid, signal.SIGKILL)
            await asyncio.to_thread(self._process.wait)


def _strace(database: str, point: Sync, said: Path) -> subprocess.Popen[bytes]:
    inject = f"inject=fdatasync,fsync:signal=SIGKILL:when={point.number}"
    command = ["strace", "-f", "-qq", "-e", "trace=fdatasync,fsync", "-e", inject, "-o", os.devnull]
    with said.open("wb") as out:
        return subprocess.Popen(
            [*command, sys.executable, "-m", "tests.faults.victim"],
            env=os.environ | settings(database),
            stdout=out,
            start_new_session=True,
        )


def strace_works() -> bool:
    """Whether this machine has it and lets it kill."""
    if shutil.which("strace") is None:
        return False
    inject = "inject=fsync:signal=SIGKILL:when=1"
    program = "import os, tempfile; f = tempfile.TemporaryFile(); os.fsync(f.fileno()); print('alive')"
    command = ["strace", "-f", "-qq", "-e", "trace=fsync", "-e", inject, "-o", os.devnull]
    told = subprocess.run([*command, sys.executable, "-c", program], capture_output=True, check=False)
    return told.returncode != 0 and b"alive" not in told.stdout


if __name__ == "__main__":
    rig()
    main(["serve"])
