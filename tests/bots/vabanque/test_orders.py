"""The belief is exact: it equals the sum over every joint world, worked out with the plain rules."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.bots.vabanque.belief import minds, unseen
from bluffhouse.bots.vabanque.orders import ORDERS, beginnings, reading, replay, rounds
from bluffhouse.core.game import DEALER, Seat, draw
from bluffhouse.games.vabanque import GAME, encode
from bluffhouse.games.vabanque.kernel import habits
from bluffhouse.games.vabanque.model import ALL_KINDS, CardLaid, CasinoOpened, LayCard, Options, Phase
from bluffhouse.sim.policy import AtRandom

if TYPE_CHECKING:
    from bluffhouse.games.vabanque.model import Move, State

    Played = list[tuple[Seat, Move]]

SEATS = 3


def played(seed: int, decisions: int, seats: int = SEATS) -> tuple[State, Played]:
    """A game of heuristics, cut off after so many decisions."""
    below = random.Random(seed).randrange
    state = GAME.setup(Options(), seats)
    moves: Played = []
    while len(moves) <= decisions:
        (actor,) = GAME.actors(state)
        move = (
            draw(GAME, state, below)
            if actor == DEALER
            else GAME.heuristic(GAME.view(state, actor), GAME.moves(state, actor), below)
        )
        moves.append((actor, move))
        state = GAME.apply(state, actor, move).state
    return state, moves


def habit(state: State, seat: Seat, move: Move) -> float:
    view, legal = GAME.view(state, seat), GAME.moves(state, seat)
    chances = habits.chances(encode.encode(view)[:, None], encode.legal(view, legal)[:, None])
    return float(chances[encode.number(view, move), 0])


def likelihood(moves: Played, me: Seat, orders: dict[Seat, tuple[Any, ...]], first_card: int) -> float:
    """How likely everybody's moves were, had the others laid this round's kinds in these orders."""
    state, likely = GAME.setup(Options(), SEATS), 1.0
    laid = dict.fromkeys(orders, 0)
    for number, (actor, told) in enumerate(moves):
        move = told
        if isinstance(move, LayCard) and actor != me and number >= first_card:
            move = LayCard(orders[actor][laid[actor]], move.casino)
            laid[actor] += 1
        if actor not in (DEALER, me):
            likely *= habit(state, actor, move)
        state = GAME.apply(state, actor, move).state
    return likely


@pytest.mark.parametrize(("seed", "decisions"), [(1, 20), (2, 22), (3, 24)])  # in the cards and among the pawns
def test_the_belief_equals_the_sum_over_all_worlds(seed: int, decisions: int) -> None:
    state, moves = played(seed, decisions)
    me = min(GAME.actors(state))
    view = GAME.view(state, me)
    others = [Seat(seat) for seat in range(SEATS) if seat != me]
    first_card = next(number for number, (_, move) in enumerate(moves) if isinstance(move, LayCard))
    all_orders = list(permutations(ALL_KINDS))
    total: dict[tuple[int, int, str], float] = {}
    whole = 0.0
    for chosen in product(all_orders, repeat=len(others)):
        orders = dict(zip(others, chosen, strict=True))
        likely = likelihood(moves, me, orders, first_card)
        whole += likely
        for seat, order in orders.items():
            for lap, kind in enumerate(order):
                total[seat, lap, kind] = total.get((seat, lap, kind), 0) + likely
    weights = reading(me, replay(beginnings(view)[-1], rounds(view)[-1]), habits).weights()
    laid = [event for event in rounds(view)[-1] if isinstance(event, CardLaid)]
    cards = unseen(view, weights)
    assert len(cards) == sum(event.seat != me for event in laid) > 2
    for card in cards:
        event = [event for event in laid if event.casino == card.place][card.number]
        lap = [other is event for other in laid if other.seat == card.owner].index(True)
        expected = [total[card.owner, lap, kind] / whole for kind in ALL_KINDS]
        assert event.seat == card.owner
        assert list(card.chances.values()) == pytest.approx(expected, rel=1e-4)


def test_what_was_turned_up_in_a_round_rules_orders_out() -> None:
    state, _ = played(5, 8 * SEATS + 8)
    me = min(GAME.actors(state))
    view = GAME.view(state, me)
    assert view.round == 2
    past = reading(me, replay(beginnings(view)[0], rounds(view)[0]), habits)
    opened = [event for event in view.story if isinstance(event, CasinoOpened)]
    turned = {card.owner for event in opened for card in event.cards} - {me}
    assert turned
    for seat in turned:
        assert np.isneginf(past.likely[seat]).any()


def test_a_model_that_explains_the_moves_better_gains_weight() -> None:
    state, _ = played(7, 70, seats=4)
    me = min(GAME.actors(state))
    thought = minds(GAME.view(state, me), (habits, AtRandom()), (0.5, 0.5))
    others = [seat for seat in range(4) if seat != me]
    assert thought.models[others, 0].min() > 0.5
    assert thought.orders.shape == (2, 4, len(ORDERS))


def test_before_the_cards_nothing_is_hidden() -> None:
    state, _ = played(1, 6)
    assert state.phase is Phase.CHIPS
    me = min(GAME.actors(state))
    view = GAME.view(state, me)
    assert unseen(view, minds(view, (habits,), (1.0,)).mixed()) == ()
