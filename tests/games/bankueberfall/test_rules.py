"""Banküberfall rule by rule, up to the choice of a bank to rob: given a position, when a move, then what is told."""

from dataclasses import replace

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import (
    BankDealt,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    DrawFirst,
    FirstDrawn,
    HandDealt,
    Kind,
    NothingToDo,
    Options,
    Phase,
    RobberyCalled,
    Skipped,
    State,
    Tile,
    TilesShuffled,
    TileTurned,
    TurnTile,
)
from tests.games.bankueberfall.builders import (
    HANDS,
    SEATS,
    dealt,
    kinds,
    legal,
    onward,
    pile_empty,
    play,
    refused,
    start,
    told,
)

S0, S1, S2 = (Seat(seat) for seat in range(3))
FIVE = Options(fifth_seat=True)
A_CYCLE = ("placement",) * 4 + ("spy", "reveal", "robbery")


def placed(state: State, kind: str, bank: int, drawn: str) -> State:
    """A whole turn with a placement."""
    seat = state.turn
    return play(state, "dealer tile placement", f"s{seat} place {kind} {bank}", f"dealer hand s{seat} {drawn}")


# B1


@pytest.mark.parametrize("seats", SEATS)
def test_b1_two_to_four_play_around_five_banks(seats: int) -> None:
    assert len(dealt(seats).banks) == 5
    assert GAME.chairs(Options()) == GAME.seats == range(2, 5)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 99])
def test_b1_others_cannot_play(seats: int) -> None:
    with pytest.raises(Illegal, match=rf"^B1: Banküberfall is for 2 to 4 players, not {seats}$"):
        start(seats)


def test_b1_the_house_rule_fifth_seat_adds_a_chair() -> None:
    assert GAME.chairs(FIVE) == range(2, 6)
    assert len(dealt(5, options=FIVE).hands) == 5
    with pytest.raises(Illegal, match=r"^B1: Banküberfall is for 2 to 5 players, not 6$"):
        start(6, FIVE)


def test_b1_there_is_no_sixth_bank() -> None:
    no_such = ("B1", "there are only the banks 0 to 4")
    assert refused(play(dealt(), "dealer tile placement"), "s0 place 5 5") == no_such
    assert refused(play(dealt(), "dealer tile robbery"), "s0 rob 5") == no_such


# B2


def test_b2_the_45_cards() -> None:
    state = play(start(), "dealer first s0")
    weights = {GAME.write(move).split()[-1]: weight for move, weight in GAME.odds(state)}
    money = {"2": 4, "3": 4, "4": 4, "5": 11, "10": 2, "x": 4}
    assert weights == money | {"seductress": 4, "policeman": 4, "detective": 4, "thief": 4}
    assert sum(weights.values()) == 45


def test_b2_no_kind_is_dealt_more_often_than_it_is_there() -> None:
    state = play(start(), "dealer first s0", "dealer bank 0 10", "dealer bank 1 10")
    assert refused(state, "dealer bank 2 10") == ("B2", "there is no 10 left in the pile")
    assert "bank 2 10" not in legal(state, -1)
    state = dealt(2, banks="10 10 2 2 2", hands={0: "5 5 5 5 5", 1: "5 5 5 5 5"})
    state = placed(state, "5", 0, "5")
    state = play(state, "dealer tile placement", "s1 place 5 0")
    assert refused(state, "dealer hand s1 5") == ("B2", "there is no 5 left in the pile")


# B3


def test_b3_the_seven_tiles() -> None:
    assert [(move, weight) for move, weight in GAME.odds(dealt())] == [
        (TurnTile(Tile.PLACEMENT), 4),
        (TurnTile(Tile.SPY), 1),
        (TurnTile(Tile.REVEAL), 1),
        (TurnTile(Tile.ROBBERY), 1),
    ]


def test_b3_a_tile_is_turned_up_as_often_as_it_is_there() -> None:
    state = play(dealt(), "dealer tile spy", "s0 skip")
    assert refused(state, "dealer tile spy") == ("B3", "every spy tile of this cycle has been turned up")
    assert legal(state, -1) == ["tile placement", "tile reveal", "tile robbery"]


