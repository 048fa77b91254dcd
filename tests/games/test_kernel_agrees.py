"""The kernels against the plain rules, decision by decision: when they differ, the rules are right.

Names no game: every game with a kernel is compared, in every variant and with every number of seats.
BLUFFHOUSE_KERNEL_GAMES says how many games are played of each (300; the nightly run takes 20,000).
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import os
import random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, Game, Seat, draw, winners
from bluffhouse.sim import kernel
from bluffhouse.sim.batch import generator, win_shares

if TYPE_CHECKING:
    from collections.abc import Callable

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]

GAMES = int(os.environ.get("BLUFFHOUSE_KERNEL_GAMES", "150"))
MOST_AT_ONCE = 250
ALONE = 8
"""One game in so many is a batch of its own, for which kernels have ways of their own."""
TABLES = [
    (name, options, seats)
    for name in kernel.NAMES
    for options in games.find(name).variants
    for seats in games.find(name).chairs(options)
]


@functools.cache
def all_but_the_story(kind: Any) -> Callable[[Any], Any]:
    return operator.attrgetter(*(field.name for field in dataclasses.fields(kind) if field.name != "story"))


def bare(state: Any) -> Any:
    """A state without its story: a batch does not keep what is past."""
    return all_but_the_story(state.__class__)(state)


def dealt(game: AnyGame, state: Any, chance: random.Random) -> Any:
    while DEALER in game.actors(state):
        state = game.apply(state, DEALER, draw(game, state, chance.randrange)).state
    return state


def follow(game: AnyGame, state: Any, target: Any) -> Any:
    """The state to which some moves of the dealer lead and that looks like the target; None where none do."""
    if bare(state) == target:
        return state
    if DEALER not in game.actors(state):
        return None
    after = (game.apply(state, DEALER, move).state for move, _ in game.odds(state))
    return next((found for state in after if (found := follow(game, state, target)) is not None), None)


def decisions(name: str, states: list[Any], lanes: kernel.Lanes, columns: list[int]) -> list[tuple[Seat, Any, Any]]:
    """Who decides, what they see and may do in these games by the rules, after comparing what the kernel says of it."""
    game, encoder = games.find(name), kernel.encoder(name)
    actors = [Seat(seat) for seat in lanes.actor.tolist()]
    assert [actors[column] for column in columns] == [min(game.actors(states[column])) for column in columns]
    found = [
        (actors[column], game.view(states[column], actors[column]), game.moves(states[column], actors[column]))
        for column in columns
    ]
    np.testing.assert_array_equal(lanes.observation[:, columns].T, [encoder.encode(view) for _, view, _ in found])
    np.testing.assert_array_equal(lanes.legal[:, columns].T, [encoder.legal(view, moves) for _, view, moves in found])
    return found


def choose(name: str, view: Any, moves: Any, chance: random.Random) -> tuple[Any, int]:
    """Any of the moves, and its number."""
    encoder = kernel.encoder(name)
    move = chance.choice(moves)
    action = encoder.number(view, move)
    assert encoder.move(view, action) == move
    return move, action


def compare(name: str, states: list[Any], chance: random.Random) -> None:
    """Play these games to the end in both."""
    game = games.find(name)
    lanes = kernel.kernel(name).load(states)
    lanes.see()
    assert [bare(got) for got in lanes.states()] == [bare(state) for state in states]
    while not lanes.over.all():
        actions = np.zeros(len(states), np.intp)
        live = np.flatnonzero(~lanes.over).tolist()
        for column, (actor, view, moves) in zip(live, decisions(name, states, lanes, live), strict=True):
            move, actions[column] = choose(name, view, moves, chance)
            states[column] = game.apply(states[column], actor, move).state
        lanes.step(actions, generator(chance.randrange(1 << 32)))
        reached, over = lanes.states(), lanes.over
        for column in live:
            found = follow(game, states[column], bare(reached[column]))
            assert found is not None, f"{bare(reached[column])} does not follow from {bare(states[column])}"
            states[column] = found
            assert over[column] == (not game.actors(found))
    wealth = lanes.wealth()
    shares = win_shares(wealth)
    for column, state in enumerate(states):
        assert tuple(wealth[:, column]) == game.wealth(state)
        best = winners(game, state)
        assert list(shares[:, column]) == pytest.approx([(seat in best) / len(best) for seat in range(len(shares))])


@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_kernel_plays_by_the_rules(name: str, options: Any, seats: int) -> None:
    chance = random.Random(seats)
    game = games.find(name)
    share = sum(table[0] == name for table in TABLES)
    count = -(-GAMES // share)
    alone = -(-count // ALONE)
    together = range(count - alone)
    batches = [len(together[first : first + MOST_AT_ONCE]) for first in together[::MOST_AT_ONCE]]
    for size in [1] * alone + batches:
        compare(name, [dealt(game, game.setup(options, seats), chance) for _ in range(size)], chance)


@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_games_loaded_anywhere_go_on_alike(name: str, options: Any, seats: int) -> None:
    """Every moment of one game, loaded as a guessed world of the seat that decides there."""
    game, chance = games.find(name), random.Random(7)
    state = dealt(game, game.setup(options, seats), chance)
    while actors := game.actors(state):
        actor = min(actors)
        world = game.guess(game.view(state, actor), chance.randrange)
        lanes = kernel.kernel(name).load([state, world]).pick(np.array([1, 0, 1]))
        lanes.see()
        assert [bare(got) for got in lanes.states()] == [bare(world), bare(state), bare(world)]
        for _, view, moves in decisions(name, [world, state, world], lanes, [0, 1, 2]):
            choose(name, view, moves, chance)
        for got in lanes.states():  # what a batch hands back is enough to be seen and loaded again
            np.testing.assert_array_equal(kernel.encoder(name).encode(game.view(got, actor)), lanes.observation[:, 0])
        state = dealt(game, game.apply(state, actor, chance.choice(game.moves(state, actor))).state, chance)


@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_new_games_begin_by_the_rules(name: str, options: Any, seats: int) -> None:
    game = games.find(name)
    lanes = kernel.begin(name, options, seats, 20, generator(1))
    lanes.see()
    states = lanes.states()
    decisions(name, states, lanes, list(range(len(states))))
    for column, state in enumerate(states):
        assert game.wealth(state) == tuple(lanes.wealth()[:, column])
