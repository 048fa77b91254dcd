"""The search and its fast players play by the rules and agree with the kernel, and no move is sure."""

from collections import Counter
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from bluffhouse.bots.bankueberfall.habits import CHANCE
from bluffhouse.bots.bankueberfall.library import tuned
from bluffhouse.bots.bankueberfall.particles import draw
from bluffhouse.bots.bankueberfall.playing import of_lanes, of_particles, play_outs
from bluffhouse.bots.bankueberfall.search import habits, search
from bluffhouse.bots.bankueberfall.tune import share
from bluffhouse.bots.mind import Mind
from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.kernel import load
from bluffhouse.games.bankueberfall.model import Bid, Move, Options, Phase, RobBank, State
from bluffhouse.sim.batch import generator
from tests.bots.bankueberfall.views import moments, views
from tests.games.bankueberfall.builders import dealt, play


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("make", [search, habits])
def test_it_always_makes_a_legal_move(seats: int, make: Callable[[int], Mind]) -> None:
    mind = make(2)
    for number, (state, seat) in enumerate(moments(seats, seats + 1)[::12]):
        legal = GAME.moves(state, seat)
        assert mind(GAME.view(state, seat), legal, Random(number).randrange) in legal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_habits_beat_chance_clearly(seats: int) -> None:
    assert share(tuned(seats), [CHANCE] * (seats - 1), 600, 1) > 1.8 / seats


def test_chance_against_chance_is_even() -> None:
    assert share(CHANCE, [CHANCE] * 2, 3000, 1) == pytest.approx(1 / 3, abs=0.035)


def test_particles_and_the_kernel_make_the_same_worlds() -> None:
    """What a seat with open eyes would read from both: but for its own story there is only one world in the end."""
    for state, seat in moments(3, 4)[::5]:
        if any(bid is not None for bid in state.bids):
            continue
        own, lanes = of_particles(draw(GAME.view(state, seat), 3, generator(1))), of_lanes(load([state]))
        assert (own.moments[:, :2] == lanes.moments[:, :2]).all()
        assert (own.moments[:, 3:] == lanes.moments[:, 3:]).all()
        assert (own.known[:, seat] == lanes.known[0, seat]).all()
        assert (own.known.sum(axis=3) == lanes.known.sum(axis=3)).all()
        assert (own.rows[:, :4] == lanes.rows[:, :4]).all()
        assert (own.rows[:, -12:] == lanes.rows[:, -12:]).all()
        assert (own.rows.sum(axis=1) == lanes.rows.sum(axis=1)).all()


def test_random_habits_play_like_the_kernels_random_play() -> None:
    view = views(3, 6)[30]
    worlds = of_particles(draw(view, 4000, generator(1)))
    ours = play_outs(worlds, np.tile(CHANCE, (1, 3, 1)), generator(2))
    state = GAME.guess(view, Random(3).randrange)
    theirs = np.concatenate(
        [
            load([GAME.guess(view, Random(number).randrange)])
            .pick(np.zeros(40, np.intp))
            .finish(generator(number), fast=True)
            for number in range(100)
        ],
        axis=1,
    ).T
    assert state.seats == theirs.shape[1]
    noise = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / 100)
    assert (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * noise).all()


def choices(state: State, seat: int, times: int) -> Counter[Move]:
    mind, view, legal = search(8), GAME.view(state, Seat(seat)), GAME.moves(state, Seat(seat))
    return Counter(mind(view, legal, Random(number).randrange) for number in range(times))


def test_it_mixes() -> None:
    several = 0
    asked = [(state, seat) for state, seat in moments(3, 11) if state.phase in (Phase.PLACE, Phase.ROB)][::12]
    for state, seat in asked:
        several += len(choices(state, seat, 5)) > 1
    assert several > len(asked) / 2


def test_a_thief_it_knows_of_is_bid_nothing_for() -> None:
    spied = play(dealt(2, banks="2 2 2 2 thief"), "dealer tile spy", "s0 spy 4 0", "dealer tile robbery", "s1 rob 4")
    assert choices(spied, 0, 20)[Bid(0)] > 16


def test_the_thief_it_put_there_is_not_robbed() -> None:
    state = play(
        dealt(2, banks="10 2 10 4 5", hands={0: "thief 5 5 5 5"}),
        *("dealer tile placement", "s0 place thief 1", "dealer hand s0 x", "dealer tile spy", "s1 skip"),
        "dealer tile robbery",
    )
    assert choices(state, 0, 20)[RobBank(1)] <= 2


def test_house_rules_are_played_too() -> None:
    for options, seats in ((Options(pay_past_unpaid=True), 3), (Options(fifth_seat=True), 5)):
        state, seat = moments(seats, 2, options)[9]
        legal = GAME.moves(state, seat)
        assert search(2)(GAME.view(state, seat), legal, Random(1).randrange) in legal
