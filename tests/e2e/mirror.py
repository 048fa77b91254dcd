"""A person's page in two worlds at once: web/e2e/mirror.js opens it, looks at all of it, and compares."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
from typing import TYPE_CHECKING, Any

from tests.e2e.looking import WEB

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

PATIENCE = 120  # seconds for one order; a browser on a busy machine is slow
LONGEST_LINE = 1 << 22


class Mirror:
    def __init__(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._orders, self._answers = child.stdin, child.stdout
        self.looks = [0, 0]

    async def order(self, order: str, world: int = 0, **how: Any) -> Any:
        self._orders.write(json.dumps({"order": order, "world": world, **how}).encode() + b"\n")
        async with asyncio.timeout(PATIENCE):
            answer = json.loads(await self._answers.readline())
        assert "fault" not in answer, answer["fault"]
        self.looks = answer["looks"]
        return answer["told"]


@contextlib.asynccontextmanager
async def mirrored(ports: Sequence[int]) -> AsyncIterator[Mirror]:
    node, chromium = shutil.which("node"), shutil.which("chromium")
    assert node is not None, "run.py sees to it"
    assert chromium is not None, "run.py sees to it"
    child = await asyncio.create_subprocess_exec(
        node,
        "e2e/mirror.js",
        *map(str, ports),
        cwd=WEB,
        env=os.environ | {"CHROMIUM": chromium},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    try:
        assert child.stdout is not None
        async with asyncio.timeout(PATIENCE):
            assert await child.stdout.readline() == b'"ready"\n'
        yield Mirror(child)
    finally:
        assert child.stdin is not None
        child.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await child.wait()
        except TimeoutError:
            child.kill()
            await child.wait()
