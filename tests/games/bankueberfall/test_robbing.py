"""Banküberfall rule by rule, from the bids to the end: what a robbery does to a game, and who has won."""

from itertools import permutations

import pytest

from bluffhouse.core.game import DEALER, Seat, winners
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import (
    BankDealt,
    BankRobbed,
    BidSealed,
    Card,
    CardPlaced,
    Event,
    GameEnded,
    Kind,
    LastRoundBegan,
    Options,
    Phase,
    State,
)
from bluffhouse.games.bankueberfall.robbery import robbed
from tests.games.bankueberfall.builders import (
    SEATS,
    dealt,
    face_down,
    kinds,
    last_card,
    legal,
    onward,
    pile_empty,
    play,
    refused,
    told,
)

S0, S1, S2 = (Seat(seat) for seat in range(3))


def bidding(bank: str = "5", seats: int = 3, **options: bool) -> State:
    """s0 robs bank 0, where one card lies, and everybody is to bid."""
    state = dealt(seats, banks=f"{bank} 2 2 2 3", options=Options(**options))
    return play(state, "dealer tile robbery", "s0 rob 0")


def rob(state: State, *bids: int) -> BankRobbed:
    """Everybody's bids in order of seats, and what comes of them."""
    *early, last = [f"s{seat} bid {bid}" for seat, bid in enumerate(bids)]
    (robbery,) = [event for event in told(play(state, *early), last) if isinstance(event, BankRobbed)]
    return robbery


def bid_all(state: State, *bids: int) -> State:
    return play(state, *(f"s{seat} bid {bid}" for seat, bid in enumerate(bids)))


# B4


def test_b4_the_reserve_never_runs_dry() -> None:
    """All the money at one bank, five times over: no box holds so many coins."""
    cards = face_down("2", "3", "4", *["5"] * 11, "10", "10", "x", "x", "x", "x")
    robbery = robbed(0, cards, (130, 140, 150), (150, 150, 150), past_unpaid=False)
    assert robbery.loot == 420
    assert robbery.received == (130, 140, 150)


def test_b4_a_credit_counts_ten_less() -> None:
    state = bid_all(bidding("thief"), 7, 0, 10)
    assert (state.coins, state.credits) == ((13, 10, 10), (1, 0, 1))
    assert GAME.wealth(state) == (3, 10, 0)


# B11


@pytest.mark.parametrize("seats", SEATS)
def test_b11_everybody_bids_at_the_same_time_from_nothing_to_all(seats: int) -> None:
    state = bidding(seats=seats)
    assert GAME.actors(state) == frozenset(range(seats))
    for seat in range(seats):
        assert legal(state, seat) == [f"bid {amount}" for amount in range(11)]


def test_b11_a_bid_is_sealed_until_all_are_in() -> None:
    state = bidding()
    assert told(state, "s1 bid 7") == (BidSealed(S1, 7),)
    state = play(state, "s1 bid 7")
    assert GAME.actors(state) == {0, 2}
    assert state.story == bidding().story
    sealed, robbery = told(play(state, "s0 bid 2"), "s2 bid 3")
    assert sealed == BidSealed(S2, 3)
    assert isinstance(robbery, BankRobbed)
    assert robbery.bids == (2, 7, 3)


def test_b11_bids_come_in_any_order() -> None:
    lines = ("s0 bid 2", "s1 bid 7", "s2 bid 3")
    assert len({play(bidding(), *order) for order in permutations(lines)}) == 1


def test_b11_coins_bid_still_belong_to_the_bidder() -> None:
    assert bid_all(bidding("2"), 10, 0, 3).coins == (10, 10, 10)


def test_b11_refusals() -> None:
    state = play(bidding(), "s1 bid 7")
    assert refused(state, "s0 bid 11") == ("B11", "a bid is a whole amount from 0 to the own 10 coins")
    assert refused(state, "s1 bid 6") == ("B11", "this seat has bid already")
    assert refused(state, "s0 skip") == ("B11", "now is the time to bid")
    assert refused(state, "dealer tile spy") == ("B11", "it is not this seat’s turn: s0 decides")
    assert refused(state, "s3 bid 0") == ("B11", "it is not this seat’s turn: s0 decides")


# B12


