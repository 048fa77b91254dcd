"""What each seat and an onlooker see of Banküberfall, in views and in masked events."""

from dataclasses import fields
from typing import get_args

import pytest

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import (
    BankDealt,
    BankRobbed,
    BidSealed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    Event,
    FirstDrawn,
    GameEnded,
    HandDealt,
    Kind,
    LastRoundBegan,
    NothingToDo,
    Options,
    RobberyCalled,
    Skipped,
    State,
    Tile,
    TilesShuffled,
    TileTurned,
    View,
)
from bluffhouse.games.bankueberfall.robbery import robbed
from tests.games.bankueberfall.builders import dealt, face_down, play, start, told

S0, S1, S2 = (Seat(seat) for seat in range(3))
EVERYBODY = (S0, S1, S2, None)

# s0 has put a thief at bank 1, s1 has spied on it, s2 has turned up the card dealt there
SEEN = play(
    dealt(banks="2 10 2 2 3", hands={0: "thief 5 5 5 5"}),
    "dealer tile placement",
    "s0 place thief 1",
    "dealer hand s0 x",
    "dealer tile spy",
    "s1 spy 1 1",
    "dealer tile reveal",
    "s2 reveal 1 0",
)
BIDDING = play(SEEN, "dealer tile robbery", "s0 rob 4", "s1 bid 6")


def test_everybody_sees_all_that_lies_open() -> None:
    open_to_all = ("options", "seats", "phase", "turn", "tiles", "coins", "credits", "target", "last")
    for state in (SEEN, BIDDING):
        for seat in EVERYBODY:
            seen = GAME.view(state, seat)
            for name in open_to_all:
                assert getattr(seen, name) == getattr(state, name), name
            assert seen.actors == GAME.actors(state)
            assert seen.pile_size == 45 - 5 - 15 - 1
            assert seen.hand_sizes == (5, 5, 5)
            assert seen.me == seat


def test_a_view_and_a_state_differ_by_what_is_hidden_only() -> None:
    """A field added to the state has to be thought of in the view."""
    both = {field.name for field in fields(View)} & {field.name for field in fields(State)}
    assert {field.name for field in fields(State)} - both == {"pile", "hands", "bids"}
    own = {"me", "actors", "pile_size", "hand", "hand_sizes", "bid", "have_bid"}
    assert {field.name for field in fields(View)} - both == own


@pytest.mark.parametrize(
    ("seat", "thief"),
    [(S0, Kind.THIEF), (S1, Kind.THIEF), (S2, None), (None, None)],
    ids=["put it there", "spied on it", "did neither", "onlooker"],
)
def test_b7_a_face_down_card_is_known_to_who_placed_it_and_who_spied(seat: Seat | None, thief: Kind | None) -> None:
    assert GAME.view(SEEN, seat).banks[1] == (
        Card(Kind.TEN, DEALER, up=True, spies=()),
        Card(thief, S0, up=False, spies=(S1,)),
    )


@pytest.mark.parametrize("seat", EVERYBODY)
def test_b5_the_cards_dealt_to_the_banks_are_known_to_nobody(seat: Seat | None) -> None:
    banks = GAME.view(SEEN, seat).banks
    assert [banks[bank] for bank in (0, 2, 3, 4)] == [(Card(None, DEALER, up=False, spies=()),)] * 4
    dealt_there = [event for event in GAME.view(SEEN, seat).story if isinstance(event, BankDealt)]
    assert dealt_there == [BankDealt(bank, None) for bank in range(5)]


def test_the_own_hand_is_seen_and_no_other() -> None:
    for seat in (S0, S1, S2):
        assert GAME.view(SEEN, seat).hand == SEEN.hands[seat]
    assert GAME.view(SEEN, None).hand == ()


def test_b11_the_own_bid_is_seen_and_of_the_others_that_they_have_bid() -> None:
    assert [GAME.view(BIDDING, seat).bid for seat in EVERYBODY] == [None, 6, None, None]
    assert all(GAME.view(BIDDING, seat).have_bid == (False, True, False) for seat in EVERYBODY)
    assert all("6" not in str(GAME.view(BIDDING, seat)) for seat in (S0, S2, None))


