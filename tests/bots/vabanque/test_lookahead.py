"""Many positions searched at one stroke: the same belief and the same values as one by one, and no peeking."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bluffhouse.bots.lookahead import watcher
from bluffhouse.bots.network import shipped
from bluffhouse.bots.vabanque.lookahead import COLUMNS, RoundLookahead, watch
from bluffhouse.bots.vabanque.orders import ORDERS, beginnings, reading, replay, rounds
from bluffhouse.bots.vabanque.search import OWN, Effort, Worlds, outcomes
from bluffhouse.core.game import DEALER, Seat, draw, winners
from bluffhouse.games.vabanque import GAME, encode, kernel
from bluffhouse.games.vabanque.encode import FIRST_STEP
from bluffhouse.games.vabanque.model import ALL_KINDS, MOST_STEPS, Options, Phase
from bluffhouse.sim.batch import generator
from bluffhouse.sim.policy import draw_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.model import State

SEATS = 3


@dataclass
class Watched:
    """A few games of the network twice, by the plain rules and side by side, and who watches them."""

    states: list[State]
    lanes: Lanes
    ahead: RoundLookahead
    rng: np.random.Generator

    def go_on(self) -> None:
        actions = draw_each(self.ahead.network.chances(self.lanes.observation, self.lanes.legal), self.rng)
        self.ahead.follow(self.lanes, actions, self.rng)
        self.lanes.step(actions, self.rng)
        for number, action in enumerate(actions.tolist()):
            self.states[number] = moved(self.states[number], action)

    def go_to(self, number: int, phase: Phase, turn: int) -> Watched:
        while (self.lanes.round, self.lanes.phase, self.lanes.turn) != (number, phase, turn):
            self.go_on()
        return self


def moved(state: State, action: int) -> State:
    (actor,) = GAME.actors(state)
    return GAME.apply(state, actor, encode.move(GAME.view(state, actor), action)).state


def watched(games: int = 3, worlds: int = 8) -> Watched:
    below = random.Random(4).randrange
    states = []
    for _ in range(games):
        state = GAME.setup(Options(), SEATS)
        while GAME.actors(state) == {DEALER}:
            state = GAME.apply(state, DEALER, draw(GAME, state, below)).state
        states.append(state)
    lanes = kernel.load(states)
    lanes.see()
    return Watched(states, lanes, RoundLookahead(shipped("vabanque"), Effort(worlds=worlds)), generator(6))


def test_the_belief_is_that_of_every_single_view() -> None:
    games = watched()
    compared = 0
    while games.lanes.round < 3:
        shadows = games.ahead.shadows
        if shadows is not None:
            found = shadows.reading.weights()
            for number, state in enumerate(games.states):
                (me,) = GAME.actors(state)
                view = GAME.view(state, me)
                told = replay(beginnings(view)[-1], rounds(view)[-1])
                alone = reading(me, told, games.ahead.network).weights()
                for place, seat in enumerate(view.order):
                    if seat != me:
                        assert found[place, :, number] == pytest.approx(alone[seat], abs=1e-4)
                        compared += 1
        games.go_on()
    assert compared == 2 * 3 * (SEATS - 1) * (4 * SEATS - 1)  # rounds, games, others, decisions after the first card


@pytest.mark.parametrize(("phase", "turn"), [(Phase.CARDS, 4), (Phase.PAWNS, 1)])
def test_worlds_look_the_same_from_the_deciding_seat_and_follow_the_belief(phase: Phase, turn: int) -> None:
    games, count = watched(worlds=2000).go_to(1, phase, turn), 2000
    lanes, shadows, columns, mine = games.lanes, games.ahead.shadows, np.array([2, 0]), turn % SEATS
    assert shadows is not None
    worlds = games.ahead.imagine(lanes, columns, generator(1))
    worlds.see()
    np.testing.assert_array_equal(worlds.observation, np.repeat(lanes.observation[:, columns], count, axis=1))
    np.testing.assert_array_equal(worlds.kinds[:, mine], np.repeat(lanes.kinds[:, mine, columns], count, axis=1))
    weights = shadows.reading.weights()
    for place in range(SEATS):
        for number, column in enumerate(columns if place != mine else ()):
            first = worlds.kinds[0, place, number * count : (number + 1) * count]
            expected = np.bincount(ORDERS[:, 0], weights[place, :, column])
            assert np.bincount(first, minlength=3) / count == pytest.approx(expected, abs=0.05)


def test_what_is_hidden_does_not_change_what_is_found() -> None:
    """The others' cards are swapped in the games themselves: whoever decides sees no difference."""
    games = watched().go_to(1, Phase.PAWNS, 1)
    lanes, columns = games.lanes, np.arange(3)
    plain = games.ahead.network.chances(lanes.observation, lanes.legal)
    honest = games.ahead.better(lanes, columns, plain, generator(2))
    for other in (0, 2):
        lanes.kinds[:, other] = (lanes.kinds[:, other] + 1) % len(ALL_KINDS)
    swapped = games.ahead.better(lanes, columns, plain, generator(2))
    assert honest is not None
    assert swapped is not None
    np.testing.assert_array_equal(honest.chances, swapped.chances)