# B4 stands with the robberies

# B5


@pytest.mark.parametrize("seats", SEATS)
def test_b5_ten_coins_a_card_a_bank_and_five_in_hand(seats: int) -> None:
    state = dealt(seats)
    assert state.coins == (10,) * seats
    assert state.credits == (0,) * seats
    assert [len(row) for row in state.banks] == [1] * 5
    assert state.banks[0] == (Card(Kind.TWO, DEALER, up=False, spies=()),)
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert sum(state.pile) == 45 - 5 - 5 * seats
    assert state.tiles == (4, 1, 1, 1)


@pytest.mark.parametrize("seats", SEATS)
def test_b5_the_first_player_is_drawn_by_lot(seats: int) -> None:
    state = start(seats)
    assert GAME.actors(state) == {DEALER}
    assert list(GAME.odds(state)) == [(DrawFirst(Seat(seat)), 1) for seat in range(seats)]
    assert told(state, "dealer first s1") == (FirstDrawn(S1),)
    assert dealt(seats, first=1).turn == 1


def test_b5_banks_are_dealt_before_hands_seat_by_seat() -> None:
    state = play(start(2), "dealer first s1")
    assert told(state, "dealer bank 0 thief") == (BankDealt(0, Kind.THIEF),)
    assert refused(state, "dealer bank 1 thief") == ("B5", "the next card goes to bank 0")
    assert refused(state, "dealer hand s0 5") == ("B5", "now is the time to deal a card to each bank")
    state = play(state, *(f"dealer bank {bank} 2" for bank in range(4)), "dealer bank 4 3")
    assert told(state, "dealer hand s0 x") == (HandDealt(S0, Kind.X),)
    assert refused(state, "dealer hand s1 5") == ("B5", "the next card goes to s0")
    assert refused(state, "dealer bank 0 5") == ("B5", "now is the time to deal five cards to each hand")


def test_b5_turns_go_clockwise() -> None:
    state = dealt(3, first=2)
    turns = []
    for drawn in ("10", "10", "x", "x"):
        turns.append(state.turn)
        state = placed(state, HANDS[state.turn or 0].split()[0], 0, drawn)
    assert turns == [2, 0, 1, 2]


def test_b5_refusals_before_the_first_turn() -> None:
    assert refused(start(), "s0 skip") == ("B5", "it is not this seat’s turn: the dealer acts")
    assert refused(start(), "dealer tile spy") == ("B5", "now is the time to draw the first player")
    assert refused(start(2), "dealer first s2") == ("B5", "there are only the seats s0 to s1")


# B6


def test_b6_a_placement_puts_a_card_face_down_at_any_bank() -> None:
    state = play(dealt(hands={0: "thief x 5 5 10"}), "dealer tile placement")
    in_hand = ["5", "10", "x", "thief"]
    assert legal(state, 0) == [f"place {kind} {bank}" for kind in in_hand for bank in range(5)]
    assert told(state, "s0 place thief 3") == (CardPlaced(S0, Kind.THIEF, 3),)
    state = play(state, "s0 place thief 3")
    assert state.banks[3][-1] == Card(Kind.THIEF, S0, up=False, spies=())
    assert state.hands[0] == (Kind.FIVE, Kind.FIVE, Kind.TEN, Kind.X)


def test_b6_then_one_card_is_drawn() -> None:
    state = play(dealt(), "dealer tile placement", "s0 place 5 3")
    assert GAME.actors(state) == {DEALER}
    assert told(state, "dealer hand s0 thief") == (HandDealt(S0, Kind.THIEF),)
    assert refused(state, "dealer hand s1 thief") == ("B6", "the next card goes to s0")
    assert refused(state, "dealer tile spy") == ("B6", "now is the time to draw a card")
    state = play(state, "dealer hand s0 thief")
    assert [str(kind) for kind in state.hands[0]] == ["5", "5", "5", "5", "thief"]
    assert (state.turn, state.phase) == (1, Phase.TILE)


