"""Vabanque rule by rule, up to the pawns: given a position in notation, when a move, then what is told."""

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CardLaid,
    ChipPlaced,
    DrawFirst,
    Edition,
    FirstDrawn,
    LayCard,
    MovePawn,
    Options,
    PawnMoved,
    PawnsStood,
    Phase,
    PhaseBegan,
    PlaceChip,
    Stand,
    State,
)
from tests.games.vabanque.builders import LAYING, SEATS, everybody, play, refused, round_of, start, table, told, turn

EDITIONS = ("classic", "2019")
RING = {3: 7, 4: 9, 5: 10, 6: 12}
SHARE = [(5, 4), (10, 3), (20, 2), (50, 1)]  # a round's chip and how many everybody places


def stood(seats: int, edition: str, first: int = 0) -> State:
    """The pawns stand, the first chip is about to be placed."""
    state = play(start(seats, edition), f"dealer first s{first}")
    return play(state, f"s{first} stand 0") if edition == "classic" else state


# V1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_v1_the_ring_grows_with_the_seats(seats: int, edition: str) -> None:
    state = start(seats, edition)
    assert len(state.chips) == len(state.laid) == RING[seats]
    assert GAME.chairs(Options(Edition(edition))) == GAME.seats == range(3, 7)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7, 99])
def test_v1_fewer_than_three_or_more_than_six_cannot_play(seats: int, edition: str) -> None:
    with pytest.raises(Illegal, match=f"^V1: Vabanque is for 3 to 6 players, not {seats}$"):
        start(seats, edition)


@pytest.mark.parametrize("seats", SEATS)
def test_v1_there_is_no_casino_past_the_ring(seats: int) -> None:
    ring = RING[seats]
    no_such = ("V1", f"there are only the casinos 0 to {ring - 1}")
    standing = play(start(seats), "dealer first s1")
    assert refused(standing, f"s1 stand {ring}") == no_such
    assert refused(table(seats), f"s0 chip {ring}") == no_such
    assert refused(everybody(table(seats), "chip 0"), f"s0 lay trap {ring}") == no_such
    assert refused(table(seats), "s0 chip 9999") == no_such


# V2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_v2_everybody_places_the_same_share_of_one_value_a_round(seats: int, edition: str) -> None:
    state = stood(seats, edition)
    for number, (value, share) in enumerate(SHARE, start=1):
        placed: list[Seat] = []
        while state.phase is Phase.CHIPS:
            actor = turn(state)
            chip = told(state, f"s{actor} chip 1")[0]
            assert chip == ChipPlaced(actor, 1, value)
            placed.append(actor)
            state = play(state, f"s{actor} chip 1")
        assert state.round == number
        assert sorted(placed) == sorted([*range(seats)] * share)
        state = everybody(everybody(state, *LAYING), "move 1")
    assert state.chips[1] == tuple(value for value, share in SHARE for _ in range(share * seats))


# V3


@pytest.mark.parametrize("seats", SEATS)
def test_v3_everybody_holds_a_raise_a_trap_and_a_bluff_and_has_one_pawn(seats: int) -> None:
    state = table(seats)
    assert state.hands == (ALL_KINDS,) * seats
    assert [str(kind) for kind in ALL_KINDS] == ["raise", "trap", "bluff"]
    assert len(state.pawns) == seats


def test_v3_the_back_tells_whose_card_it_is_and_nothing_else() -> None:
    state = play(everybody(table(), "chip 0"), "s0 lay trap 4")
    (card,) = GAME.view(state, Seat(1)).laid[4]
    assert (card.owner, card.kind) == (0, None)


# V6


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_v6_the_lot_draws_every_seat_as_likely(seats: int, edition: str) -> None:
    state = start(seats, edition)
    assert GAME.actors(state) == {DEALER}
    assert list(GAME.odds(state)) == [(DrawFirst(Seat(seat)), 1) for seat in range(seats)]
    assert list(GAME.moves(state, DEALER)) == [DrawFirst(Seat(seat)) for seat in range(seats)]
    assert GAME.moves(state, Seat(0)) == ()


def test_v6_the_dealer_draws_nothing_afterwards() -> None:
    assert GAME.odds(table()) == ()


def test_v6_the_others_follow_clockwise() -> None:
    (drawn,) = told(start(5), "dealer first s3")
    assert drawn == FirstDrawn(Seat(3), tuple(Seat(seat) for seat in (3, 4, 0, 1, 2)))
    assert play(start(5), "dealer first s3").order == (3, 4, 0, 1, 2)


