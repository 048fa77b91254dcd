"""Options, seats and numbers as words: one spelling each, and a sentence for every other."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffhouse.core.game import Illegal, Seat
from bluffhouse.core.words import read_count, read_option, read_options, read_seat, write_options, write_seat
from tests.core.toy import Options, Side


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(), {"favourite": "heads", "loud": "false"}),
        (Options(Side.TAILS, loud=True), {"favourite": "tails", "loud": "true"}),
        (Options(guest=Seat(2)), {"favourite": "heads", "loud": "false", "guest": "s2"}),
    ],
    ids=["defaults", "all changed", "a seat named"],
)
def test_options_are_words_both_ways(options: Options, words: dict[str, str]) -> None:
    assert write_options(options) == words
    assert read_options(Options, words) == options


def test_what_is_not_named_keeps_its_default() -> None:
    assert read_options(Options, {}) == Options()
    assert read_options(Options, {"loud": "true"}) == Options(loud=True)


@pytest.mark.parametrize(
    ("name", "word", "sentence"),
    [
        ("colour", "red", "there is no option 'colour'; there are: favourite, loud, guest"),
        ("favourite", "edge", "favourite is one of heads, tails, not 'edge'"),
        ("loud", "yes", "loud is true or false, not 'yes'"),
        ("loud", "True", "loud is true or false, not 'True'"),
        ("guest", "2", "a seat is written s0, s1, s2 …, not '2'"),
        ("guest", "", "a seat is written s0, s1, s2 …, not ''"),
        ("guest", "s", "a seat is a whole number, not ''"),
    ],
    ids=["unknown", "not in the list", "not true or false", "capital", "bare number", "empty", "no number"],
)
def test_a_wrong_option_is_named(name: str, word: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read_option(Options, name, word)


def test_options_that_do_not_go_together_are_refused_by_their_rule() -> None:
    with pytest.raises(Illegal, match="T3: a guest wants quiet"):
        read_options(Options, {"loud": "true", "guest": "s1"})


@given(st.integers(0, 9999))
def test_seats_and_counts_round_trip(number: int) -> None:
    assert read_count("a chair", str(number)) == number
    assert read_seat(write_seat(Seat(number))) == number


@pytest.mark.parametrize("word", ["", "-1", "+1", "01", "1.0", " 1", "1 ", "²", "٣", "10000", "1e3", "0x1", "1_0", "x"])
def test_a_count_has_one_spelling_only(word: str) -> None:
    with pytest.raises(ValueError, match="a chair is a whole number, not ") as refused:
        read_count("a chair", word)
    assert repr(word) in str(refused.value)


@given(st.text(max_size=6))
def test_any_text_is_a_count_in_its_one_spelling_or_refused(word: str) -> None:
    try:
        number = read_count("a chair", word)
    except ValueError:
        return
    assert str(number) == word


@pytest.mark.parametrize("word", ["0", "S1", "seat 1", "dealer", "s-1", "s01", "ss1"])
def test_a_seat_has_one_spelling_only(word: str) -> None:
    with pytest.raises(ValueError, match=r"a seat is (written s0|a whole number)"):
        read_seat(word)
