"""The real page in a real browser: web/e2e/*.js play as people would, against `bluffhouse serve`."""

import pytest

from tests.e2e.looking import look

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("browser")]  # one browser at a time


async def test_three_by_link_one_comes_back_one_never_and_whole_games_by_keyboard(impatient_house: str) -> None:
    await look("together.js", impatient_house)


async def test_every_screen_fits_in_every_language_and_is_accessible_in_both_lights(house: str) -> None:
    await look("screens.js", house)


async def test_a_game_can_be_followed_by_listening(house: str) -> None:
    await look("listen.js", house)


async def test_g21_no_text_runs_and_no_other_site_changes_anything(house: str) -> None:
    await look("attack.js", house)
