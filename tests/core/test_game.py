"""The door that checks moves, the dealer's draw, and who has won."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat, draw, step, winners
from tests.core.toy import TOY, Opened, Options, Side, State

THROWN = State(Options(), Side.HEADS, (None, None))
ONE_CALLED = State(Options(), Side.HEADS, (Side.TAILS, None))
OVER = State(Options(), Side.HEADS, (Side.TAILS, Side.HEADS))


def test_step_makes_a_legal_move_and_tells_what_happened() -> None:
    made = step(TOY, ONE_CALLED, Seat(1), Side.HEADS)
    assert made.state == OVER
    assert made.events == (Opened((Seat(1),)),)


def test_step_leaves_the_given_state_as_it_was() -> None:
    step(TOY, THROWN, Seat(0), Side.TAILS)
    assert State(Options(), Side.HEADS, (None, None)) == THROWN


@pytest.mark.parametrize(
    ("state", "actor"),
    [(THROWN, DEALER), (ONE_CALLED, Seat(0)), (ONE_CALLED, Seat(2)), (OVER, Seat(1))],
    ids=["dealer out of turn", "called already", "no such seat", "over"],
)
def test_step_refuses_who_may_not_act(state: State, actor: Seat) -> None:
    with pytest.raises(Illegal) as refused:
        step(TOY, state, actor, Side.HEADS)
    assert refused.value.rule == "T2"
    assert str(refused.value) == f"T2: {refused.value.sentence}"


def test_step_refuses_a_move_that_is_not_among_the_legal_ones() -> None:
    with pytest.raises(Illegal, match="T2: seat 0 may not call edge now"):
        step(TOY, THROWN, Seat(0), "edge")  # type: ignore[misc]


def test_step_asks_who_may_act_even_where_a_game_lists_moves_for_anybody() -> None:
    careless = replace(TOY, moves=lambda _state, _actor: tuple(Side))
    with pytest.raises(Illegal, match="T2"):
        step(careless, ONE_CALLED, Seat(0), Side.HEADS)


def test_sealed_moves_commute() -> None:
    first = step(TOY, step(TOY, THROWN, Seat(0), Side.TAILS).state, Seat(1), Side.HEADS)
    second = step(TOY, step(TOY, THROWN, Seat(1), Side.HEADS).state, Seat(0), Side.TAILS)
    assert first == second


@pytest.mark.parametrize(
    ("ticket", "side"), [(0, Side.HEADS), (2, Side.HEADS), (3, Side.TAILS)], ids=["first", "edge", "last"]
)
def test_draw_gives_every_move_as_many_tickets_as_it_weighs(ticket: int, side: Side) -> None:
    asked: list[int] = []

    def below(number: int) -> int:
        asked.append(number)
        return ticket

    assert draw(TOY, TOY.setup(Options(), 2), below) is side
    assert asked == [4]


def test_draw_follows_the_weights() -> None:
    start = TOY.setup(Options(favourite=Side.TAILS), 2)
    random = Random(1)
    drawn = Counter(draw(TOY, start, random.randrange) for _ in range(4000))
    assert abs(drawn[Side.TAILS] - 3000) < 150


def test_draw_refuses_a_number_that_is_too_large() -> None:
    with pytest.raises(ValueError, match="from 0 to n - 1"):
        draw(TOY, TOY.setup(Options(), 2), lambda n: n)


def test_nobody_has_won_before_the_end() -> None:
    assert winners(TOY, ONE_CALLED) == ()


@pytest.mark.parametrize(
    ("calls", "won"),
    [
        ((Side.TAILS, Side.HEADS), (1,)),
        ((Side.HEADS, Side.HEADS), (0, 1)),
        ((Side.TAILS, Side.TAILS), (0, 1)),
    ],
    ids=["one is richest", "both right", "both poor"],
)
def test_the_richest_win_together(calls: tuple[Side, ...], won: tuple[int, ...]) -> None:
    assert winners(TOY, State(Options(), Side.HEADS, calls)) == won
