"""A network is told of each bank what its seat may know of it, the critic what lies there."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from bluffhouse.games.bankueberfall import GAME, encode
from bluffhouse.games.bankueberfall.kernel import Lanes, oracle, places
from bluffhouse.games.bankueberfall.model import BANKS, KINDS, Effect, Kind, State
from bluffhouse.games.bankueberfall.robbery import scene
from bluffhouse.sim.batch import Batch

SCENE = sum(list(places.SIZES.values())[:6])
MISSING = SCENE + places.SIZES["scene"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_bank_is_told_as_it_lies(seats: int) -> None:
    batch = Batch("bankueberfall", seats, 6, seed=seats)
    met = set()
    for _ in range(60):
        lanes = cast(Lanes, batch.lanes)
        local, hidden, listed = places.local(batch.observation), oracle.local(lanes), oracle.listed(lanes)
        for game, (state, actor) in enumerate(zip(lanes.states(), batch.actor.tolist(), strict=True)):
            assert listed[:, game].tolist() == [(actor + place) % seats for place in range(seats)]
            view = GAME.view(state, actor)
            for bank in range(BANKS):
                known = [card.kind for card in view.banks[bank] if card.kind is not None]
                there = (bank - actor) % BANKS
                met.add(_agree(known, local[SCENE : SCENE + 4, there, game]))
                assert local[MISSING, there, game] == (len(view.banks[bank]) - len(known)) / 4
                cards = [card.kind for card in state.banks[bank] if card.kind is not None]
                assert len(cards) == len(state.banks[bank])
                assert (2 * hidden[: len(KINDS), there, game]).tolist() == [cards.count(kind) for kind in KINDS]
                _agree(cards, hidden[len(KINDS) :, there, game])
        batch.step(batch.sample())
    assert len(met) > 2


def _agree(kinds: list[Kind], told: np.typing.NDArray[np.float32]) -> tuple[bool, ...]:
    found = scene(kinds)
    effects = Effect.POLICEMAN_CLOSES, Effect.THIEVES_TAKE, Effect.DETECTIVES_REVERSE
    seen = tuple(found.saw(effect) for effect in effects)
    assert told[0] == pytest.approx((0 if seen[0] or seen[1] else found.loot) / 16)
    if not seen[0]:
        assert tuple(told[1:4] > 0) == seen
    return seen


def test_the_others_hands_and_sealed_bids_are_told_in_their_order() -> None:
    batch = Batch("bankueberfall", 3, 20, seed=3)
    sealed = 0
    for _ in range(40):
        lanes = cast(Lanes, batch.lanes)
        whole = oracle.whole(lanes)
        for game, (state, actor) in enumerate(zip(lanes.states(), batch.actor.tolist(), strict=True)):
            others = [(actor + 1) % 3, (actor + 2) % 3]
            hands = [state.hands[seat].count(kind) for seat in others for kind in KINDS]
            start = len(KINDS)
            assert (2 * whole[start : start + 20, game]).tolist() == hands
            bids = [(state.bids[seat] or 0) / 8 for seat in others]
            start += oracle.OTHERS * len(KINDS)
            assert whole[start : start + 2, game].tolist() == bids
            sealed += any(bids)
            leads = [_wealth(state, (actor + place) % 3) - _wealth(state, actor) for place in range(3)]
            start += oracle.OTHERS
            assert whole[start : start + 3, game].tolist() == pytest.approx(np.clip(np.array(leads) / 16, -4, 4))
        batch.step(batch.sample())
    assert sealed


def _wealth(state: State, seat: int) -> int:
    return GAME.wealth(state)[seat]


def test_an_output_speaks_for_what_is_done_at_its_bank() -> None:
    spread = places.spread(BANKS).reshape(places.ACTIONS, places.OUTPUTS, BANKS)
    for bank in range(BANKS):
        for kind in range(len(KINDS)):
            assert np.flatnonzero(spread[:, kind, bank]).tolist() == [encode.FIRST_PLACE + kind * BANKS + bank]
        assert np.flatnonzero(spread[:, -3, bank]).tolist() == [encode.FIRST_ROB + bank]
        first = encode.FIRST_CARD + bank * encode.MOST_CARDS
        assert np.flatnonzero(spread[:, -2, bank]).tolist() == list(range(first, first + encode.MOST_CARDS))
        assert np.flatnonzero(spread[:, -1, bank]).tolist() == [first]
    assert not spread[encode.SKIP].any()
    assert not spread[encode.FIRST_BID :].any()
