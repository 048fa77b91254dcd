"""The ladder's arithmetic; the games themselves are played at night."""

import pytest

from tests.bots.ladder import Step, draw, told


def line(games: int, together: float, seed: int = 1) -> dict[str, object]:
    bots = [
        {"bot": "shark", "together": together, "within": 0.02},
        {"bot": "gambler", "together": 1 - together, "within": 0.02},
    ]
    return {"game": "vabanque", "seats": 4, "games": games, "seed": seed, "bots": bots}


def test_the_longest_run_of_a_seed_is_told_and_seeds_are_taken_together() -> None:
    step = told([line(300, 0.66), line(20, 0.9)], "vabanque", "gambler", "shark")
    assert step == Step("gambler", "shark", 300, 0.66, 0.04)
    both = told([line(300, 0.66), line(100, 0.7, seed=2)], "vabanque", "gambler", "shark")
    assert both is not None
    assert both.games == 400
    assert both.share == pytest.approx(0.67)
    assert both.within == pytest.approx(2 * (6**2 + 2**2) ** 0.5 / 400)
    assert told([line(20, 0.9)], "vabanque", "shark", "master") is None
    assert told([line(20, 0.9)], "bankueberfall", "gambler", "shark") is None


def test_a_step_is_wrong_where_its_interval_lies_outside() -> None:
    assert not Step("a", "b", 100, 0.66, 0.05).wrong
    assert not Step("a", "b", 100, 0.52, 0.05).wrong
    assert Step("a", "b", 100, 0.50, 0.04).wrong
    assert Step("a", "b", 100, 0.85, 0.05).wrong


def test_the_picture_has_a_dot_a_step() -> None:
    assert draw("vabanque", [Step("a", "b", 100, 0.66, 0.05), Step("b", "c", 100, 0.95, 0.2)]).count("<circle") == 2
