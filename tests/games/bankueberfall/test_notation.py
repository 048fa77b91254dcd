"""Banküberfall's moves as text: one spelling a move, and a sentence for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.model import (
    Bid,
    DealBank,
    DealHand,
    DrawFirst,
    Kind,
    Move,
    PlaceCard,
    RevealCard,
    RobBank,
    Skip,
    SpyOn,
    Tile,
    TurnTile,
)
from bluffhouse.games.bankueberfall.notation import read, write

COUNTS = st.integers(0, 9999)
KINDS = st.sampled_from(Kind)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(DrawFirst, COUNTS.map(Seat)),
    st.builds(DealBank, COUNTS, KINDS),
    st.builds(DealHand, COUNTS.map(Seat), KINDS),
    st.builds(TurnTile, st.sampled_from(Tile)),
    st.builds(PlaceCard, KINDS, COUNTS),
    st.builds(SpyOn, COUNTS, COUNTS),
    st.builds(RevealCard, COUNTS, COUNTS),
    st.just(Skip()),
    st.builds(RobBank, COUNTS),
    st.builds(Bid, COUNTS),
)
VERBS = ["first", "bank", "hand", "tile", "place", "spy", "reveal", "skip", "rob", "bid"]
WORDS = st.sampled_from([*VERBS, "placement", "robbery", "s0", "s1", "0", "1", "5", "10", "x", "thief", ""])


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (DrawFirst(Seat(2)), "first s2"),
        (DealBank(0, Kind.THIEF), "bank 0 thief"),
        (DealHand(Seat(0), Kind.FIVE), "hand s0 5"),
        (TurnTile(Tile.PLACEMENT), "tile placement"),
        (PlaceCard(Kind.FIVE, 3), "place 5 3"),
        (PlaceCard(Kind.X, 0), "place x 0"),
        (SpyOn(3, 1), "spy 3 1"),
        (RevealCard(3, 1), "reveal 3 1"),
        (Skip(), "skip"),
        (RobBank(3), "rob 3"),
        (Bid(0), "bid 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_moves_are_written_like_this(move: Move, text: str) -> None:
    assert write(move) == text
    assert read(text) == move


def test_the_words_of_cards_and_tiles() -> None:
    cards = [write(PlaceCard(kind, 0)).split()[1] for kind in Kind]
    assert cards == ["2", "3", "4", "5", "10", "x", "seductress", "policeman", "detective", "thief"]
    assert [write(TurnTile(tile)).split()[1] for tile in Tile] == ["placement", "spy", "reveal", "robbery"]


@given(MOVES)
def test_notation_round_trips(move: Move) -> None:
    assert read(write(move)) == move


@given(st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=12))
def test_any_text_is_a_move_in_its_one_spelling_or_refused(text: str) -> None:
    try:
        move = read(text)
    except ValueError:
        return
    assert write(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "place 5", "place 6 3", "place ace 3", "place X 3", "place  5 3", "spy 3", "skip 3", "Skip", " skip"),
        *("rob", "bid 1 2", "bank 0 ace", "hand s0 ace", "tile jump"),
    ],
)
def test_what_is_no_move_is_told_how_moves_are_written(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no move of Banküberfall; moves are written «place thief 3»") as refused:
        read(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("place 5 three", "a bank is a whole number, not 'three'"),
        ("spy -1 0", "a bank is a whole number, not '-1'"),
        ("reveal 3 01", "a card is a whole number, not '01'"),
        ("rob x", "a bank is a whole number, not 'x'"),
        ("bid 1.5", "a bid is a whole number, not '1.5'"),
        ("first 2", "a seat is written s0, s1, s2 …, not '2'"),
        ("hand 2 5", "a seat is written s0, s1, s2 …, not '2'"),
        ("bank s0 5", "a bank is a whole number, not 's0'"),
    ],
)
def test_a_wrong_number_is_named(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(text)
