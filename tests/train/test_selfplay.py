"""What is learnt from: whose decisions, what they were worth, how the game ended."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from bluffhouse.bots import network
from bluffhouse.sim.batch import generator
from bluffhouse.sim.policy import AtRandom, draw_each
from bluffhouse.train import selfplay
from bluffhouse.train.selfplay import LEARNER, Lessons, Moment, SelfPlay, look_back
from bluffhouse.train.settings import make, shipped


def moment(seat: int, value: float, reward: tuple[float, float] | None) -> Moment:
    """One game of two seats, the learner at both."""
    over = np.array([reward is not None])
    won = np.array([[share] for share in reward or (0, 0)], np.float32)
    listed = np.array([[seat], [1 - seat]], np.uint8)
    kept = {
        "observation": np.zeros((1, 1), np.uint8),
        "local": np.zeros((0, 0, 1), np.float16),
        "whole_hidden": np.zeros((0, 1), np.float16),
        "local_hidden": np.zeros((0, 0, 1), np.float16),
        "legal": np.ones((1, 1), np.bool_),
        "action": np.array([seat]),
        "chance": np.ones(1, np.float32),
    }
    return Moment(
        np.array([0]), np.array([seat], np.uint8), listed, np.array([value], np.float32), kept, over, won, bool(over[0])
    )


def test_advantages_go_over_a_seats_own_decisions_and_end_with_its_share() -> None:
    story = [moment(0, 0.5, None), moment(1, 0.4, None), moment(0, 0.7, None), moment(1, 0.2, (1, 0))]
    lessons = look_back(story, 2, 1, 0.5, Lessons)  # from the last to the first
    assert lessons.action.tolist() == [1, 0, 1, 0]
    last_of_1, last_of_0 = 0 - 0.2, 1 - 0.7
    expected = [last_of_1, last_of_0, 0.2 - 0.4 + 0.5 * last_of_1, 0.7 - 0.5 + 0.5 * last_of_0]
    assert lessons.advantage.tolist() == pytest.approx(expected)
    assert lessons.shares[:, 0].tolist() == [0, 1]  # as seat 1 lists them
    assert lessons.shares[:, 1].tolist() == [1, 0]


def test_decisions_of_a_game_that_did_not_end_are_left_out() -> None:
    story = [moment(0, 0.5, (1, 0)), moment(1, 0.4, None)]
    assert look_back(story, 2, 1, 0.5, Lessons).action.tolist() == [0]


def test_an_even_share_is_won_against_equals_and_every_chair_is_taken() -> None:
    owner = selfplay.one_learner(4, 400)
    assert (np.add.reduce(owner == LEARNER, axis=0) == 1).all()
    assert (np.add.reduce(owner == LEARNER, axis=1) == 100).all()
    won = SelfPlay("vabanque", [AtRandom(), AtRandom()], owner, seed=1).shares()
    assert won.sum(axis=0) == pytest.approx(1)
    assert won[owner == LEARNER].mean() == pytest.approx(0.25, abs=0.08)


def test_moments_at_which_it_is_nowhere_the_learners_turn_are_passed_over() -> None:
    learner = network.shipped("vabanque")
    played = SelfPlay("vabanque", [learner, learner], selfplay.one_learner(3, 1), seed=2)
    lessons = played.lessons(learner, 0, 0.9)
    assert len(lessons) == 26
    assert len(set(lessons.shares[0].tolist())) == 1


@pytest.mark.parametrize(("owner", "most"), [([0, 1, 1], 1), ([0, 0, 1], 0)])
def test_all_think_as_those_who_have_most_seats(owner: list[int], most: int) -> None:
    first = dataclasses.replace(network.shipped("vabanque"), thinks=True)
    both = [first, first.sharper(2)]
    lanes: Any = SelfPlay("vabanque", both, np.array(owner)[:, None], seed=1).batch.lanes
    assert lanes.thought.model is both[most]


def test_guests_may_keep_to_themselves() -> None:
    """Only equals at a table, or one of the learner among guests of one kind; all chairs are taken by it."""
    owner = selfplay.apart([0.5, 0.2, 0.3], 4, 4000, generator(1))
    learners = (owner == LEARNER).sum(axis=0)
    assert set(learners) == {1, 4}
    lone = owner[:, learners == 1]
    assert ((lone == LEARNER) | (lone == lone.max(axis=0))).all()
    assert [np.mean(lone.max(axis=0) == kind) for kind in (1, 2)] == pytest.approx([0.4, 0.6], abs=0.04)
    assert np.mean(learners == 1) == pytest.approx(0.5, abs=0.03)
    assert (lone == LEARNER).mean(axis=1) == pytest.approx(np.full(4, 0.25), abs=0.04)


def test_actions_are_drawn_by_their_chances() -> None:
    chances = np.tile(np.array([[0.0], [0.25], [0.75], [0.0]], np.float32), 20_000)
    counts = np.bincount(draw_each(chances, np.random.default_rng(1)), minlength=4) / 20_000
    assert counts.tolist() == pytest.approx([0, 0.25, 0.75, 0], abs=0.01)


def test_settings_that_are_none_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="no setting learning_rate"):
        make({"game": "vabanque", "learning_rate": 1})
    with pytest.raises(ValueError, match="some seats must be left"):
        make({"game": "vabanque", "past": 0.9, "random": 0.2})
    assert shipped("vabanque").tables[0] == 4
