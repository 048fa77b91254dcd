"""A game as text: written, read and replayed; every fault is refused with its line."""

from typing import Any

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat
from bluffhouse.core.record import (
    LONGEST_HEADER,
    LONGEST_LINE,
    LONGEST_RECORD,
    BadRecord,
    Record,
    read,
    read_move,
    replay,
    write,
)
from bluffhouse.games import find
from tests.core.toy import TOY, Options, Side, State, find_toy

GOOD = """game: toy
seats: 2
favourite: tails
loud: true
---
dealer call tails
s1 call heads
s0 call tails
"""
RECORD = Record(
    TOY,
    2,
    Options(Side.TAILS, loud=True),
    ((DEALER, Side.TAILS), (Seat(1), Side.HEADS), (Seat(0), Side.TAILS)),
)


def refusal(text: str | bytes, finder: Any = find_toy) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        read(text if isinstance(text, bytes) else text.encode(), finder)
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.sentence}"
    assert "\n" not in str(refused.value)
    return refused.value


def swapped(line: int, *new: str) -> str:
    """The good record with one line, counted from 1, replaced by others."""
    lines = GOOD.splitlines()
    return "\n".join([*lines[: line - 1], *new, *lines[line:], ""])


def test_a_record_is_a_header_and_one_line_a_move() -> None:
    assert write(RECORD) == GOOD
    assert read(GOOD.encode(), find_toy).record == RECORD


def test_reading_replays_every_move_through_the_checking_door() -> None:
    found = read(GOOD.encode(), find_toy)
    assert found == replay(RECORD)
    assert found.start == State(RECORD.options, None, (None, None))
    assert found.state == State(RECORD.options, Side.TAILS, (Side.TAILS, Side.HEADS))
    assert [len(step.events) for step in found.steps] == [0, 0, 1]


def test_a_game_that_has_not_begun_stands_at_its_start() -> None:
    found = read(b"game: toy\nseats: 3\n---\n", find_toy)
    assert found.steps == ()
    assert found.state == found.start == TOY.setup(Options(), 3)


def test_replay_refuses_an_illegal_move() -> None:
    with pytest.raises(Illegal, match="T2"):
        replay(Record(TOY, 2, Options(), ((Seat(0), Side.HEADS),)))


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\n\n"),
        "\n\n" + GOOD,
        GOOD.replace("\n", "   \n"),
        GOOD.rstrip("\n"),
        GOOD.replace(": ", ":  "),
        GOOD.replace(": ", ":"),
        "loud: true\nfavourite: tails\nseats: 2\ngame: toy\n" + GOOD[GOOD.index("---") :],
    ],
    ids=["CRLF", "blank lines", "blank first", "spaces at the end", "no last newline", "two spaces", "none", "order"],
)
def test_harmless_differences_are_accepted(text: str) -> None:
    assert read(text.encode(), find_toy).record == RECORD


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        # the header
        ("", 1, "ends inside its header"),
        ("game: toy\nseats: 2\n", 3, "ends inside its header"),
        ("---\n", 1, "does not say 'game'"),
        (swapped(1), 4, "does not say 'game'"),
        (swapped(2), 4, "does not say 'seats'"),
        (swapped(1, "game: poker"), 1, "there is no game called 'poker'; there are: toy"),
        (swapped(1, "game toy"), 1, "lines «key: value»"),
        (swapped(2, "seats: 2", "seats: 2"), 3, "'seats' stands in the header twice"),
        (swapped(4, "loud: true", "favourite: tails"), 5, "'favourite' stands in the header twice"),
        (swapped(2, "seats: 99"), 2, "T1: two or three play, not 99"),
        (swapped(2, "seats: many"), 2, "seats is a whole number, not 'many'"),
        (swapped(2, "seats: -2"), 2, "seats is a whole number, not '-2'"),
        (swapped(2, "seats:"), 2, "seats is a whole number, not ''"),
        (swapped(3, "colour: red"), 3, "there is no option 'colour'"),
        (swapped(3, "favourite: edge"), 3, "favourite is one of heads, tails, not 'edge'"),
        (swapped(4, "loud: maybe"), 4, "loud is true or false, not 'maybe'"),
        (swapped(4, "loud: true", "guest: s1"), 5, "T3: a guest wants quiet"),
        ("\n".join(f"key{n}: x" for n in range(LONGEST_HEADER + 1)), LONGEST_HEADER + 1, "ends with a line «---»"),
        # the moves
        (swapped(7, "s0 call heads", "s0 call heads"), 8, "T2: seat 0 may not call heads now"),
        (swapped(7, "s2 call heads"), 7, "T2: seat 2 may not call heads now"),
        (swapped(7, "dealer call heads"), 7, "T2: seat -1 may not call heads now"),
        (swapped(7, "s1 whisper heads"), 7, "'whisper heads' is no call"),
        (swapped(7, "s1"), 7, "'' is no call"),
        (swapped(7, "s1  call heads"), 7, "' call heads' is no call"),
        (swapped(7, "croupier call heads"), 7, "a seat is written s0, s1, s2 …, not 'croupier'"),
        (swapped(7, " s1 call heads"), 7, "a seat is written s0, s1, s2 …, not ''"),
        (swapped(7, "---"), 7, "a seat is written s0, s1, s2 …, not '---'"),
        (GOOD + "s0 call tails\n", 9, "T2"),
        # the text itself
        (swapped(7, "s1 call " + "h" * LONGEST_LINE), 7, "longer than 200 characters"),
        (GOOD + "x" * (LONGEST_LINE + 1), 9, "longer than 200 characters"),
        (swapped(7, "s1 call\theads"), 7, "cannot be printed"),
        (swapped(7, "s1\x00 call heads"), 7, "cannot be printed"),
        (swapped(7, "s1 \x1b[31mcall heads"), 7, "cannot be printed"),
        (swapped(3, "favourite: \u202etails"), 3, "cannot be printed"),
        ("\ufeff" + GOOD, 1, "cannot be printed"),
        (GOOD.replace("\n", "\r"), 1, "cannot be printed"),
        (GOOD.encode("utf-16"), 1, "this is not text in UTF-8"),
        (GOOD.encode() + b"s0 \xff\xfe\n", 9, "this is not text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), 1, "this is not text in UTF-8"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str | bytes, line: int, sentence: str) -> None:
    refused = refusal(text)
    assert refused.line == line
    assert sentence in refused.sentence


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"x" * 10_000_000, 1),
        (bytes(10_000_000), 1),
        (b"game: toy\n" * 1_000_000, 2),
        (GOOD.encode() + b"s0 call tails\n" * 700_000, 9),
    ],
    ids=["one line", "zeros", "a header without end", "moves without end"],
)
def test_ten_megabytes_are_refused_at_the_first_fault(data: bytes, line: int) -> None:
    assert refusal(data).line == line


