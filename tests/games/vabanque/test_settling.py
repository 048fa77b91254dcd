"""Vabanque rule by rule, from the payout to the end: what a whole round pays, who plays first, who has won."""

import pytest

from bluffhouse.core.game import Seat, winners
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    Card,
    CardsReturned,
    CasinoOpened,
    Event,
    GameEnded,
    Kind,
    OrderSet,
    Phase,
    PhaseBegan,
    RoundPaid,
    State,
)
from bluffhouse.games.vabanque.rules import new_order
from tests.games.vabanque.builders import SEATS, everybody, play, refused, round_of, start, table, told

S0, S1, S2, S3 = (Seat(seat) for seat in range(4))


def three(laid: dict[str, str], moves: tuple[int, int, int] = (0, 0, 0)) -> tuple[Event, ...]:
    """The payout of a first round of three: every chip at casino 2, the pawns start at 0, 2 and 4.

    `laid` says where cards lie: {"0 raise": "2"} is the Raise of s0 at casino 2; all others lie at casino 6.
    """
    state = everybody(table(3), "chip 2")
    for kind in ALL_KINDS:
        for seat in range(3):
            state = play(state, f"s{seat} lay {kind} {laid.get(f'{seat} {kind}', '6')}")
    state = play(state, f"s0 move {moves[0]}", f"s1 move {moves[1]}")
    return told(state, f"s2 move {moves[2]}")


def paid(events: tuple[Event, ...]) -> tuple[int, ...]:
    (told_pay,) = [event for event in events if isinstance(event, RoundPaid)]
    return told_pay.earned


def at(events: tuple[Event, ...], casino: int) -> CasinoOpened:
    (shown,) = [event for event in events if isinstance(event, CasinoOpened) and event.casino == casino]
    return shown


