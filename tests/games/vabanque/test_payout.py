"""What an opened casino pays: the books' examples, and nothing that V13 to V15 do not explain."""

from itertools import chain
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.model import Card, CasinoOpened, Earning, Kind
from bluffhouse.games.vabanque.payout import opened

# The books' players, as seats
YELLOW, PINK, GREEN, BLACK, BLUE, RED = (Seat(seat) for seat in range(6))
ADRIANO, BENEDETTA, CARLOTTA, DONALDO = (Seat(seat) for seat in range(4))


def settled(
    chips: int,
    pawns: tuple[Seat, ...],
    *,
    raises: tuple[Seat, ...] = (),
    traps: tuple[Seat, ...] = (),
    bluffs: tuple[Seat, ...] = (),
) -> CasinoOpened:
    owners = {Kind.RAISE: raises, Kind.TRAP: traps, Kind.BLUFF: bluffs}
    cards = tuple(Card(owner, kind) for kind in owners for owner in owners[kind])
    return opened(3, chips, cards, tuple(sorted(pawns)))


EXAMPLES: Final = [
    pytest.param(
        settled(20, (YELLOW, BLUE), raises=(YELLOW, PINK)),
        60,
        {YELLOW: 60_000, BLUE: 60_000},
        id="E1",
    ),
    pytest.param(
        settled(35, (BLACK, PINK, BLUE), raises=(GREEN,), traps=(BLACK,)),
        70,
        {BLACK: 210_000, PINK: 0, BLUE: 0},
        id="E2",
    ),
    pytest.param(
        settled(15, (GREEN, YELLOW), traps=(GREEN, RED)),
        15,
        {GREEN: 15_000, RED: 30_000, YELLOW: 0},
        id="E3",
    ),
    pytest.param(
        settled(15, (BENEDETTA, ADRIANO), raises=(ADRIANO, CARLOTTA), traps=(BENEDETTA,), bluffs=(DONALDO,)),
        45,
        {BENEDETTA: 90_000, ADRIANO: 0},
        id="E4",
    ),
    pytest.param(
        settled(15, (ADRIANO, BENEDETTA), traps=(ADRIANO, DONALDO)),
        15,
        {ADRIANO: 15_000, DONALDO: 30_000, BENEDETTA: 0},
        id="E5",
    ),
]


@pytest.mark.parametrize(("casino", "value", "paid"), EXAMPLES)
def test_the_books_examples(casino: CasinoOpened, value: int, paid: dict[Seat, int]) -> None:
    assert casino.value == value
    assert {earning.seat: earning.total for earning in casino.earnings} == paid


def test_every_term_of_a_payment_is_told() -> None:
    casino = settled(15, (GREEN, YELLOW), traps=(GREEN, RED), raises=(RED,))
    assert casino == CasinoOpened(
        casino=3,
        cards=(Card(RED, Kind.RAISE), Card(GREEN, Kind.TRAP), Card(RED, Kind.TRAP)),
        pawns=(YELLOW, GREEN),
        chips=15,
        raises=(RED,),
        value=30,
        earnings=(
            Earning(YELLOW, pawn=0, trapped_by=(GREEN, RED), victims=(), trap=0, total=0),
            Earning(GREEN, pawn=0, trapped_by=(RED,), victims=(YELLOW,), trap=30_000, total=30_000),
            Earning(RED, pawn=0, trapped_by=(), victims=(YELLOW, GREEN), trap=60_000, total=60_000),
        ),
    )


@st.composite
def casinos(draw: st.DrawFn) -> CasinoOpened:
    """Any casino with a pawn: everybody may have laid any of their cards there, in any order."""
    seats = [Seat(seat) for seat in range(draw(st.integers(3, 6)))]
    chips = draw(st.integers(0, 130)) * 5
    pawns = draw(st.sets(st.sampled_from(seats), min_size=1))
    deck = [Card(seat, kind) for seat in seats for kind in Kind]
    cards = draw(st.lists(st.sampled_from(deck), unique=True))
    return opened(draw(st.integers(0, 11)), chips, tuple(cards), tuple(sorted(pawns)))


@given(casinos())
def test_v13_value_is_the_chips_once_and_once_more_for_each_raise(casino: CasinoOpened) -> None:
    raisers = [card.owner for card in casino.cards if card.kind is Kind.RAISE]
    assert list(casino.raises) == raisers
    assert casino.value == casino.chips + sum(casino.chips for _ in raisers)


@given(casinos())
def test_nothing_is_paid_that_v13_to_v15_do_not_explain(casino: CasinoOpened) -> None:
    """Pawn by pawn and Trap by Trap, as a croupier would pay, without a look at how it was computed."""
    paid = dict.fromkeys((earning.seat for earning in casino.earnings), 0)
    trappers = [card.owner for card in casino.cards if card.kind is Kind.TRAP]
    for pawn in casino.pawns:
        if all(owner == pawn for owner in trappers):
            paid[pawn] += casino.value * 1000
        for owner in trappers:
            if owner != pawn:
                paid[owner] += casino.value * 1000
    assert {earning.seat: earning.total for earning in casino.earnings} == paid


@given(casinos())
def test_only_those_concerned_are_listed_each_once_in_order_of_seats(casino: CasinoOpened) -> None:
    trappers = {card.owner for card in casino.cards if card.kind is Kind.TRAP}
    listed = [earning.seat for earning in casino.earnings]
    assert listed == sorted({*casino.pawns, *trappers})


@given(casinos())
def test_each_sum_adds_up_and_its_reasons_are_right(casino: CasinoOpened) -> None:
    trappers = [card.owner for card in casino.cards if card.kind is Kind.TRAP]
    pay = casino.value * 1000
    for earning in casino.earnings:
        others = [seat for seat in casino.pawns if seat != earning.seat]
        assert earning.total == earning.pawn + earning.trap
        assert earning.trap == sum(pay for _ in earning.victims)
        assert list(earning.victims) == (others if earning.seat in trappers else [])
        if earning.seat in casino.pawns:
            assert list(earning.trapped_by) == [owner for owner in trappers if owner != earning.seat]
            assert earning.pawn == (0 if earning.trapped_by else pay)
        else:
            assert (earning.pawn, earning.trapped_by) == (0, ())


@given(casinos())
def test_whom_a_trap_collects_for_is_whom_it_trapped(casino: CasinoOpened) -> None:
    caught = {(earning.seat, victim) for earning in casino.earnings for victim in earning.victims}
    suffered = {(owner, earning.seat) for earning in casino.earnings for owner in earning.trapped_by}
    assert caught == suffered


@given(casinos())
def test_v16_a_bluff_changes_no_payment(casino: CasinoOpened) -> None:
    cards = tuple(card for card in casino.cards if card.kind is not Kind.BLUFF)
    without = opened(casino.casino, casino.chips, cards, casino.pawns)
    assert without.earnings == casino.earnings


@given(casinos())
def test_the_order_of_laying_changes_no_sum(casino: CasinoOpened) -> None:
    turned = opened(casino.casino, casino.chips, casino.cards[::-1], casino.pawns)
    sums = [
        {earning.seat: (earning.pawn, earning.trap, earning.total) for earning in which.earnings}
        for which in (casino, turned)
    ]
    assert sums[0] == sums[1]
    assert sorted(chain(turned.raises)) == sorted(casino.raises)
