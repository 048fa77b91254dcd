"""Searching a round: its worlds fit the view and the belief, its values are right where they can be worked out."""

from __future__ import annotations

import random
import time
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bluffhouse.bots.network import shipped
from bluffhouse.bots.vabanque.belief import minds, thinking
from bluffhouse.bots.vabanque.orders import ORDERS
from bluffhouse.bots.vabanque.search import Effort, RoundSearch, imagine, outcomes, search
from bluffhouse.core.game import DEALER, Seat, draw, winners
from bluffhouse.core.player import Chooser, play
from bluffhouse.games.vabanque import GAME, encode, kernel
from bluffhouse.games.vabanque.guess import guess
from bluffhouse.games.vabanque.kernel import habits
from bluffhouse.games.vabanque.model import Options, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.core.game import Below
    from bluffhouse.games.vabanque.model import Move, State, View


def late(seed: int, seats: int, phase: Phase, number: int, turn: int) -> State:
    """A position of a game of heuristics."""
    below = random.Random(seed).randrange
    state = GAME.setup(Options(), seats)
    while (state.phase, state.round, state.turn) != (phase, number, turn):
        (actor,) = GAME.actors(state)
        if actor == DEALER:
            move = draw(GAME, state, below)
        else:
            move = GAME.heuristic(GAME.view(state, actor), GAME.moves(state, actor), below)
        state = GAME.apply(state, actor, move).state
    return state


def test_imagined_worlds_look_the_same_from_this_seat_and_follow_the_belief() -> None:
    state = late(3, 4, Phase.PAWNS, 2, 1)
    (me,) = GAME.actors(state)
    view = GAME.view(state, me)
    thought = minds(view, (habits,), (1.0,))
    worlds = imagine(view, thought, 4000, np.random.default_rng(1))
    worlds.lanes.see()
    assert (worlds.lanes.observation == encode.encode(view)[:, None]).all()
    for place, seat in enumerate(view.order):
        if seat != me:
            orders = [tuple(kinds) for kinds in worlds.lanes.kinds[:, place].T.tolist()]
            shares = [orders.count(tuple(order)) / 4000 for order in ORDERS.tolist()]
            assert shares == pytest.approx(thought.mixed()[seat].tolist(), abs=0.03)


def exact(state: State, me: Seat, weights: NDArray[np.float64]) -> list[float]:
    """The last pawn of the last round: the win share of each step, summed over every world."""
    view = GAME.view(state, me)
    others = [place for place, seat in enumerate(view.order) if seat != me]
    lanes = kernel.load([guess(view, lambda number: 0)]).pick(np.zeros(len(ORDERS) ** len(others), np.intp))
    chance = np.ones(lanes.games)
    for column, orders in enumerate(product(range(len(ORDERS)), repeat=len(others))):
        for place, order in zip(others, orders, strict=True):
            lanes.kinds[:, place, column] = ORDERS[order]
            chance[column] *= weights[view.order[place], order]
    shares = np.zeros(5)
    for column, world in enumerate(lanes.states()):
        for number, move in enumerate(GAME.moves(world, me)):
            best = winners(GAME, GAME.apply(world, me, move).state)
            shares[number] += chance[column] * (me in best) / len(best)
    return list(shares)


def test_values_of_the_very_last_decision_are_right() -> None:
    state = late(8, 3, Phase.PAWNS, 4, 2)
    (me,) = GAME.actors(state)
    view, network = GAME.view(state, me), shipped("vabanque")
    thought = minds(view, (habits,), (1.0,))
    actions = np.array([encode.number(view, move) for move in GAME.moves(state, me)])
    rng = np.random.default_rng(5)
    found = outcomes(imagine(view, thought, 4000, rng), actions, (habits,), network, rng).mean(axis=1)
    assert found.tolist() == pytest.approx(exact(state, me, thought.mixed()), abs=0.03)
    assert found.max() - found.min() > 0.1  # a position in which the choice matters


@pytest.mark.parametrize("alike", [True, False])
def test_with_the_same_luck_the_same_move_brings_the_same(alike: bool) -> None:
    state = late(2, 4, Phase.CARDS, 4, 3)
    (me,) = GAME.actors(state)
    view, network, rng = GAME.view(state, me), shipped("vabanque"), np.random.default_rng(5)
    models = (network, habits)
    worlds = imagine(view, minds(view, models, (0.5, 0.5)), 200, rng, thinking(network))
    twice = np.full(2, encode.number(view, GAME.moves(state, me)[0]))
    first, second = outcomes(worlds, twice, models, network, rng, alike=alike)
    assert (first == second).all() == alike


def test_it_plays_a_whole_game_within_its_time() -> None:
    below = random.Random(1).randrange
    spent: list[float] = []
    strongest = search(64)

    def timed(view: View, moves: Sequence[Move], chance: Below) -> Move:
        start = time.process_time()
        chosen: Move = strongest(view, moves, chance)
        spent.append(time.process_time() - start)
        return chosen

    bots = [Chooser(GAME.heuristic, below) for _ in range(3)]
    bots.append(Chooser(timed, below))
    *_, last = play(GAME, GAME.setup(Options(), 4), bots, below)
    assert not GAME.actors(last.step.state)
    assert len(spent) >= 26
    assert sum(spent) / len(spent) < 1.0


def test_it_is_never_certain_between_moves_of_equal_worth() -> None:
    state = late(2, 4, Phase.CHIPS, 1, 3)
    (me,) = GAME.actors(state)
    mind = RoundSearch(shipped("vabanque"), Effort(worlds=16))
    chances = mind.chances(GAME.view(state, me), GAME.moves(state, me), random.Random(1).randrange)
    assert chances.sum() == pytest.approx(1)
    assert chances.max() < 0.9
