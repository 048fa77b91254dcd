"""The processes of a load test, server and load clients: nothing leaves this machine, and all stop by themselves."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final

from bluffhouse.commands.load import cost
from bluffhouse.server.descriptors import room_for_sockets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from bluffhouse.commands.load.swarm import Work

OPENING: Final = 180.0
"""Seconds until a server that does not answer, or a client that cannot connect, counts as broken."""


class House:
    """A server, of one process or several."""

    def __init__(self, process: subprocess.Popen[str], origin: str, opened: float) -> None:
        self._process = process
        self.origin = origin
        self.opened = opened

    @property
    def pid(self) -> int:
        return self._process.pid

    def memory(self) -> float:
        """KiB in use; 0 where the system does not tell."""
        return cost.memory(self._process.pid)

    def busy(self) -> float:
        """Seconds of a processor it has used; 0 where the system does not tell."""
        return cost.processor_seconds(self._process.pid)

    def counted(self) -> dict[str, float]:
        """Its own counters: moves stored, and commits they took."""
        with urllib.request.urlopen(f"{self.origin}/metrics") as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        moves = re.findall(r"^bluffhouse_moves_total\{[^}]*\} (\S+)", text, re.MULTILINE)
        commits = re.findall(r"^bluffhouse_commits (\S+)", text, re.MULTILINE)
        return {"moves": sum(map(float, moves)), "commits": sum(map(float, commits))}

    def kill(self) -> None:
        self._process.kill()


@contextmanager
def serving(database: str, workers: int = 1, **settings: str) -> Iterator[House]:
    """`bluffhouse serve` on that database, killed at the end; its limits are out of the way unless settings say so."""
    used = {
        "PORT": "0",
        "DATABASE": database,
        "BOT_WORKERS": "0",
        "RATE_SCALE": "1000000",
        "METRICS": "on",
        "LOG_LEVEL": "error",
        "MOST_SOCKETS": str(room_for_sockets() or 1_000_000),
        "MOST_TABLES": "1000000",
        **settings,
    }
    ours = {name: value for name, value in os.environ.items() if not name.startswith("BLUFFHOUSE_")}
    begin = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - ours
        [sys.executable, "-m", "bluffhouse.cli", "serve", "--workers", str(workers)],
        env=ours | {f"BLUFFHOUSE_{name}": value for name, value in used.items()},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        found = re.search(r"http://\S+", _line(process))
        if found is None:
            raise RuntimeError("the server did not start")
        yield House(process, found[0], round(time.perf_counter() - begin, 2))
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


class Client:
    """A load client that is ready to begin."""

    def __init__(self, process: subprocess.Popen[str], connected: float) -> None:
        self._process = process
        self.connected = connected

    def begin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def figures(self) -> dict[str, Any]:
        """Once it is done."""
        found: dict[str, Any] = json.loads(_line(self._process))
        return found

    def play(self) -> dict[str, Any]:
        self.begin()
        return self.figures()


def swarming(work: Work) -> AbstractContextManager[Client]:
    """The usual load client, its sockets open."""
    return client("bluffhouse.commands.load.swarm", json.dumps(dataclasses.asdict(work)), 3 * work.seconds)


@contextmanager
def client(module: str, words: str, seconds: float) -> Iterator[Client]:
    """A module that says when it is ready, waits for a line and says what it measured; killed if it takes longer."""
    command = [sys.executable, "-m", module, words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    alarm = threading.Timer(OPENING + seconds, process.kill)
    alarm.start()
    try:
        yield Client(process, json.loads(_line(process))["connected"])
    finally:
        alarm.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _line(process: subprocess.Popen[str]) -> str:
    pipe: IO[str] | None = process.stdout
    assert pipe is not None
    line = pipe.readline()
    if not line:
        raise RuntimeError("a process of the load test ended too early; what it said is above")
    return line
