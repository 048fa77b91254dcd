"""Vabanque's moves as text: one spelling a move, and a sentence for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.model import DrawFirst, Kind, LayCard, Move, MovePawn, PlaceChip, Stand
from bluffhouse.games.vabanque.notation import read, write

COUNTS = st.integers(0, 9999)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(DrawFirst, COUNTS.map(Seat)),
    st.builds(Stand, COUNTS),
    st.builds(PlaceChip, COUNTS),
    st.builds(LayCard, st.sampled_from(Kind), COUNTS),
    st.builds(MovePawn, COUNTS),
)
WORDS = st.sampled_from(
    ["first", "stand", "chip", "lay", "move", "raise", "trap", "bluff", "s1", "0", "3", "99", "", "x"]
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (DrawFirst(Seat(2)), "first s2"),
        (Stand(5), "stand 5"),
        (PlaceChip(3), "chip 3"),
        (LayCard(Kind.RAISE, 0), "lay raise 0"),
        (LayCard(Kind.TRAP, 4), "lay trap 4"),
        (LayCard(Kind.BLUFF, 11), "lay bluff 11"),
        (MovePawn(0), "move 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_moves_are_written_like_this(move: Move, text: str) -> None:
    assert write(move) == text
    assert read(text) == move


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
        "",
        "chip",
        "chip 3 4",
        "lay trap",
        "lay ace 3",
        "lay trap 3 4",
        "raise 3",
        "Chip 3",
        "chip  3",
        " chip 3",
        "pass",
    ],
)
def test_what_is_no_move_is_told_how_moves_are_written(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no move of Vabanque; moves are written «chip 3»") as refused:
        read(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("chip three", "a casino is a whole number, not 'three'"),
        ("lay trap -1", "a casino is a whole number, not '-1'"),
        ("stand 05", "a casino is a whole number, not '05'"),
        ("move 1.5", "a number of steps is a whole number, not '1.5'"),
        ("first 2", "a seat is written s0, s1, s2 …, not '2'"),
    ],
)
def test_a_wrong_number_is_named(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(text)
