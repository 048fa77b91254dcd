"""The ladder's arithmetic; the games themselves are played at night."""

from tests.bots.ladder import Step, draw, told


def line(games: int, together: float) -> dict[str, object]:
    bots = [
        {"bot": "shark", "together": together, "within": 0.02},
        {"bot": "gambler", "together": 1 - together, "within": 0.02},
    ]
    return {"game": "vabanque", "seats": 4, "games": games, "bots": bots}


def test_the_longest_run_is_told() -> None:
    step = told([line(20, 0.9), line(300, 0.66)], "vabanque", "gambler", "shark")
    assert step == Step("gambler", "shark", 300, 0.66, 0.04)
    assert told([line(20, 0.9)], "vabanque", "shark", "master") is None
    assert told([line(20, 0.9)], "bankueberfall", "gambler", "shark") is None


def test_a_step_is_wrong_where_its_interval_lies_outside() -> None:
    assert not Step("a", "b", 100, 0.66, 0.05).wrong
    assert not Step("a", "b", 100, 0.52, 0.05).wrong
    assert Step("a", "b", 100, 0.50, 0.04).wrong
    assert Step("a", "b", 100, 0.85, 0.05).wrong


def test_the_picture_has_a_dot_a_step() -> None:
    assert draw("vabanque", [Step("a", "b", 100, 0.66, 0.05), Step("b", "c", 100, 0.95, 0.2)]).count("<circle") == 2
