"""Regret matching finds what is known of the plain demand game, mixes where it must, and looks at what was found."""

import time
from dataclasses import replace

import numpy as np
import pytest

from bluffhouse.bots.bankueberfall import regrets
from bluffhouse.bots.bankueberfall.bidding import LEVELS, Robbery, game, levels, solve
from bluffhouse.games.bankueberfall.kernel.robbery import robbed
from bluffhouse.games.bankueberfall.model import KINDS
from bluffhouse.sim.batch import generator

CONTENTS = 32


def robbery(contents: dict[str, int], seats: int, *, coins: int = 20, trust: float = 0.0, habit: int = 0) -> Robbery:
    """So many times each of the contents; nobody knows which."""
    columns = [[words.split().count(kind) for kind in KINDS] for words, times in contents.items() for _ in range(times)]
    return Robbery(
        cards=np.array(columns, np.uint8).T,
        groups=np.zeros((seats, len(columns)), np.intp),
        coins=(coins,) * seats,
        wealth=(coins,) * seats,
        warmth=20.0,
        habits=np.full((1, seats, len(columns)), habit, np.int16),
        trust=trust,
    )


def odds(of: Robbery, seed: int = 1) -> dict[int, float]:
    bids, chances = solve(of, 0, generator(seed))
    return {int(bid): float(chance) for bid, chance in zip(bids, chances, strict=True)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_known_pot_is_shared_evenly(seats: int) -> None:
    """Everybody bidding V/n is the equilibrium of the plain demand game."""
    assert odds(robbery({"10 2": CONTENTS}, seats))[12 // seats] > 0.95


def test_with_a_detective_about_the_bids_are_mixed() -> None:
    """The highest is paid first then: a jump to the whole pot pays now and then."""
    mixed = odds(robbery({"10 2": 24, "10 2 detective": 8}, 3))
    assert mixed[4] > 0.3
    assert mixed[12] > 0.03
    assert max(mixed.values()) < 0.95


def test_a_likely_policeman_is_met_with_nothing() -> None:
    assert odds(robbery({"2": 8, "2 policeman": 24}, 3))[0] > 0.95


def test_a_likely_thief_is_met_with_nothing() -> None:
    assert odds(robbery({"2 2": 8, "2 2 thief": 24}, 3))[0] > 0.9


def test_habits_that_leave_much_are_answered_by_taking_more() -> None:
    shy = odds(robbery({"10 2": CONTENTS}, 3, trust=1.0, habit=1))
    assert shy[10] > 0.9  # 12 less the others' two


def test_nobody_bids_more_than_they_own() -> None:
    of = robbery({"10 10 x": CONTENTS}, 2, coins=7)
    assert max(odds(of)) <= 7


def test_what_a_seat_knows_it_uses() -> None:
    """Half of the time there is a Thief, and this seat knows that this is the other half."""
    plain = robbery({"10 2": 16, "10 2 thief": 16}, 2)
    knowing = replace(plain, groups=np.array([[0] * 16 + [1] * 16, [0] * CONTENTS], np.intp))
    mean, better = (sum(bid * chance for bid, chance in odds(of).items()) for of in (plain, knowing))
    assert mean < 5
    assert better == pytest.approx(6, abs=0.1)


def test_the_others_bid_by_what_they_know() -> None:
    of = replace(robbery({"10 2": CONTENTS}, 2), groups=np.array([[0] * CONTENTS, [0] * 16 + [1] * 16], np.intp))
    bids = levels(of)
    strategy, made = np.zeros((2, len(bids))), np.zeros((2, CONTENTS), np.int64)
    strategy[0, 0] = strategy[1, -1] = 1.0
    regrets.draw_bids(game(of, bids, 0), 1, strategy, made, np.ones(1, np.uint64))
    assert made[1].tolist() == [0] * 16 + [12] * 16


@pytest.mark.parametrize("past_unpaid", [False, True])
def test_chances_are_those_of_the_kernels_robbery(past_unpaid: bool) -> None:
    """Bid by bid, content by content: what everybody has afterwards, and how likely the first seat is to win then."""
    rng = generator(3)
    for seats in (2, 3, 4):
        cards = rng.integers(0, 2, (len(KINDS), 40), np.uint8)
        bids = rng.integers(0, 9, (seats, 40)).astype(np.int16)
        coins = np.full((seats, 40), 12, np.int16)
        of = replace(robbery({"2": 40}, seats, coins=12), cards=cards, past_unpaid=past_unpaid)
        after, in_credit = robbed(cards, bids, coins, past_unpaid=past_unpaid)
        strength = np.exp((after - 10 * in_credit) / of.warmth)
        expected = strength[0] / strength.sum(axis=0)
        told = game(of, levels(of), 0)
        ours = [
            regrets.chance(told, told.scenes[content], bids[:, content].astype(np.int64), 0, np.zeros(seats, np.int64))
            for content in range(40)
        ]
        assert ours == pytest.approx(expected.tolist())


def test_all_bids_at_one_stroke_are_judged_as_one_by_one() -> None:
    rng = generator(4)
    for seats in (2, 3, 4):
        of = replace(robbery({"2": 40}, seats, coins=12), cards=rng.integers(0, 3, (len(KINDS), 40), np.uint8))
        told, room = game(of, levels(of), 0), np.zeros((4, seats), np.int64)
        for content in range(40):
            room[0] = bids = rng.integers(0, 9, seats)
            worth, seat = np.zeros(len(told.bids)), content % seats
            regrets.chances(told, told.scenes[content], room, seat, worth)
            for number in range(told.affords[seat]):
                bids[seat] = told.bids[number]
                assert worth[number] == regrets.chance(told, told.scenes[content], bids, seat, room[1])


def test_at_most_so_many_bids_are_compared_within_the_time() -> None:
    many = {f"{money} {other} {third}": 2 for money in (2, 3, 4, 5) for other in (2, 5, 10) for third in (3, 10)}
    of = robbery(many, 3, coins=60)
    assert len(levels(of)) <= LEVELS
    assert 0 in levels(of)
    began = time.process_time()
    solve(of, 0, generator(1))
    assert time.process_time() - began < 0.5  # a tenth of it on a free core
