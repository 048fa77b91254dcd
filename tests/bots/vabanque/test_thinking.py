"""What everybody may think of the others' cards: the same in a batch, from a view, and by playing a round again."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.bots.network import Network, NetworkMind, seen, shipped
from bluffhouse.bots.vabanque.lookahead import RoundLookahead
from bluffhouse.bots.vabanque.orders import ORDERS, Reading, suppose
from bluffhouse.bots.vabanque.search import Effort, RoundSearch, sure
from bluffhouse.bots.vabanque.shadows import Shadows
from bluffhouse.core.game import DEALER, draw
from bluffhouse.games.vabanque import encode, kernel
from bluffhouse.games.vabanque.encode import FEATURES
from bluffhouse.games.vabanque.kernel import places, prospects
from bluffhouse.games.vabanque.kernel.thought import CARDS, FULL, HABITS, ROWS, TRUST
from bluffhouse.games.vabanque.model import Options, Phase
from bluffhouse.sim.batch import Batch, generator
from bluffhouse.sim.policy import draw_each

GAMES = 12
GAME = games.find("vabanque")


def thinker() -> Network:
    """The shipped network, told what everybody may think whether it learnt with that or not."""
    return dataclasses.replace(shipped("vabanque"), thinks=True)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_thoughts_are_what_six_shadows_find(seats: int) -> None:
    network, rng = thinker(), generator(seats)
    lanes = kernel.begin(Options(), seats, GAMES, rng)
    lanes.see()
    lanes.think(network)
    ahead, shadows, compared = RoundLookahead(network, sure(4)), None, 0
    while not lanes.any_over:
        if lanes.phase is Phase.CARDS and lanes.turn == 0:
            shadows = Shadows(lanes, network)
        if shadows is not None:
            exact = Reading(shadows.reading.likely).weights()
            assert ahead.weights(lanes, np.arange(GAMES)) == pytest.approx(exact, abs=1e-4)
            compared += 1
        actions = draw_each(network.chances(lanes.observation, lanes.legal), rng)
        if shadows is not None:
            shadows.follow(actions, rng)
        ahead.follow(lanes, actions, rng)
        ended = lanes.phase is Phase.PAWNS and lanes.turn == seats - 1
        lanes.step(actions, rng)
        shadows = None if ended else shadows
    assert compared == 4 * 4 * seats


@pytest.mark.parametrize("seats", [3, 5])
def test_a_view_shows_what_a_batch_shows(seats: int) -> None:
    network, below, rng = thinker(), random.Random(seats).randrange, generator(1)
    mind, state, lanes, compared = NetworkMind(network), GAME.setup(GAME.options(), seats), None, 0
    while GAME.actors(state):
        (actor,) = GAME.actors(state)
        if actor == DEALER:
            state = GAME.apply(state, DEALER, draw(GAME, state, below)).state
            continue
        if lanes is None and state.phase is Phase.CHIPS:
            lanes = kernel.load([state])
            lanes.see()
            lanes.think(network)
        view = GAME.view(state, actor)
        move = mind(view, GAME.moves(state, actor), below)
        if lanes is not None:
            assert (seen(network, view) == lanes.observation).all()
            lanes.step(np.array([encode.number(view, move)]), rng)
            compared += 1
        state = GAME.apply(state, actor, move).state
    assert compared == 26 * seats


def laid_out() -> Any:
    """Games in which all cards lie."""
    network, rng = thinker(), generator(3)
    lanes = kernel.begin(Options(), 4, GAMES, rng)
    lanes.see()
    lanes.think(network)
    while lanes.phase is not Phase.PAWNS:
        lanes.step(draw_each(network.chances(lanes.observation, lanes.legal), rng), rng)
    return lanes


def test_thoughts_do_not_depend_on_what_is_hidden() -> None:
    lanes = laid_out()
    other = lanes.pick(np.arange(GAMES))
    for place in range(1, 4):
        suppose(other, place, generator(place).integers(len(ORDERS), size=GAMES))
    other.see()
    assert (lanes.kinds != other.kinds).any()
    assert lanes.observation.shape == (FEATURES + ROWS, GAMES)
    assert (lanes.observation == other.observation).all()


def test_places_are_told_of_traps_as_they_are_thought() -> None:
    lanes = laid_out()
    lanes.thought.likely[:] = -100
    lanes.thought.likely[:, 3] = 0  # everybody is sure of the fourth order
    told = places.local(lanes.observation)
    start = places.SIZES["worth"] + places.SIZES["own"]
    trapped = told[start : start + 3]
    lap = int(np.flatnonzero(ORDERS[3] == prospects.TRAP)[0])
    cards = lanes.observation[encode.PIECES["cards"]].reshape(5, 3, 12, GAMES)[:3, lap, : lanes.casinos]
    assert (trapped == cards).all()
    assert lanes.observation[CARDS].max() == FULL


def test_everybody_remembers_who_put_chips_where_its_pawn_could_not_come() -> None:
    """With four seats there are nine casinos, and a pawn comes to five; a new game is another one."""
    network, rng = thinker(), generator(5)
    batch = Batch("vabanque", 4, GAMES, seed=5)
    lanes: Any = batch.lanes
    lanes.think(network)
    wanted = np.zeros((4, 2, GAMES), np.uint8)
    for _ in range(2 * 26 * 4 + 20):
        chips = lanes.phase is Phase.CHIPS
        actions = np.where(rng.random(GAMES) < 0.5, 4, 5) if chips else draw_each(batch.legal.astype(np.float32), rng)
        listed = lanes.order[(lanes.turn + np.arange(4)) % 4].astype(np.intp)
        told = lanes.observation[HABITS].reshape(6, 2, GAMES)
        assert (told[:4] == np.take_along_axis(wanted, listed[:, None], axis=0)).all()
        assert not told[4:].any()
        if chips:
            wanted[batch.actor, (actions == 5).astype(np.intp), np.arange(GAMES)] += 1
        batch.step(actions)
        if batch.over.any():
            assert (wanted.sum(axis=1) == 10).all()
            wanted[:] = 0


def test_what_moves_tell_is_trusted_in_part() -> None:
    """Both orders that begin with a Raise are three times as likely as the four others: so are they shown, but less."""
    lanes = laid_out()
    lanes.thought.likely[:] = np.log(np.where(ORDERS[:, 0] == prospects.RAISE, 3.0, 1.0))[None, :, None]
    lanes.see()
    trusted = 3.0 ** float(TRUST)
    first = lanes.observation[CARDS].reshape(6, 3, 2, GAMES)[:4, 0]
    assert (first[:, 0] == round(FULL * 2 * trusted / (2 * trusted + 4))).all()
    assert (first[:, 1] == round(FULL * 2 / (2 * trusted + 4))).all()
    assert 1 < trusted < 3


def test_a_search_thinks_as_its_network_does() -> None:
    state, below = GAME.setup(GAME.options(), 3), random.Random(5).randrange
    mind = RoundSearch(thinker(), Effort(worlds=4))
    while GAME.actors(state):
        (actor,) = GAME.actors(state)
        moves = GAME.moves(state, actor)
        if actor == DEALER:
            move = draw(GAME, state, below)
        elif state.phase is Phase.CHIPS:
            move = moves[below(len(moves))]
        else:
            move = mind(GAME.view(state, actor), moves, below)
        state = GAME.apply(state, actor, move).state
    assert state.phase is Phase.OVER
