"""Games of the arena: repeatable, fair in their luck, the same wherever they are played."""

import functools
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.arena import workers
from bluffhouse.arena.match import Rules, find, play
from bluffhouse.arena.seating import Fixture, fixtures
from bluffhouse.core.game import DEALER, Below, draw


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_games_in_processes_and_here(name: str) -> None:
    rules = Rules(name, games.find(name).options(), 3, seed=4)
    planned = list(fixtures(["heuristic", "random"], 3, 3, seed=4))
    one_game = functools.partial(play, rules)
    here = [match.wealth for match in workers.one_by_one(one_game, planned)]
    with workers.in_processes(2) as each:
        assert here == [match.wealth for match in each(one_game, planned)]
    assert len(set(here)) > 1


def test_rotations_of_a_deal_have_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Banküberfall's first cards come from the dealer alone."""
    dealt: list[list[object]] = []
    game = games.find("bankueberfall")

    def watch(_: object, state: Any, players: object, below: Below) -> Any:
        seen: list[object] = []
        while game.actors(state) == {DEALER}:
            move = draw(game, state, below)
            seen.append(move)
            state = game.apply(state, DEALER, move).state
        dealt.append(seen)
        return state

    monkeypatch.setattr("bluffhouse.arena.match.play_out", watch)
    rules = Rules("bankueberfall", game.options(), 3, seed=1)
    for fixture in fixtures(["heuristic", "random"], 3, 6, seed=1):
        play(rules, fixture)
    assert dealt[0] == dealt[1] == dealt[2]
    assert dealt[3] == dealt[4] == dealt[5] != dealt[0]


def test_levels_and_bots_are_found_by_name() -> None:
    game = games.find("vabanque")
    for spec in ("novice", "master", "flat:7", "blend:10,random,heuristic"):
        assert find(spec, game) is not None
    assert find("./somebody", game) is None
    with pytest.raises(LookupError, match="genius"):
        find("genius", game)


def test_time_and_decisions_are_counted() -> None:
    rules = Rules("vabanque", games.find("vabanque").options(), 3, seed=1)
    match = play(rules, Fixture(0, 0, ("heuristic", "random", "random")))
    assert match.decisions["heuristic"] in (26, 27)
    assert sum(match.decisions.values()) == 3 * 26 + 1
    assert sum(match.shares) == pytest.approx(1)
