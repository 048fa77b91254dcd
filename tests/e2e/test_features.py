"""Ways to play and to learn beside the usual table: web/e2e scripts, each a flow from the front page to its end."""

import pytest

from tests.e2e.looking import look

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("browser")]  # one browser at a time


async def test_three_at_one_device(house: str) -> None:
    await look("hotseat.js", house)


async def test_a_record_file_is_replayed(house: str) -> None:
    await look("replayfile.js", house)


async def test_the_tutorial_is_played_to_its_end(house: str) -> None:
    await look("tutorial.js", house)


async def test_the_challenge_of_the_day_is_answered_once(house: str) -> None:
    await look("daily.js", house)
