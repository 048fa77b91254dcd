"""`bluffhouse serve` in processes of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from pathlib import Path
from typing import TYPE_CHECKING

from bluffhouse.store import address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

START = 60.0  # seconds until a process must answer, on a busy machine
QUICK = {"BOT_PAUSE": "0-0", "BOT_WORKERS": "0", "RATE_SCALE": "100000"}


@contextlib.asynccontextmanager
async def process(folder: Path, port: int, module: str = "bluffhouse.cli") -> AsyncIterator[tuple[Process, str]]:
    """One process with a house in that folder, and the address it says it has."""
    where = {"PORT": str(port), "DATABASE": address(folder / "house.db")}
    async with served(where, module=module, end=Process.kill) as house:
        yield house


@contextlib.asynccontextmanager
async def served(
    settings: dict[str, str],
    *arguments: str,
    module: str = "bluffhouse.cli",
    end: Callable[[Process], None] = Process.terminate,
) -> AsyncIterator[tuple[Process, str]]:
    """With these settings besides; `end` is how it goes in the end, if it has not before."""
    environment = os.environ | {f"BLUFFHOUSE_{key}": value for key, value in (QUICK | settings).items()}
    command = (sys.executable, "-m", module, "serve", *arguments)
    child = await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)
    try:
        assert child.stdout is not None
        async with asyncio.timeout(START):
            line = await child.stdout.readline()
        yield child, line.decode().split()[-1]
    finally:
        if child.returncode is None:
            end(child)
        await child.wait()


def workers_of(pid: int) -> set[int]:
    """The processes that serve for `bluffhouse serve --workers N`: children that were spawned for it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return {int(child) for child in children if b"spawn_main" in _command(child)}


def _command(pid: str) -> bytes:
    """With which words a process was started; none when it is gone by now."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
