"""What each seat and an onlooker see of Vabanque, in views and in masked events."""

from dataclasses import fields
from typing import get_args

import pytest

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    Card,
    CardLaid,
    CardsReturned,
    CasinoOpened,
    ChipPlaced,
    Earning,
    Event,
    FirstDrawn,
    GameEnded,
    Kind,
    OrderSet,
    PawnMoved,
    PawnsStood,
    Phase,
    PhaseBegan,
    RoundPaid,
    State,
    View,
)
from tests.games.vabanque.builders import everybody, play, round_of, start, table, told

S0, S1, S2 = (Seat(seat) for seat in range(3))
EVERYBODY = (S0, S1, S2, None)
LAID = play(everybody(table(3), "chip 0"), "s0 lay trap 4", "s1 lay raise 4", "s2 lay bluff 5", "s0 lay raise 4")


def test_everybody_sees_all_that_lies_open() -> None:
    state = play(round_of(table(3)), "s2 chip 3")
    for seat in EVERYBODY:
        seen = GAME.view(state, seat)
        for name in ("options", "seats", "round", "phase", "order", "turn", "chips", "pawns", "money"):
            assert getattr(seen, name) == getattr(state, name), name
        assert seen.actors == GAME.actors(state)
        assert seen.me == seat


def test_a_view_and_a_state_differ_by_what_is_hidden_only() -> None:
    """A field added to the state has to be thought of in the view."""
    both = {field.name for field in fields(View)} & {field.name for field in fields(State)}
    assert {field.name for field in fields(State)} - both == {"hands"}
    assert {field.name for field in fields(View)} - both == {"me", "actors", "hand", "hand_sizes"}


@pytest.mark.parametrize(
    ("seat", "casino_4", "casino_5", "hand"),
    [
        (S0, (Kind.TRAP, None, Kind.RAISE), (None,), (Kind.BLUFF,)),
        (S1, (None, Kind.RAISE, None), (None,), (Kind.TRAP, Kind.BLUFF)),
        (S2, (None, None, None), (Kind.BLUFF,), (Kind.RAISE, Kind.TRAP)),
        (None, (None, None, None), (None,), ()),
    ],
    ids=["s0", "s1", "s2", "onlooker"],
)
def test_v3_of_face_down_cards_everybody_sees_the_owner_and_only_the_owner_the_kind(
    seat: Seat | None, casino_4: tuple[Kind | None, ...], casino_5: tuple[Kind | None, ...], hand: tuple[Kind, ...]
) -> None:
    seen = GAME.view(LAID, seat)
    assert seen.laid[4] == tuple(map(Card, (S0, S1, S0), casino_4))
    assert seen.laid[5] == tuple(map(Card, (S2,), casino_5))
    assert [len(cards) for cards in seen.laid] == [0, 0, 0, 0, 3, 1, 0]
    assert seen.hand == hand
    assert seen.hand_sizes == (1, 2, 2)


def test_the_story_is_remembered_with_the_own_kinds_only() -> None:
    laid = [event for event in GAME.view(LAID, S0).story if isinstance(event, CardLaid)]
    assert laid == [
        CardLaid(S0, Kind.TRAP, 4),
        CardLaid(S1, None, 4),
        CardLaid(S2, None, 5),
        CardLaid(S0, Kind.RAISE, 4),
    ]
    onlooker = [event for event in GAME.view(LAID, None).story if isinstance(event, CardLaid)]
    assert [event.kind for event in onlooker] == [None] * 4


def test_the_story_is_all_that_was_told_and_masked() -> None:
    state = start(3, "2019")
    heard: dict[Seat | None, list[Event]] = {seat: [] for seat in EVERYBODY}
    for line in ("dealer first s0", "s0 chip 1", "s1 chip 1", "s2 chip 2"):
        for seat in EVERYBODY:
            heard[seat] += [seen for event in told(state, line) if (seen := GAME.mask(event, seat)) is not None]
        state = play(state, line)
    for seat in EVERYBODY:
        assert GAME.view(state, seat).story == tuple(heard[seat])


def test_v12_cards_returned_unseen_stay_their_owners_secret_for_good() -> None:
    state = round_of(table(3), lay=("lay raise 6", "lay trap 5", "lay bluff 6"))
    for seat in EVERYBODY:
        known = [event for event in GAME.view(state, seat).story if isinstance(event, CardLaid)]
        assert all((event.kind is not None) == (event.seat == seat) for event in known)
        assert CardsReturned(5, (S0, S1, S2)) in GAME.view(state, seat).story


def test_v12_cards_turned_up_are_remembered_by_everybody() -> None:
    state = round_of(table(3), lay=("lay raise 2", "lay trap 6", "lay bluff 6"))
    for seat in EVERYBODY:
        shown = [event for event in GAME.view(state, seat).story if isinstance(event, CasinoOpened)]
        assert [event.cards for event in shown] == [(), tuple(Card(owner, Kind.RAISE) for owner in (S0, S1, S2)), ()]


def test_before_anybody_is_drawn_there_is_little_to_see() -> None:
    seen = GAME.view(start(3), S1)
    assert (seen.order, seen.pawns, seen.story, seen.hand) == ((), (), (), ALL_KINDS)
    assert seen.phase is Phase.FIRST


OPEN_EVENTS: list[Event] = [
    FirstDrawn(S1, (S1, S2, S0)),
    PawnsStood((0, 2, 4)),
    PhaseBegan(2, Phase.CARDS),
    ChipPlaced(S0, 3, 20),
    PawnMoved(S0, 6, 2, 1),
    CasinoOpened(4, (Card(S0, Kind.TRAP),), (S1,), 15, (), 15, (Earning(S0, 0, (), (S1,), 15_000, 15_000),)),
    CardsReturned(5, (S2,)),
    RoundPaid(1, (0, 5_000, 0), (0, 5_000, 0)),
    OrderSet((S1, S2, S0)),
    GameEnded((0, 5_000, 0), (S1,)),
]


@pytest.mark.parametrize("event", OPEN_EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("seat", EVERYBODY)
def test_an_open_event_is_told_to_everybody_as_it_is(event: Event, seat: Seat | None) -> None:
    assert GAME.mask(event, seat) == event


def test_a_laid_card_is_told_with_its_kind_to_its_owner_only() -> None:
    event = CardLaid(S1, Kind.TRAP, 4)
    assert [GAME.mask(event, seat) for seat in EVERYBODY] == [
        CardLaid(S1, None, 4),
        event,
        CardLaid(S1, None, 4),
        CardLaid(S1, None, 4),
    ]


def test_masking_twice_changes_nothing() -> None:
    for seat in EVERYBODY:
        once = GAME.mask(CardLaid(S1, Kind.TRAP, 4), seat)
        assert once is not None
        assert GAME.mask(once, seat) == once


def test_every_kind_of_event_is_masked_above() -> None:
    assert {type(event) for event in OPEN_EVENTS} | {CardLaid} == set(get_args(Event))


def test_an_event_nobody_thought_of_is_shown_to_nobody() -> None:
    with pytest.raises(AssertionError, match="nobody thought of this"):
        GAME.mask("nobody thought of this", S1)  # type: ignore[arg-type]
