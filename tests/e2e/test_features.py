"""Ways to play and to learn beside the usual table: web/e2e scripts, each a flow from the front page to its end."""

from pathlib import Path

import pytest

from tests.e2e.test_page import look

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("browser")]  # one browser at a time


async def test_three_at_one_device(tmp_path: Path) -> None:
    code, said = await look("hotseat.js", tmp_path)
    assert code == 0, said


async def test_a_record_file_is_replayed(tmp_path: Path) -> None:
    code, said = await look("replayfile.js", tmp_path)
    assert code == 0, said


async def test_the_tutorial_is_played_to_its_end(tmp_path: Path) -> None:
    code, said = await look("tutorial.js", tmp_path)
    assert code == 0, said
