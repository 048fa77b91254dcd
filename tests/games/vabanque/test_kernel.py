"""What random games seldom or never reach in the kernel; test_kernel_agrees.py compares the rest."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.vabanque import GAME, encode, kernel
from bluffhouse.games.vabanque.model import DrawFirst, Edition, Options
from bluffhouse.sim.batch import Batch, generator


@pytest.mark.parametrize("gap", [254, 255, 256, 28_223, 28_224])
def test_fortunes_are_seen_up_to_the_largest_there_can_be(gap: int) -> None:
    start = GAME.apply(GAME.setup(Options(Edition.RENEWED), 3), DEALER, DrawFirst(Seat(1))).state
    state = dataclasses.replace(start, money=(0, gap * encode.SMALLEST, gap * encode.SMALLEST // 2))
    lanes = kernel.load([state])
    lanes.see()
    np.testing.assert_array_equal(lanes.observation[:, 0], encode.encode(GAME.view(state, Seat(1))))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_played_so_far_and_one_loaded_there_play_out_alike(seats: int) -> None:
    batch = Batch(GAME.name, seats, 3, seed=seats)
    while not batch.over.any():
        loaded = kernel.load(batch.lanes.states())
        played = batch.lanes.finish(generator(5), fast=False)
        np.testing.assert_array_equal(played, loaded.finish(generator(5), fast=False))
        batch.step(batch.sample())


def test_a_batch_goes_in_step() -> None:
    first = GAME.apply(GAME.setup(Options(), 3), DEALER, DrawFirst(Seat(0))).state
    second = GAME.apply(first, Seat(0), GAME.moves(first, Seat(0))[0]).state
    with pytest.raises(ValueError, match="in step"):
        kernel.load([first, second])
    with pytest.raises(ValueError, match="first player"):
        kernel.load([GAME.setup(Options(), 3)])


def test_a_game_that_is_over_plays_out_to_itself_and_takes_no_step() -> None:
    lanes = kernel.begin(Options(), 3, 4, generator(1))
    for _ in range(26 * 3 + 1):
        lanes.step(_first_legal(lanes), generator(2))
    assert lanes.over.all()
    np.testing.assert_array_equal(lanes.finish(generator(3), fast=False), lanes.wealth())
    with pytest.raises(ValueError, match="over"):
        lanes.step(np.zeros(4, np.uint8), generator(2))


def _first_legal(lanes: kernel.Lanes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    state = lanes.states()[0]
    actor = Seat(int(lanes.actor[0]))
    action = encode.number(GAME.view(state, actor), GAME.moves(state, actor)[0])
    return np.full(lanes.games, action, np.uint8)