def crowd(*cards: str) -> State:
    """Everybody is to bid for bank 0, where these cards lie, the first of them dealt and the others placed."""
    state = dealt(2, banks=f"{cards[0]} 2 2 2 3", hands={0: "5 5 5 5 10", 1: "5 5 5 5 10"})
    for kind in cards[1:]:
        state = onward(state, lambda now: now.phase is Phase.TILE and now.tiles[0] > 0)
        seat = state.turn or 0
        state = play(state, "dealer tile placement", f"s{seat} place {state.hands[seat][0]} 4")
        state = play(state, f"dealer hand s{seat} {kind}")
        state = back_to(state, seat)
        state = play(state, "dealer tile placement", f"s{seat} place {kind} 0")
        state = play(state, f"dealer hand s{seat} {GAME.write(GAME.odds(state)[0][0]).split()[-1]}")
    state = onward(state, lambda now: now.phase is Phase.TILE)
    return play(state, "dealer tile robbery", f"s{state.turn} rob 0")


def back_to(state: State, seat: int) -> State:
    """The same seat's next turn, with a placement tile left and the robbery still to come."""
    while state.turn != seat or not state.tiles[0]:
        tile = "spy" if state.tiles[1] else "reveal"
        state = play(state, f"dealer tile {tile}")
        state = state if state.phase is Phase.TILE else play(state, f"s{state.turn} skip")
    return state


def test_b12_a_lone_seductress_sends_the_thief_away() -> None:
    assert rob(crowd("seductress", "thief"), 10, 0).lost == (0, 0)
    assert rob(bidding("thief", 2), 10, 0).lost == (10, 0)


def test_b12_two_policemen_do_nothing_and_one_closes_the_bank() -> None:
    assert rob(bidding("policeman", 2), 10, 0).rewarded == (S1,)
    assert rob(crowd("policeman", "policeman"), 10, 0).rewarded == ()


def test_b12_a_detective_and_a_thief_cancel() -> None:
    pair = rob(crowd("detective", "thief"), 10, 0)
    assert (pair.lost, pair.highest_first) == ((0, 0), False)
    assert rob(bidding("detective", 2), 10, 0).highest_first


def test_b12_all_cards_are_shown() -> None:
    state = bidding("thief")
    assert rob(state, 0, 0, 0).cards == state.banks[0] == (Card(Kind.THIEF, DEALER, up=False, spies=()),)


# B13, B14, B15, B16


def test_b13_who_bids_against_a_policeman_keeps_the_coins() -> None:
    state = bid_all(bidding("policeman"), 10, 0, 4)
    assert (state.coins, state.credits) == ((10, 15, 10), (0, 0, 0))


def test_b14_x_alone_is_no_loot() -> None:
    assert rob(bidding("x"), 1, 0, 0).loot == 0
    assert bid_all(bidding("x"), 1, 0, 0).coins == (10, 10, 10)


def test_b14_x_multiplies() -> None:
    robbery = rob(crowd("5", "x"), 10, 0)
    assert (robbery.money, robbery.factor, robbery.loot) == ((5,), 2, 10)


def test_b15_lowest_first_and_paying_ends_at_the_first_who_cannot_be_paid() -> None:
    assert bid_all(bidding("10"), 4, 5, 6).coins == (14, 15, 10)
    assert bid_all(bidding("10"), 6, 6, 10).coins == (10, 10, 10)


def test_b15_the_house_rule_pay_past_unpaid_goes_on() -> None:
    assert bid_all(bidding("10", pay_past_unpaid=True), 6, 6, 10).coins == (10, 10, 20)


def test_b16_who_falls_below_ten_takes_a_credit() -> None:
    robbery = rob(bidding("thief"), 1, 0, 10)
    assert robbery.in_credit == (0, 2)
    assert robbery.coins == (19, 10, 10)


def test_b16_who_keeps_ten_takes_none() -> None:
    rich = bid_all(bidding("10", 2), 10, 0)
    assert rich.coins == (20, 10)
    state = play(rich, "dealer bank 0 thief")
    state = play(onward(state, lambda now: now.phase is Phase.ROB), "s1 rob 0")
    robbery = rob(state, 10, 0)
    assert (robbery.lost, robbery.coins, robbery.in_credit) == ((10, 0), (10, 10), ())


