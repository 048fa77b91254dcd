"""A script of web/e2e that goes through the page of a house as people would, and what it says about it."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent.parent / "web"
NIGHT = ("night",) if os.environ.get("BLUFFHOUSE_NIGHT") else ()
"""What a script is told that may take its time."""

PATIENCE = 400  # seconds; a browser on a busy machine is slow


async def look(script: str, address: str) -> None:
    """Fail with all that the script says, if it finds fault."""
    node, chromium = shutil.which("node"), shutil.which("chromium")
    assert node is not None, "run.py sees to it"
    assert chromium is not None, "run.py sees to it"
    child = await asyncio.create_subprocess_exec(
        node,
        f"e2e/{script}",
        address,
        *NIGHT,
        cwd=WEB,
        env=os.environ | {"CHROMIUM": chromium},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            said, _ = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert child.returncode == 0, said.decode()