def rich(money: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    return new_order(tuple(Seat(seat) for seat in order), money)


# V4, V5


def test_v4_a_casino_of_value_60_pays_60_000() -> None:
    assert paid(three({})) == (0, 60_000, 0)


def test_v4_the_bank_never_runs_dry() -> None:
    """Everybody's chips and Raises at one casino, everybody there: more than all the notes in the box."""
    state = table(6)
    for number in range(4):
        lay = ("lay raise 10", "lay bluff 10", "lay trap 3")
        state = round_of(state, "chip 10", lay, "move 0") if number else gathered(state, lay)
    assert sum(state.money) > 10_000_000


def gathered(state: State, lay: tuple[str, ...]) -> State:
    """A first round of six at the end of which s3, s4 and s5 stand at casino 10."""
    state = everybody(everybody(state, "chip 10"), *lay)
    return play(state, "s0 move 0", "s1 move 0", "s2 move 4", "s3 move 4", "s4 move 2", "s5 move 0")


@pytest.mark.parametrize("seats", SEATS)
def test_v5_everybody_sees_all_fortunes(seats: int) -> None:
    state = round_of(table(seats), chip="chip 2", lay=("lay raise 1", "lay trap 1", "lay bluff 1"))
    assert any(state.money)
    assert GAME.wealth(state) == state.money
    assert all(GAME.view(state, who).money == state.money for who in [*map(Seat, range(seats)), None])


# V12


def test_v12_only_casinos_with_a_pawn_are_opened() -> None:
    events = three({"0 raise": "4", "1 trap": "4", "2 bluff": "5"})
    assert [event.casino for event in events if isinstance(event, CasinoOpened)] == [0, 2, 4]
    assert at(events, 4).cards == (Card(S0, Kind.RAISE), Card(S1, Kind.TRAP))
    assert at(events, 0).cards == ()


def test_v12_the_other_cards_go_back_unseen() -> None:
    events = three({"0 raise": "4", "2 bluff": "5"})
    back = [event for event in events if isinstance(event, CardsReturned)]
    assert back == [CardsReturned(5, (S2,)), CardsReturned(6, (S1, S2, S0, S1, S2, S0, S1))]
    assert not any(isinstance(event, CasinoOpened) and event.casino in (5, 6) for event in events)


def test_v12_everything_is_told_in_the_order_of_a_screen() -> None:
    names = [type(event).__name__ for event in three({})]
    opened = ["CasinoOpened"] * 3
    assert names == ["PawnMoved", *opened, "CardsReturned", "RoundPaid", "OrderSet", "PhaseBegan"]


# V13


@pytest.mark.parametrize(
    ("laid", "value"),
    [({}, 60), ({"0 raise": "2"}, 120), ({"0 raise": "2", "2 raise": "2"}, 180), ({"1 raise": "2"}, 120)],
    ids=["none", "of one who is elsewhere", "two", "own"],
)
def test_v13_each_raise_adds_the_chips_once_more_whoever_laid_it(laid: dict[str, str], value: int) -> None:
    events = three(laid)
    assert at(events, 2).value == value
    assert paid(events) == (0, value * 1000, 0)


@pytest.mark.parametrize("seats", SEATS)
def test_v13_all_raises_together(seats: int) -> None:
    state = round_of(table(seats), "chip 0", ("lay raise 0", "lay trap 1", "lay bluff 1"))
    assert state.money[0] == 20 * seats * (1 + seats) * 1000


# V14


def test_v14_an_opponents_trap_takes_the_pawns_pay() -> None:
    assert paid(three({"0 trap": "2"})) == (60_000, 0, 0)


def test_v14_own_trap_does_not_hurt() -> None:
    assert paid(three({"1 trap": "2"})) == (0, 60_000, 0)


def test_v14_pawns_do_not_share() -> None:
    assert paid(three({}, (2, 0, 0))) == (60_000, 60_000, 0)


def test_v14_the_own_trap_is_no_shield_against_anothers() -> None:
    assert paid(three({"1 trap": "2", "2 trap": "2"})) == (0, 0, 60_000)


# V15


def test_v15_a_trap_collects_for_each_opposing_pawn() -> None:
    assert paid(three({"2 trap": "2"}, (2, 0, 0))) == (0, 0, 120_000)


def test_v15_with_the_own_pawn_there_it_collects_besides_the_pawns_pay() -> None:
    assert paid(three({"1 trap": "2"}, (2, 0, 0))) == (0, 120_000, 0)


def test_v15_several_traps_each_collect_in_full() -> None:
    assert paid(three({"0 trap": "2", "2 trap": "2"})) == (60_000, 0, 60_000)


def test_v15_a_trap_where_nobody_comes_earns_nothing() -> None:
    assert paid(three({"0 trap": "5", "1 trap": "6"})) == (0, 60_000, 0)


def test_v15_a_trap_beside_only_the_own_pawn_collects_nothing() -> None:
    (earning,) = at(three({"1 trap": "2"}), 2).earnings
    assert (earning.pawn, earning.victims, earning.trap) == (60_000, (), 0)


# V16


def test_v16_bluff_does_nothing() -> None:
    assert paid(three({"0 bluff": "2", "1 bluff": "2", "2 bluff": "2"})) == paid(three({}))


# V17


@pytest.mark.parametrize(
    ("money", "order", "following"),
    [
        ((10, 30, 20), (0, 1, 2), (1, 2, 0)),
        ((30, 20, 10), (2, 1, 0), (0, 1, 2)),
        ((5, 5, 5, 5), (2, 0, 3, 1), (1, 3, 0, 2)),
        ((5, 9, 5, 5), (2, 0, 1, 3), (1, 3, 0, 2)),
        ((0, 7, 7, 0, 9, 0), (0, 1, 2, 3, 4, 5), (4, 2, 1, 5, 3, 0)),
    ],
    ids=["richest first", "whatever the order was", "all equal: reversed", "three tied", "two ties"],
)
def test_v17_richest_first_ties_reversed(
    money: tuple[int, ...], order: tuple[int, ...], following: tuple[int, ...]
) -> None:
    assert rich(money, order) == following


def test_v17_the_new_order_is_told_and_played() -> None:
    events = three({"2 trap": "2"}, (1, 0, 0))
    assert events[-3:] == (
        RoundPaid(1, (0, 0, 60_000), (0, 0, 60_000)),
        OrderSet((S2, S1, S0)),
        PhaseBegan(2, Phase.CHIPS),
    )
    state = round_of(table(3), chip="chip 4")
    assert state.order == (2, 1, 0)
    assert GAME.actors(state) == {2}
    assert refused(state, "s0 chip 0") == ("V9", "it is not this seat’s turn: s2 decides")


@pytest.mark.parametrize("edition", ["classic", "2019"])
def test_v17_everybody_takes_the_three_cards_back(edition: str) -> None:
    state = play(start(3, edition), "dealer first s0")
    state = round_of(play(state, "s0 stand 3") if edition == "classic" else state)
    assert state.hands == (ALL_KINDS,) * 3
    assert state.laid == ((),) * 7


def test_v17_money_is_added_up_over_the_rounds() -> None:
    state = round_of(table(3), "chip 2", ("lay raise 6", "lay trap 6", "lay bluff 6"))
    assert state.money == (0, 60_000, 0)
    state = everybody(everybody(state, "chip 2"), "lay raise 6", "lay trap 6", "lay bluff 6")
    events = told(play(state, "s1 move 0", "s2 move 0"), "s0 move 0")
    assert [event for event in events if isinstance(event, RoundPaid)] == [
        RoundPaid(2, (0, 150_000, 0), (0, 210_000, 0))
    ]


def test_v17_is_skipped_after_round_4() -> None:
    state, events = last_round(3, ("lay raise 6", "lay trap 6", "lay bluff 6"))
    assert not any(isinstance(event, OrderSet | PhaseBegan) for event in events)
    assert state.order == (1, 2, 0)
    assert state.round == 4


# V19


def last_round(seats: int, lay: tuple[str, ...], chip: str = "chip 2") -> tuple[State, tuple[Event, ...]]:
    """The end of a game in which everybody always did the same and nobody moved, and what its last move told."""
    state = table(seats)
    for _ in range(3):
        state = round_of(state, chip, lay)
    state = everybody(everybody(state, chip), *lay)
    for seat in state.order[:-1]:
        state = play(state, f"s{seat} move 0")
    last = f"s{state.order[-1]} move 0"
    return play(state, last), told(state, last)


@pytest.mark.parametrize("seats", SEATS)
def test_v19_after_round_4_the_richest_wins(seats: int) -> None:
    state, events = last_round(seats, ("lay raise 1", "lay trap 1", "lay bluff 1"))
    fortune = (20 + 50 + 90 + 140) * seats * 1000
    assert GAME.wealth(state) == (0, fortune, *(0 for _ in range(seats - 2)))
    assert events[-1] == GameEnded(state.money, (S1,))
    assert (state.phase, GAME.actors(state)) == (Phase.OVER, frozenset())
    assert winners(GAME, state) == (S1,)


def test_v19_equal_richest_share_the_win() -> None:
    state, events = last_round(3, ("lay raise 2", "lay trap 2", "lay bluff 2"))
    assert state.money[0] == state.money[2] > state.money[1]
    assert events[-1] == GameEnded(state.money, (S0, S2))
    assert winners(GAME, state) == (S0, S2)


def test_v19_nobody_moves_when_the_game_is_over() -> None:
    state, _ = last_round(3, ("lay raise 6", "lay trap 6", "lay bluff 6"))
    for line in ("s0 chip 0", "s1 move 0", "dealer first s0", "s9 lay trap 0"):
        assert refused(state, line) == ("V19", "the game is over")
    assert all(GAME.moves(state, seat) == () for seat in (S0, S1, S2, S3))