def test_the_house_rule_screens_changes_nothing_a_seat_may_know() -> None:
    state = dealt(options=Options(screens=False))
    for seat in EVERYBODY:
        assert GAME.view(state, seat).coins == GAME.view(dealt(), seat).coins


def test_the_story_is_all_that_was_told_and_masked() -> None:
    """But for sealed bids, which come in any order: the robbery tells them."""
    lines = ("dealer tile robbery", "s0 rob 4", "s2 bid 1", "s0 bid 0", "s1 bid 0", "dealer bank 4 x")
    state = dealt()
    heard: dict[Seat | None, list[Event]] = {seat: list(GAME.view(state, seat).story) for seat in EVERYBODY}
    for line in lines:
        for seat in EVERYBODY:
            seen = [GAME.mask(event, seat) for event in told(state, line)]
            heard[seat] += [event for event in seen if event is not None and not isinstance(event, BidSealed)]
        state = play(state, line)
    for seat in EVERYBODY:
        assert GAME.view(state, seat).story == tuple(heard[seat])


def test_what_was_spied_on_and_placed_is_remembered_for_good() -> None:
    """Even when the bank has long been robbed."""
    state = play(SEEN, "dealer tile robbery", "s0 rob 1", "s0 bid 0", "s1 bid 0", "s2 bid 0", "dealer bank 1 x")
    for seat, thief in ((S0, None), (S1, Kind.THIEF), (S2, None), (None, None)):
        spied = [event for event in GAME.view(state, seat).story if isinstance(event, CardSpied)]
        assert spied == [CardSpied(S1, 1, 1, thief)]


def test_before_anybody_is_drawn_there_is_little_to_see() -> None:
    seen = GAME.view(start(), S1)
    assert (seen.turn, seen.hand, seen.story, seen.pile_size) == (None, (), (), 45)


OPEN_EVENTS: list[Event] = [
    FirstDrawn(S1),
    TilesShuffled(),
    TileTurned(S0, Tile.SPY),
    NothingToDo(S0, Tile.REVEAL),
    Skipped(S0, Tile.SPY),
    CardRevealed(S0, 1, 0, Kind.TEN),
    RobberyCalled(S2, 4),
    robbed(4, face_down("thief", "5"), (1, 2, 3), (10, 10, 10), past_unpaid=False),
    LastRoundBegan(S1, (1, 0, 4, 3, 2)),
    GameEnded((9, 10, 11), (S2,)),
]
SECRET_EVENTS: list[tuple[Event, Event, Seat | None]] = [
    (HandDealt(S1, Kind.X), HandDealt(S1, None), S1),
    (CardPlaced(S1, Kind.X, 3), CardPlaced(S1, None, 3), S1),
    (CardSpied(S1, 3, 0, Kind.X), CardSpied(S1, 3, 0, None), S1),
    (BidSealed(S1, 7), BidSealed(S1, None), S1),
    (BankDealt(3, Kind.X), BankDealt(3, None), DEALER),
]


@pytest.mark.parametrize("event", OPEN_EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("seat", EVERYBODY)
def test_an_open_event_is_told_to_everybody_as_it_is(event: Event, seat: Seat | None) -> None:
    assert GAME.mask(event, seat) == event


@pytest.mark.parametrize(("event", "masked", "owner"), SECRET_EVENTS, ids=lambda value: type(value).__name__)
def test_a_secret_is_told_to_its_owner_only(event: Event, masked: Event, owner: Seat | None) -> None:
    for seat in EVERYBODY:
        expected = event if seat == owner else masked
        assert GAME.mask(event, seat) == expected
        assert GAME.mask(expected, seat) == expected


def test_every_kind_of_event_is_masked_above() -> None:
    kinds = {type(event) for event in OPEN_EVENTS} | {type(event) for event, _, _ in SECRET_EVENTS}
    assert kinds == set(get_args(Event))
    assert BankRobbed in kinds


def test_an_event_nobody_thought_of_is_shown_to_nobody() -> None:
    with pytest.raises(AssertionError, match="nobody thought of this"):
        GAME.mask("nobody thought of this", Seat(1))  # type: ignore[arg-type]