def test_a_line_of_the_greatest_length_is_read() -> None:
    assert "is no call" in refusal(swapped(7, "s1 " + "x" * (LONGEST_LINE - 3))).sentence
    assert "is no call" in refusal(GOOD + "s1 " + "x" * (LONGEST_LINE - 3)).sentence


def test_read_move_tells_who_and_what() -> None:
    assert read_move(TOY, "dealer call heads") == (DEALER, Side.HEADS)
    assert read_move(TOY, "s1 call tails") == (Seat(1), Side.TAILS)


VABANQUE = "game: vabanque\nseats: 4\nedition: classic\n---\ndealer first s2\ns2 stand 5\n"
BANK = "game: bankueberfall\nseats: 3\n---\ndealer first s2\n"


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (VABANQUE + "s3 chip 3\n", 7, "V9: "),
        (VABANQUE + "s2 chip 99\n", 7, "V1: there are only the casinos 0 to 8"),
        (VABANQUE + "s2 stand 5\n", 7, "V9: now is the time to place a chip"),
        (VABANQUE + "s2 juggle 3\n", 7, "'juggle 3' is no move of Vabanque"),
        (VABANQUE.replace("seats: 4", "seats: 99"), 2, "V1: "),
        (VABANQUE.replace("classic", "1850"), 3, "edition is one of classic, 2019, not '1850'"),
        (VABANQUE.replace("classic", "classic\nfirst: s1"), 4, "V6: "),
        (VABANQUE.replace("classic", "2019\nfirst: s4"), 2, "V6: "),
        (VABANQUE.replace("vabanque", "poker"), 1, "there is no game called 'poker'; there are: "),
        (BANK + "dealer bank 0 10\ndealer bank 1 10\ndealer bank 2 10\n", 7, "B2: "),
        (BANK + "dealer bank 9 10\n", 5, "B"),
        (BANK + "dealer bank 0 jester\n", 5, "jester"),
    ],
)
def test_the_games_of_the_house_name_the_rule_a_line_breaks(text: str, line: int, sentence: str) -> None:
    refused = refusal(text, find)
    assert refused.line == line
    assert sentence in refused.sentence


def test_nothing_is_read_past_one_mebibyte() -> None:
    data = GOOD.encode() + b"\n" * LONGEST_RECORD
    with pytest.raises(BadRecord, match=r"^line \d+: the record goes on past 1 MiB"):
        read(data, find_toy)


def test_what_is_told_of_chance_is_kept_beside_the_rules() -> None:
    lines = "game: toy\nseats: 2\nfair-seed: abc\nfair-s1: a: b\n---\n"
    record = read(lines.encode(), find_toy).record
    assert record.proof == {"seed": "abc", "s1": "a: b"}
    assert "fair-seed: abc\nfair-s1: a: b\n---" in write(record)
