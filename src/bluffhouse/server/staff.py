"""A server of several processes at one listening socket: started, replaced when they die, renewed one by one.

SIGTERM and Ctrl-C end them in order. SIGHUP is a rolling restart: a new worker answers before an old one is told to go,
so that there is always somebody who answers.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from dataclasses import dataclass
from multiprocessing import connection
from typing import TYPE_CHECKING, Final

import structlog

from bluffhouse.server import logs
from bluffhouse.server.processes import end_with_parent, leave_interrupts_to_parent
from bluffhouse.server.run import serve

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from bluffhouse.server.settings import Settings

OPENING: Final = 60.0  # seconds for a worker to answer
CLOSING: Final = 15.0  # seconds for a worker to go in order
TOO_SOON: Final = 1.0  # seconds; a worker that lived shorter is replaced after as long

log = structlog.get_logger(__name__)

spawn = multiprocessing.get_context("spawn")  # not forked: a copy of a process with threads and sockets is a trap


class NoWorker(Exception):
    """A worker does not answer; what it said is above."""


@dataclass(frozen=True, slots=True)
class Worker:
    process: SpawnProcess
    begun: float


class Staff:
    def __init__(self, settings: Settings, listening: socket.socket, number: int) -> None:
        self._settings = settings
        self._listening = listening
        self._number = number
        self._workers: list[Worker] = []
        self._stops = False
        self._renews = False

    def run(self, started: Callable[[], None]) -> None:
        """Until the process is told to stop; NoWorker where the first ones do not answer."""
        wake, woken = multiprocessing.Pipe(duplex=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda number, _: self._told(number, woken))
        try:
            self._workers += self._hire(self._number)
            started()
            while not self._stops:
                connection.wait([wake, *(worker.process.sentinel for worker in self._workers)])
                while wake.poll():
                    wake.recv()
                self._replace_dead()
                if self._renews:
                    self._renews = False
                    self._renew()
        finally:
            self._dismiss(self._workers)

    def _told(self, number: int, woken: Connection) -> None:
        self._stops |= number != signal.SIGHUP
        self._renews |= number == signal.SIGHUP
        woken.send(number)

    def _replace_dead(self) -> None:
        for worker in [worker for worker in self._workers if worker.process.exitcode is not None]:
            log.error("a worker died and is replaced", exit_code=worker.process.exitcode)
            self._workers.remove(worker)
            time.sleep(max(0.0, TOO_SOON - (time.monotonic() - worker.begun)))
            if not self._stops:
                self._workers += self._hire(1)

    def _renew(self) -> None:
        """One after another, each only when its successor answers."""
        for old in tuple(self._workers):
            if self._stops:
                return
            try:
                self._workers += self._hire(1)
            except NoWorker:
                log.error("the new worker does not answer; the old ones stay")
                return
            self._workers.remove(old)
            self._dismiss([old])

    def _hire(self, number: int) -> list[Worker]:
        """So many new workers, once they answer."""
        hired: list[tuple[Worker, Connection]] = []
        for _ in range(number):
            ready, says_ready = spawn.Pipe(duplex=False)
            process = spawn.Process(target=work, args=(self._settings, self._listening, says_ready))
            process.start()
            says_ready.close()
            hired.append((Worker(process, time.monotonic()), ready))
        until = time.monotonic() + OPENING
        for _, ready in hired:
            if not _answers(ready, until):
                self._dismiss([worker for worker, _ in hired])
                raise NoWorker
        return [worker for worker, _ in hired]

    def _dismiss(self, workers: list[Worker]) -> None:
        for worker in workers:
            worker.process.terminate()
        until = time.monotonic() + CLOSING
        for worker in workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()


def _answers(ready: Connection, until: float) -> bool:
    """Whether the worker at the other end says so in time; one that died says nothing."""
    with ready:
        if not ready.poll(max(0.0, until - time.monotonic())):
            return False
        try:
            return bool(ready.recv())
        except EOFError:
            return False


def work(settings: Settings, listening: socket.socket, says_ready: Connection) -> None:
    """The life of a worker."""
    leave_interrupts_to_parent()
    end_with_parent(signal.SIGTERM)
    logs.set_up(settings.log_level)

    def started() -> None:
        with says_ready:
            says_ready.send(True)

    serve(settings, listening, started)
