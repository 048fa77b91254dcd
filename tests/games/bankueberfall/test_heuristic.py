"""The sensible opponent: sees only a view, and never plays one move for sure."""

from collections import Counter
from random import Random

import pytest

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.player import Chooser, at_random
from bluffhouse.core.player import play as turns_of
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import Bid, Move, Options, RobBank, SpyOn, State, View
from tests.games.bankueberfall.builders import dealt, play, start


def positions(seats: int, seed: int, options: Options | None = None) -> list[tuple[State, Seat]]:
    """Every position of a random game in which a person decides, and one who does."""
    players: list[Chooser[View, Move]] = [Chooser(at_random, Random(seed + seat).randrange) for seat in range(seats)]
    turns = turns_of(GAME, start(seats, options), players, Random(seed).randrange)
    states = [turn.step.state for turn in turns]
    asked = [(state, max(GAME.actors(state), default=DEALER)) for state in states]
    return [(state, actor) for state, actor in asked if actor != DEALER]


def choices(state: State, seat: int, times: int) -> Counter[Move]:
    seen, legal = GAME.view(state, Seat(seat)), GAME.moves(state, Seat(seat))
    return Counter(GAME.heuristic(seen, legal, Random(seed).randrange) for seed in range(times))


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, Options()), (3, Options(pay_past_unpaid=True)), (4, Options()), (5, Options(fifth_seat=True))],
)
def test_it_always_makes_a_legal_move_and_mostly_different_ones(seats: int, options: Options) -> None:
    several = 0
    asked = positions(seats, seats, options)[::3]
    for state, actor in asked:
        chosen = choices(state, actor, 6)
        assert chosen.keys() <= set(GAME.moves(state, actor))
        several += len(chosen) > 1
    assert several > 0.85 * len(asked)


def test_it_sees_only_a_view() -> None:
    """Whatever the hidden cards and bids really are, the same view and the same chance give the same move."""
    for number, (state, actor) in enumerate(positions(3, 11)):
        other = GAME.guess(GAME.view(state, actor), Random(number).randrange)
        made = [
            GAME.heuristic(GAME.view(world, actor), GAME.moves(world, actor), Random(5).randrange)
            for world in (state, other)
        ]
        assert made[0] == made[1]


def test_a_bank_with_a_known_thief_is_bid_nothing_for() -> None:
    state = play(dealt(2, banks="2 2 2 2 thief"), "dealer tile spy", "s0 spy 4 0", "dealer tile robbery", "s1 rob 4")
    assert choices(state, 0, 100)[Bid(0)] > 60


def test_a_lone_policeman_it_knows_of_is_worth_five() -> None:
    state = play(
        dealt(2, banks="2 2 2 2 policeman"), "dealer tile spy", "s0 spy 4 0", "dealer tile robbery", "s1 rob 4"
    )
    assert choices(state, 0, 100)[Bid(0)] > 90


def test_it_robs_where_it_knows_of_money() -> None:
    state = play(dealt(2, banks="2 10 2 2 3"), "dealer tile spy", "s0 spy 1 0", "dealer tile placement", "s1 place 5 0")
    state = play(state, "dealer hand s1 x", "dealer tile robbery")
    robs = choices(state, 0, 100)
    assert robs[RobBank(1)] == max(robs.values())


def test_it_spies_on_what_it_does_not_know() -> None:
    state = play(dealt(2), "dealer tile placement", "s0 place 5 3", "dealer hand s0 x", "dealer tile placement")
    state = play(state, "s1 place 5 3", "dealer hand s1 x", "dealer tile spy")
    spied = choices(state, 0, 100)
    assert spied[SpyOn(3, 1)] == 0
    assert spied[SpyOn(3, 2)] > 0
