"""What the critic is told is what lies on the table, counted and listed as the deciding seat does."""

from __future__ import annotations

from collections import Counter
from typing import cast

import numpy as np
import pytest

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.kernel import Lanes, oracle
from bluffhouse.games.vabanque.model import Kind, State
from bluffhouse.games.vabanque.payout import opened
from bluffhouse.sim.batch import Batch


def earned_now(state: State) -> Counter[int]:
    """What everybody would earn if the pawns stayed where they are."""
    earned: Counter[int] = Counter()
    for casino, cards in enumerate(state.laid):
        pawns = tuple(Seat(seat) for seat, where in enumerate(state.pawns) if where == casino)
        if pawns:
            for earning in opened(casino, sum(state.chips[casino]), cards, pawns).earnings:
                earned[earning.seat] += earning.total
    return earned


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_critic_is_told_the_cards_as_they_lie(seats: int) -> None:
    batch = Batch("vabanque", seats, 5, seed=seats)
    met = set()
    for _ in range(26 * seats):
        lanes = cast(Lanes, batch.lanes)
        states = lanes.states()
        listed, local, whole = oracle.listed(lanes), oracle.local(lanes), oracle.whole(lanes)
        for game, state in enumerate(states):
            place = state.turn % seats
            order = [*state.order[place:], *state.order[:place]]
            assert listed[:, game].tolist() == order
            start = state.pawns[order[0]] if state.pawns else 0
            for casino, cards in enumerate(state.laid):
                steps = (casino - start) % len(state.chips)
                raises = sum(card.kind is Kind.RAISE for card in cards)
                traps = [float(any(card.owner == seat and card.kind is Kind.TRAP for card in cards)) for seat in order]
                assert local[0, steps, game] == raises
                assert local[1, steps, game] == pytest.approx(sum(state.chips[casino]) / 5 * (1 + raises) / 32)
                assert local[2 : 2 + seats, steps, game].tolist() == traps
                met |= {("raise", raises > 1), ("trap", sum(traps) > 1)}
            earned = earned_now(state)
            np.testing.assert_allclose(whole[:seats, game], [(earned[seat] / 5000) ** 0.5 / 16 for seat in order], 1e-5)
            would = [(state.money[seat] + earned[seat]) / 5000 for seat in order]
            gaps = np.clip((np.array(would) - would[0]) / 64, -4, 4)
            np.testing.assert_allclose(whole[12 : 12 + seats, game], gaps, 1e-5)
        batch.step(batch.sample())
    assert met >= {("raise", True), ("trap", True)}
