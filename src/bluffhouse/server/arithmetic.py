"""Seconds of arithmetic that no table waits for: our own commands in processes of their own, one at a time."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from typing import Any, Final

import structlog

COMMAND: Final = ("-m", "bluffhouse.cli")
PATIENCE: Final = 60.0  # seconds
AT_ONCE: Final = asyncio.Semaphore(1)

log = structlog.get_logger(__name__)


class Failed(Exception):
    """Nothing came of it; the log says what is known."""


async def computed(*words: str, given: str = "", patience: float = PATIENCE) -> Any:
    """What `bluffhouse WORDS`, which reads this, says as JSON."""
    async with AT_ONCE:
        child = await asyncio.create_subprocess_exec(sys.executable, *COMMAND, *words, stdin=PIPE, stdout=PIPE)
        try:
            async with asyncio.timeout(patience):
                said, _ = await child.communicate(given.encode())
            if child.returncode == 0:
                return json.loads(said)
            log.error("arithmetic failed", command=words[0], code=child.returncode)
        except (TimeoutError, ValueError, OSError) as fault:
            log.error("arithmetic failed", command=words[0], fault=type(fault).__name__)
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
    raise Failed