def test_b6_without_a_pile_nothing_is_drawn() -> None:
    state = onward(dealt(2), lambda now: pile_empty(now) and now.phase is Phase.PLACE)
    seat = state.turn
    assert seat is not None
    card = state.hands[seat][0]
    after = play(state, f"s{seat} place {card} 0")
    assert len(after.hands[seat]) == len(state.hands[seat]) - 1
    assert (after.phase, after.turn) == (Phase.TILE, 1 - seat)


def test_b6_a_placement_must_be_made_with_a_card_in_hand() -> None:
    state = play(dealt(), "dealer tile placement")
    assert refused(state, "s0 skip") == ("B6", "now is the time to place a card")
    assert refused(state, "s0 place thief 0") == ("B6", "there is no thief in the hand")
    assert refused(state, "s1 place 5 0") == ("B6", "it is not this seat’s turn: s0 decides")


# B7


def test_b7_a_spy_looks_at_one_face_down_card_and_puts_it_back() -> None:
    state = play(dealt(banks="2 thief 2 2 3"), "dealer tile spy")
    assert legal(state, 0) == ["spy 0 0", "spy 1 0", "spy 2 0", "spy 3 0", "spy 4 0", "skip"]
    assert told(state, "s0 spy 1 0") == (CardSpied(S0, 1, 0, Kind.THIEF),)
    after = play(state, "s0 spy 1 0")
    assert after.banks[1] == (Card(Kind.THIEF, DEALER, up=False, spies=(S0,)),)
    assert (after.turn, after.phase) == (1, Phase.TILE)


def test_b7_spying_may_be_left() -> None:
    state = play(dealt(), "dealer tile spy")
    assert told(state, "s0 skip") == (Skipped(S0, Tile.SPY),)
    assert play(state, "s0 skip").turn == 1


def test_b7_who_looks_twice_is_remembered_once_and_several_in_order() -> None:
    state = dealt(2)
    spies = []
    for spy in ("s0", "s1", "s0"):
        state = onward(state, lambda now: now.phase is Phase.TILE and now.tiles[1] == 1)
        while f"s{state.turn}" != spy:
            state = onward(play(state, "dealer tile placement"), lambda now: now.phase is Phase.TILE)
        state = play(state, "dealer tile spy", f"{spy} spy 4 0")
        spies.append(state.banks[4][0].spies)
    assert spies == [(0,), (0, 1), (0, 1)]


def test_b7_with_no_card_to_spy_on_the_tile_does_nothing() -> None:
    """As it may be late in the game, when the pile is used up and every bank has been robbed."""
    state = replace(dealt(), banks=((),) * 5)
    assert told(state, "dealer tile spy") == (TileTurned(S0, Tile.SPY), NothingToDo(S0, Tile.SPY))


def test_b7_a_card_that_lies_open_or_nowhere_cannot_be_spied_on() -> None:
    state = placed(dealt(), "5", 2, "x")
    state = play(state, "dealer tile reveal", "s1 reveal 2 1", "dealer tile spy")
    assert refused(state, "s2 spy 2 1") == ("B7", "card 1 at bank 2 lies face up already")
    assert refused(state, "s2 spy 2 2") == ("B7", "there is no card 2 at bank 2")
    assert refused(state, "s2 spy 7 0") == ("B7", "there is no card 0 at bank 7")
    assert refused(state, "s2 rob 2") == ("B7", "now is the time to spy on a card or skip")
    assert refused(state, "s0 spy 2 0") == ("B7", "it is not this seat’s turn: s2 decides")


# B8


def test_b8_a_card_is_turned_up_for_all_and_stays_up() -> None:
    state = play(placed(dealt(), "5", 2, "x"), "dealer tile reveal")
    assert legal(state, 1) == ["reveal 2 0", "reveal 2 1", "skip"]
    assert told(state, "s1 reveal 2 1") == (CardRevealed(S1, 2, 1, Kind.FIVE),)
    after = play(state, "s1 reveal 2 1")
    assert after.banks[2][1] == Card(Kind.FIVE, S0, up=True, spies=())
    assert after.turn == 2


