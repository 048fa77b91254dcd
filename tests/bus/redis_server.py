"""A real Redis server on loopback, for as long as somebody uses it; it can be stopped and started again."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from typing import TYPE_CHECKING

from tests.orderly import end_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTING = 10.0


class RedisServer:
    def __init__(self, port: int) -> None:
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Keeping nothing: what a bus carries is worth nothing later."""
        words = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        command = ["redis-server", *words]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise RuntimeError("redis-server does not answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextlib.contextmanager
def start_redis() -> Iterator[RedisServer]:
    end_in_order()
    server = RedisServer(free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()
