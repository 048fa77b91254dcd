"""The real page in a real browser: web/e2e/*.js play as people would, against `bluffhouse serve`."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from tests.server.test_crash import process

WEB = Path(__file__).resolve().parent.parent.parent / "web"
NIGHT = ("night",) if os.environ.get("BLUFFHOUSE_NIGHT") else ()
"""What a script is told that may take its time."""

PATIENCE = 400  # seconds; a browser on a busy machine is slow

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("browser")]  # one browser at a time


async def look(script: str, folder: Path, house: str = "bluffhouse.cli") -> tuple[int, str]:
    """What a script of web/e2e says about the page of a new server."""
    node, chromium = shutil.which("node"), shutil.which("chromium")
    assert node is not None, "run.py sees to it"
    assert chromium is not None, "run.py sees to it"
    async with process(folder, 0, house) as (_, address):
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
    assert child.returncode is not None
    return child.returncode, said.decode()


async def test_three_by_link_one_comes_back_one_never_and_whole_games_by_keyboard(tmp_path: Path) -> None:
    code, said = await look("together.js", tmp_path, "tests.e2e.impatient")
    assert code == 0, said


async def test_every_screen_is_accessible_in_both_lights(tmp_path: Path) -> None:
    code, said = await look("axe.js", tmp_path)
    assert code == 0, said


async def test_nothing_is_cut_or_missing_in_any_language_at_any_size(tmp_path: Path) -> None:
    code, said = await look("languages.js", tmp_path)
    assert code == 0, said


async def test_a_game_can_be_followed_by_listening(tmp_path: Path) -> None:
    code, said = await look("listen.js", tmp_path)
    assert code == 0, said


async def test_g21_no_text_runs_and_no_other_site_changes_anything(tmp_path: Path) -> None:
    code, said = await look("attack.js", tmp_path)
    assert code == 0, said