def test_b8_the_last_face_down_card_of_a_bank_stays_down() -> None:
    state = play(placed(dealt(), "5", 2, "x"), "dealer tile reveal")
    last = ("B8", "the last face-down card at bank {} may not be turned up")
    assert refused(state, "s1 reveal 0 0") == (last[0], last[1].format(0))
    state = onward(play(state, "s1 reveal 2 0"), lambda now: now.tiles == (4, 1, 1, 1))
    state = onward(play(state, "dealer tile placement"), lambda now: now.phase is Phase.TILE)
    state = play(state, "dealer tile reveal")
    assert refused(state, f"s{state.turn} reveal 2 1") == (last[0], last[1].format(2))
    assert refused(state, f"s{state.turn} reveal 2 0") == ("B8", "card 0 at bank 2 lies face up already")


def test_b8_as_the_very_first_tile_it_does_nothing() -> None:
    state = dealt()
    assert told(state, "dealer tile reveal") == (TileTurned(S0, Tile.REVEAL), NothingToDo(S0, Tile.REVEAL))
    assert play(state, "dealer tile reveal").turn == 1


def test_b8_revealing_may_be_left() -> None:
    state = play(placed(dealt(), "5", 2, "x"), "dealer tile reveal")
    assert told(state, "s1 skip") == (Skipped(S1, Tile.REVEAL),)
    assert refused(state, "s1 spy 2 1") == ("B8", "now is the time to reveal a card or skip")
    assert refused(state, "s1 reveal 2 9") == ("B8", "there is no card 9 at bank 2")


# B9


def test_b9_any_of_the_five_banks_may_be_robbed() -> None:
    state = play(dealt(), "dealer tile robbery")
    assert legal(state, 0) == [f"rob {bank}" for bank in range(5)]
    assert told(state, "s0 rob 3") == (RobberyCalled(S0, 3),)


def test_b9_a_robbery_must_be_made() -> None:
    state = play(dealt(), "dealer tile robbery")
    assert refused(state, "s0 skip") == ("B9", "now is the time to choose the bank to rob")
    assert refused(state, "s2 rob 1") == ("B9", "it is not this seat’s turn: s0 decides")


def test_b9_an_empty_bank_may_be_robbed_too() -> None:
    """Once the pile is used up a robbed bank stays empty."""
    state = onward(dealt(2), lambda now: pile_empty(now) and now.phase is Phase.ROB)
    state = play(state, f"s{state.turn} rob 4", "s0 bid 0", "s1 bid 0")
    empty = onward(state, lambda now: now.phase is Phase.ROB)
    assert kinds(empty, 4) == []
    assert "rob 4" in legal(empty, empty.turn or 0)
    robbed = play(empty, f"s{empty.turn} rob 4", "s0 bid 10", "s1 bid 0")
    assert robbed.coins == empty.coins


# B10


def test_b10_after_the_seventh_tile_all_are_shuffled_again() -> None:
    state = dealt()
    for tile in A_CYCLE[:-1]:
        state = onward(play(state, f"dealer tile {tile}"), lambda now: now.phase is Phase.TILE)
    assert state.tiles == (0, 0, 0, 1)
    assert GAME.view(state, None).tiles == state.tiles
    state = play(state, "dealer tile robbery", "s0 rob 0", "s0 bid 0", "s1 bid 0", "s2 bid 0")
    assert told(state, "dealer bank 0 x")[-1] == TilesShuffled()
    assert play(state, "dealer bank 0 x").tiles == (4, 1, 1, 1)


def test_b10_only_the_dealer_turns_up_tiles() -> None:
    assert refused(dealt(), "s0 place 5 0") == ("B10", "it is not this seat’s turn: the dealer acts")
    assert refused(dealt(), "dealer hand s0 5") == ("B10", "now is the time to turn up a tile")
