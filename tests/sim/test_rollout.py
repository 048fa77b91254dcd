"""Random play to the end: the same odds as random games of the plain rules, in NumPy and in Numba."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, draw, winners
from bluffhouse.sim import kernel, rollout
from bluffhouse.sim.batch import generator, win_shares
from tests.sim.test_batch import somewhere

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.xdist_group("bots")  # where Numba compiles
ENGINES = [False, *([True] if rollout.can_be_fast() else [])]
PLAIN_GAMES = 250
SIGMAS = 5  # rare ties are few in a small sample, and few things are skewed


@functools.cache
def plain(name: str, seats: int, decisions: int | None) -> NDArray[np.int32]:
    """The wealth at the end of random games of the plain rules: from that position, or from the set-up."""
    game, chance = games.find(name), random.Random(11)
    start = game.setup(game.options(), seats) if decisions is None else somewhere(name, seats, decisions)
    ends = []
    for _ in range(PLAIN_GAMES):
        state = start
        while actors := game.actors(state):
            actor = min(actors)
            dealer = actor == DEALER
            move = draw(game, state, chance.randrange) if dealer else chance.choice(game.moves(state, actor))
            state = game.apply(state, actor, move).state
        ends.append(game.wealth(state))
    return np.array(ends, np.int32).T


def alike(many: NDArray[np.int32], few: NDArray[np.int32]) -> bool:
    """Whether two samples of final wealth have the same figures within what chance allows; the larger one tells how
    much that is."""
    marks = np.quantile(many, (0.1, 0.5, 0.9))
    one, other = figures(many, marks), figures(few, marks)
    error = one.std(axis=1) * np.sqrt(1 / one.shape[1] + 1 / other.shape[1])
    apart = np.abs(one.mean(axis=1) - other.mean(axis=1))
    return bool((apart <= SIGMAS * error + 1e-9).all())


def figures(wealth: NDArray[np.int32], marks: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is compared: money, the order of fortunes, their spread, ties, and who wins."""
    ranks = np.sort(wealth, axis=0)
    spread = [wealth > mark for mark in marks]
    return np.concatenate([wealth, ranks, *spread, win_shares(wealth), ranks[-1:] == ranks[-2:-1]], dtype=np.float64)


@pytest.mark.parametrize("fast", ENGINES)
@pytest.mark.parametrize("name", kernel.NAMES)
def test_random_games_end_like_those_of_the_plain_rules(name: str, fast: bool) -> None:
    game = games.find(name)
    for seats in game.seats:
        wealth = rollout.play_outs(name, seats, 10_000, generator(seats), fast=fast)
        assert alike(wealth, plain(name, seats, None))


@pytest.mark.parametrize("name", kernel.NAMES)
@pytest.mark.skipif(not rollout.can_be_fast(), reason="Numba is not installed")
def test_both_engines_have_the_same_odds(name: str) -> None:
    game = games.find(name)
    for options in game.variants:
        for seats in game.seats:
            slow, quick = (
                rollout.play_outs(name, seats, 20_000, generator(seats), options=options, fast=fast)
                for fast in (False, True)
            )
            assert alike(slow, quick)


@pytest.mark.parametrize("fast", ENGINES)
@pytest.mark.parametrize("name", kernel.NAMES)
@pytest.mark.parametrize("decisions", [0, 5, 15, 19, 22, 76, 77])
def test_play_outs_from_a_position_end_like_the_plain_rules(name: str, decisions: int, fast: bool) -> None:
    world = somewhere(name, 3, decisions)
    lanes = kernel.kernel(name).load([world]).pick(np.zeros(10_000, np.intp))
    assert alike(lanes.finish(generator(decisions), fast=fast), plain(name, 3, decisions))


@pytest.mark.parametrize("fast", ENGINES)
@pytest.mark.parametrize("name", kernel.NAMES)
def test_rollouts_give_the_shares_of_each_world(name: str, fast: bool) -> None:
    world = somewhere(name, 3, 30)
    shares = rollout.rollouts(name, [world, world], 4_000, generator(1), fast=fast)
    assert shares.shape == (2, 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(shares[0], shares[1], atol=0.06)
    assert lanes_unchanged(name, world)


def lanes_unchanged(name: str, world: Any) -> bool:
    """A play-out leaves the games it began from as they were."""
    lanes = kernel.kernel(name).load([world])
    before = lanes.states()
    lanes.finish(generator(2), fast=False)
    return lanes.states() == before


@pytest.mark.parametrize("name", kernel.NAMES)
def test_flat_search_finds_the_move_that_wins_at_once(name: str) -> None:
    """The last decision of a game: the worth of each move is known exactly."""
    game = games.find(name)
    state = last_decision(name)
    actor, moves, shares = rollout.after_each_move(name, [state], 3, generator(3), fast=False)
    for move, share in zip(moves, shares, strict=True):
        best = winners(game, game.apply(state, actor, move).state)
        assert share == pytest.approx((actor in best) / len(best), abs=1e-6)


def last_decision(name: str) -> Any:
    """The position before the last move of a random game."""
    game, chance = games.find(name), random.Random(1)
    state = before = game.setup(game.options(), 3)
    while actors := game.actors(state):
        actor, before = min(actors), state
        dealer = actor == DEALER
        move = draw(game, state, chance.randrange) if dealer else chance.choice(game.moves(state, actor))
        state = game.apply(state, actor, move).state
    return before


@pytest.mark.parametrize("name", kernel.NAMES)
def test_nobody_searches_where_the_dealer_acts(name: str) -> None:
    game = games.find(name)
    with pytest.raises(ValueError, match="nobody decides"):
        rollout.after_each_move(name, [game.setup(game.options(), 3)], 1, generator(4))