@pytest.mark.parametrize(("phase", "turn"), [(Phase.CARDS, 4), (Phase.PAWNS, 0)])
def test_values_are_those_of_the_search_of_one_view(phase: Phase, turn: int) -> None:
    games = watched().go_to(2, phase, turn)
    lanes, ahead, column = games.lanes, games.ahead, np.array([1])
    plain = ahead.network.chances(lanes.observation, lanes.legal)[:, column]
    actions = np.argsort(-plain, axis=0)[:4]
    found = ahead.values(lanes, column, actions, generator(3))
    rng = generator(3)
    worlds = ahead.imagine(lanes, column, rng)
    (me,) = GAME.actors(games.states[1])
    follows = np.full((SEATS, worlds.games), OWN)
    alone = outcomes(Worlds(me, worlds, follows), actions[:, 0], (ahead.network,), ahead.network, rng)
    assert found[:, 0] == pytest.approx(alone.mean(axis=1), abs=1e-6)


def by_the_rules(worlds: Lanes, me: NDArray[np.uint8], actions: NDArray[np.intp], count: int) -> list[list[float]]:
    """Move by position: the mean win share of the last decision of a game."""
    shares = []
    for tried in actions.tolist():
        won = []
        for number, world in enumerate(worlds.states()):
            best = winners(GAME, moved(world, tried[number // count]))
            won.append((Seat(int(me[number // count])) in best) / len(best))
        shares.append(np.reshape(won, (-1, count)).mean(axis=1).tolist())
    return shares


def test_the_last_decision_of_many_games_is_worth_what_the_rules_say() -> None:
    games = watched(games=16, worlds=12).go_to(4, Phase.PAWNS, SEATS - 1)
    lanes, columns = games.lanes, np.array([0, 1, 3, 4, *range(6, 16)])
    steps = np.arange(FIRST_STEP, FIRST_STEP + MOST_STEPS + 1)
    actions = np.stack([np.roll(steps, number) for number in range(len(columns))], axis=1)  # in each game its own order
    found = games.ahead.values(lanes, columns, actions, generator(3))
    worlds = games.ahead.imagine(lanes, columns, generator(3))
    expected = by_the_rules(worlds, lanes.actor[columns], actions, 12)
    assert found == pytest.approx(np.array(expected), abs=1e-6)
    assert np.ptp(found, axis=0).max() > 0.1  # a position in which the choice matters


def test_better_chances_move_towards_what_is_worth_more_and_leave_the_rest() -> None:
    games = watched(games=40, worlds=16).go_to(3, Phase.CARDS, 2)
    lanes, ahead = games.lanes, games.ahead
    assert 40 * 6 * 16 < COLUMNS < 44 * 6 * 16, "one stroke would do for all, and two for a few more"
    plain = ahead.network.chances(lanes.observation, lanes.legal)
    found = ahead.better(lanes, np.arange(40), plain, generator(1))
    assert found is not None
    assert found.chances.sum(axis=0) == pytest.approx(1, abs=1e-5)
    assert (found.chances[~lanes.legal] == 0).all()
    changed = (found.chances != plain).sum(axis=0)
    assert changed.max() <= ahead.effort.moves
    assert changed.min() > 0
    assert found.gain.mean() > 0


def test_it_looks_ahead_where_the_search_does() -> None:
    games = watched(worlds=2)
    lanes, columns = games.lanes, np.arange(3)
    looked = set()
    while not lanes.any_over:
        plain = games.ahead.network.chances(lanes.observation, lanes.legal)
        if games.ahead.better(lanes, columns, plain, generator(1)) is not None:
            looked.add((lanes.round, lanes.phase))
        games.go_on()
    rest = {(number, phase) for number in range(1, 5) for phase in (Phase.CARDS, Phase.PAWNS)}
    assert looked == rest | {(3, Phase.CHIPS), (4, Phase.CHIPS)}


def test_a_game_without_it_is_told_in_a_sentence() -> None:
    assert watcher("vabanque") is watch
    with pytest.raises(LookupError, match="bankueberfall"):
        watcher("bankueberfall")