def test_v6_the_host_of_2019_may_name_who_begins() -> None:
    state = table(4, first=2)
    assert state.order == (2, 3, 0, 1)
    assert turn(state) == 2
    assert state.story[0] == FirstDrawn(Seat(2), state.order)


def test_v6_nobody_is_named_in_the_classic_edition() -> None:
    with pytest.raises(Illegal, match=r"^V6: in the classic edition the first player is drawn by lot$"):
        Options(Edition.CLASSIC, Seat(1))


def test_v6_who_is_named_must_have_a_chair() -> None:
    assert table(3, first=2).order[0] == 2
    with pytest.raises(Illegal, match=r"^V6: the first player named is s3, but there are only 3 seats$"):
        table(3, first=3)


def test_v6_only_the_dealer_draws_and_only_seats_that_are_there() -> None:
    state = start(3)
    assert refused(state, "s0 first s0") == ("V6", "it is not this seat’s turn: the dealer draws")
    assert refused(state, "dealer chip 0") == ("V6", "now is the time to draw the first player")
    assert refused(state, "dealer first s3") == ("V6", "there are only the seats s0 to s2")


# V7


@pytest.mark.parametrize("seats", SEATS)
def test_v7_classic_the_first_player_chooses_any_casino(seats: int) -> None:
    state = play(start(seats), "dealer first s1")
    assert (state.phase, turn(state)) == (Phase.STAND, 1)
    assert list(GAME.moves(state, Seat(1))) == [Stand(casino) for casino in range(RING[seats])]
    assert play(state, f"s1 stand {RING[seats] - 1}").pawns[1] == RING[seats] - 1


@pytest.mark.parametrize("first", range(4))
def test_v7_2019_the_first_pawn_stands_at_casino_0(first: int) -> None:
    drawn, stand, began = told(start(4, "2019"), f"dealer first s{first}")
    assert isinstance(drawn, FirstDrawn)
    assert isinstance(stand, PawnsStood)
    assert stand.casinos[first] == 0
    assert began == PhaseBegan(1, Phase.CHIPS)


def test_v7_nothing_else_is_done_before_the_first_pawn_stands() -> None:
    state = play(start(), "dealer first s1")
    assert refused(state, "s1 chip 0") == ("V7", "now is the time to choose where the first pawn stands")
    assert refused(state, "s2 stand 0") == ("V7", "it is not this seat’s turn: s1 decides")
    assert refused(state, "dealer first s1") == ("V7", "it is not this seat’s turn: s1 decides")


# V8


@pytest.mark.parametrize(
    ("seats", "casinos"),
    [(3, (3, 6, 1)), (4, (3, 6, 8, 1)), (5, (4, 6, 8, 0, 2)), (6, (4, 6, 8, 10, 0, 2))],
)
def test_v8_each_further_pawn_stands_two_casinos_on(seats: int, casinos: tuple[int, ...]) -> None:
    """s1 begins at casino 6, the last in play order is s0."""
    stand, began = told(play(start(seats), "dealer first s1"), "s1 stand 6")
    assert stand == PawnsStood(casinos)
    assert began == PhaseBegan(1, Phase.CHIPS)


@pytest.mark.parametrize("seats", SEATS)
def test_v8_the_same_in_2019_from_casino_0(seats: int) -> None:
    assert table(seats).pawns == tuple(2 * seat for seat in range(seats))


# V9


def test_v9_one_chip_at_a_time_in_play_order_round_and_round() -> None:
    state = table(3, first=1)
    placed = []
    while state.phase is Phase.CHIPS:
        placed.append(turn(state))
        state = play(state, f"s{turn(state)} chip 2")
    assert placed == [1, 2, 0] * 4


def test_v9_any_casino_any_number_of_chips() -> None:
    state = table(3)
    assert list(GAME.moves(state, Seat(0))) == [PlaceChip(casino) for casino in range(7)]
    assert everybody(state, "chip 5").chips == ((), (), (), (), (), (5,) * 12, ())


def test_v9_the_last_chip_begins_the_cards() -> None:
    state = table(3)
    for _ in range(11):
        state = play(state, f"s{turn(state)} chip 0")
    assert told(state, "s2 chip 6") == (ChipPlaced(Seat(2), 6, 5), PhaseBegan(1, Phase.CARDS))