# B17


def test_b17_the_banks_cards_go_and_one_comes_from_the_pile() -> None:
    state = bid_all(bidding("5"), 0, 0, 0)
    assert kinds(state, 0) == []
    assert state.phase is Phase.REFILL
    assert GAME.actors(state) == {DEALER}
    assert told(state, "dealer bank 0 thief")[0] == BankDealt(0, Kind.THIEF)
    assert refused(state, "dealer bank 1 thief") == ("B17", "the next card goes to bank 0")
    assert refused(state, "dealer tile spy") == ("B17", "now is the time to deal the robbed bank a new card")
    state = play(state, "dealer bank 0 thief")
    assert kinds(state, 0) == ["thief"]
    assert (state.turn, state.target, state.bids) == (1, None, (None, None, None))


def test_b17_without_a_pile_the_bank_stays_empty() -> None:
    state = onward(dealt(2), lambda now: pile_empty(now) and now.phase is Phase.BIDS)
    after = bid_all(state, 0, 0)
    assert kinds(after, 0) == []
    assert (after.phase, after.target) == (Phase.TILE, None)


# B18, B19


def ending(seats: int = 2) -> State:
    """Somebody is about to put down the last card of their hand."""
    return onward(dealt(seats), last_card)


def last_bids(state: State) -> tuple[State, list[Event]]:
    """Everybody bids nothing to the end."""
    heard: list[Event] = []
    while GAME.actors(state):
        line = f"s{min(GAME.actors(state))} bid 0"
        heard += told(state, line)
        state = play(state, line)
    return state, heard


@pytest.mark.parametrize("seats", SEATS)
def test_b18_the_last_card_begins_five_robberies_to_the_right(seats: int) -> None:
    state = ending(seats)
    seat = Seat(state.turn or 0)
    (card,) = state.hands[seat]
    order = tuple((seat - place) % 5 for place in range(5))
    line = f"s{seat} place {card} 2"
    assert told(state, line) == (CardPlaced(seat, card, 2), LastRoundBegan(seat, order))
    state = play(state, line)
    assert (state.target, state.last) == (order[0], order[1:])
    _, heard = last_bids(state)
    assert [event.bank for event in heard if isinstance(event, BankRobbed)] == list(order)
    assert not any(isinstance(event, BankDealt) for event in heard)


def test_b18_the_last_card_but_one_ends_nothing() -> None:
    state = onward(dealt(2), lambda now: pile_empty(now) and now.phase is Phase.PLACE)
    seat = state.turn or 0
    after = play(state, f"s{seat} place {state.hands[seat][0]} 2")
    assert after.phase is not Phase.BIDS


def test_b18_nobody_acts_after_the_fifth() -> None:
    state = ending()
    state, _ = last_bids(play(state, f"s{state.turn} place {state.hands[state.turn or 0][0]} 2"))
    assert (state.phase, GAME.actors(state), GAME.odds(state)) == (Phase.OVER, frozenset(), ())
    for line in ("s0 bid 0", "dealer tile spy", "s9 skip"):
        assert refused(state, line) == ("B18", "the game is over")
    assert all(GAME.moves(state, seat) == () for seat in (S0, S1, DEALER))


def test_b19_the_richest_wins_and_equals_win_together() -> None:
    state = ending()
    state = play(state, f"s{state.turn} place {state.hands[state.turn or 0][0]} 2")
    even, heard = last_bids(state)
    assert heard[-1] == GameEnded(GAME.wealth(even), winners(GAME, even))
    assert even.coins[0] == even.coins[1]
    assert winners(GAME, even) == (S0, S1)
    while not any(kind.isdigit() for kind in kinds(state, state.target or 0)):
        state = play(state, "s0 bid 0", "s1 bid 0")
    ahead, heard = last_bids(play(state, "s0 bid 0", "s1 bid 1"))
    assert winners(GAME, ahead) != (S0, S1)
    assert isinstance(heard[-1], GameEnded)
    assert heard[-1].wealth == GAME.wealth(ahead)


def test_b19_a_credit_can_cost_the_win() -> None:
    state = bid_all(bidding("thief", 2), 1, 0)
    assert state.coins[0] > state.coins[1]
    assert GAME.wealth(state) == (9, 10)
