"""Bots by name: each plays whole games by the rules, and a name that means nothing gets one sentence."""

import random
from collections import Counter

import pytest

from bluffhouse import games
from bluffhouse.bots import roster
from bluffhouse.bots.worlds import worlds
from bluffhouse.core.game import Seat
from bluffhouse.core.player import Chooser, at_random, play_out

SMALL = ("random", "heuristic", "flat:2", "ismcts:5", "blend:50,heuristic,flat:2")


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("spec", SMALL)
def test_plays_whole_games(name: str, spec: str) -> None:
    game, below = games.find(name), random.Random(spec).randrange
    bots = [Chooser(roster.mind(spec, game), below)] + [Chooser(at_random, below)] * 2
    assert not game.actors(play_out(game, game.setup(game.options(), 3), bots, below))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("genius", "there are: random, heuristic"),
        ("random:7", "takes no number"),
        ("flat:", "play-outs"),
        ("flat:many", "play-outs"),
        ("flat:0", "from 1 to"),
        ("flat:10000000", "from 1 to"),
        ("blend:30", "no blend"),
        ("blend:101,random,heuristic", "no blend"),
        ("blend:30,random,genius", "genius"),
    ],
)
def test_a_name_that_means_nothing(spec: str, sentence: str) -> None:
    with pytest.raises(LookupError, match=sentence):
        roster.mind(spec, games.find("vabanque"))


def test_a_blend_mixes_as_told() -> None:
    mixed = roster.blend(lambda *_: "weak", lambda *_: "strong", 30)
    below = random.Random(1).randrange
    found = Counter(mixed(None, (), below) for _ in range(4000))
    assert 1100 < found["weak"] < 1300


def test_worlds_of_a_sealed_answer_wait_for_this_seat() -> None:
    """Asked together with seats before it, a seat still searches its own moves."""
    game, below = games.find("bankueberfall"), random.Random(2).randrange
    state = game.setup(game.options(), 3)
    while len(actors := game.actors(state)) < 3:
        actor = min(actors)
        state = game.apply(state, actor, game.moves(state, actor)[below(len(game.moves(state, actor)))]).state
    view = game.view(state, Seat(2))
    for world in worlds(game, view, 5, below):
        assert game.actors(world) == {2}
        assert game.moves(world, Seat(2)) == game.moves(state, Seat(2))
    for spec in ("flat:2", "ismcts:5"):
        assert roster.mind(spec, game)(view, game.moves(state, Seat(2)), below) in game.moves(state, Seat(2))