def test_v9_chips_stay_for_the_whole_game() -> None:
    state = round_of(table(3), chip="chip 0")
    state = everybody(state, "chip 1")
    assert (state.chips[0], state.chips[1]) == ((5,) * 12, (10,) * 9)


def test_v9_out_of_turn_or_out_of_phase() -> None:
    assert refused(table(), "s1 chip 0") == ("V9", "it is not this seat’s turn: s0 decides")
    assert refused(table(), "s0 lay trap 0") == ("V9", "now is the time to place a chip")
    assert refused(table(), "s0 move 1") == ("V9", "now is the time to place a chip")


# V10


def test_v10_one_card_at_a_time_in_play_order_three_laps() -> None:
    state = everybody(table(3, first=2), "chip 0")
    laid = []
    for kind in ("bluff", "raise", "trap"):
        for _ in range(3):
            actor = turn(state)
            laid.append(actor)
            assert told(state, f"s{actor} lay {kind} 1")[0] == CardLaid(
                actor, next(k for k in ALL_KINDS if k == kind), 1
            )
            state = play(state, f"s{actor} lay {kind} 1")
    assert laid == [2, 0, 1] * 3
    assert state.hands == ((),) * 3
    assert state.story[-1] == PhaseBegan(1, Phase.PAWNS)


def test_v10_any_card_in_hand_at_any_casino_kinds_first() -> None:
    state = everybody(table(3), "chip 0")
    assert list(GAME.moves(state, Seat(0))) == [LayCard(kind, casino) for kind in ALL_KINDS for casino in range(7)]
    state = play(state, "s0 lay trap 3", "s1 lay trap 3", "s2 lay trap 3")
    assert len(state.laid[3]) == 3
    left = [kind for kind in ALL_KINDS if kind != "trap"]
    assert list(GAME.moves(state, Seat(0))) == [LayCard(kind, casino) for kind in left for casino in range(7)]


def test_v10_a_card_is_laid_once() -> None:
    state = play(everybody(table(3), "chip 0"), "s0 lay trap 3", "s1 lay raise 3", "s2 lay bluff 3")
    assert refused(state, "s0 lay trap 3") == ("V10", "the trap is no longer in the hand")
    assert refused(state, "s0 lay trap 99") == ("V10", "the trap is no longer in the hand")


def test_v10_out_of_turn_or_out_of_phase() -> None:
    state = everybody(table(), "chip 0")
    assert refused(state, "s3 lay trap 0") == ("V10", "it is not this seat’s turn: s0 decides")
    assert refused(state, "s0 chip 0") == ("V10", "now is the time to lay a card")


# V11


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("steps", range(5))
def test_v11_a_pawn_moves_up_to_four_casinos_clockwise(seats: int, steps: int) -> None:
    state = everybody(everybody(table(seats), "chip 0"), *LAYING)
    assert list(GAME.moves(state, Seat(0))) == [MovePawn(count) for count in range(5)]
    assert told(state, f"s0 move {steps}") == (PawnMoved(Seat(0), 0, steps, steps),)


def test_v11_the_ring_closes_and_pawns_may_meet() -> None:
    """At 3 seats the pawns stand at 0, 2 and 4 of seven."""
    state = play(everybody(everybody(table(3), "chip 0"), *LAYING), "s0 move 1", "s1 move 0")
    assert told(state, "s2 move 4")[0] == PawnMoved(Seat(2), 4, 4, 1)
    assert play(state, "s2 move 4").pawns == (1, 2, 1)


def test_v11_pawns_stay_for_the_next_round() -> None:
    state = round_of(table(3), move="move 1")
    assert (state.round, state.pawns) == (2, (1, 3, 5))


def test_v11_refusals() -> None:
    state = everybody(everybody(table(3), "chip 0"), *LAYING)
    assert refused(state, "s0 move 5") == ("V11", "a pawn moves 0 to 4 casinos clockwise")
    assert refused(state, "s1 move 1") == ("V11", "it is not this seat’s turn: s0 decides")
    assert refused(state, "s0 lay trap 0") == ("V11", "now is the time to move the pawn")


# V18


def test_v18_the_play_order_is_shown_to_everybody() -> None:
    state = table(4, first=3)
    assert all(GAME.view(state, seat).order == (3, 0, 1, 2) for seat in (Seat(0), Seat(1), Seat(2), Seat(3), None))
