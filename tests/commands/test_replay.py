"""`bluffhouse replay`: good records are told, bad ones refused with one sentence."""

import json
import subprocess
from pathlib import Path

import pytest

from bluffhouse import games
from bluffhouse.core.record import LONGEST_RECORD
from tests.commands.records import PROGRAM, Shell, recorded

HEADER = b"game: vabanque\nseats: 4\n---\n"
BEGUN = HEADER + b"dealer first s2\ns2 stand 5\n"
ROBBERS = b"game: bankueberfall\nseats: 2\n---\ndealer first s0\n"

BAD = {  # the record, the line at fault, what the sentence says
    "empty": (b"", 1, "ends inside its header"),
    "cut header": (b"game: vabanque\nseats: 4\n", 3, "ends inside its header"),
    "no colon": (b"game vabanque\n", 1, "key: value"),
    "no game": (b"seats: 4\n---\n", 2, "'game'"),
    "unknown game": (b"game: chess\nseats: 4\n---\n", 1, "'chess'"),
    "too many seats": (b"game: vabanque\nseats: 9\n---\n", 2, "V1:"),
    "unknown option": (b"game: vabanque\nseats: 4\njokers: 2\n---\n", 3, "'jokers'"),
    "wrong edition": (b"game: vabanque\nseats: 4\nedition: 1999\n---\n", 3, "'1999'"),
    "wrong seat": (BEGUN + b"s3 chip 1\n", 6, "V9:"),
    "no such seat": (BEGUN + b"s9 chip 1\n", 6, "V9:"),
    "doubled line": (BEGUN + b"s2 stand 5\n", 6, "V9:"),
    "doubled chip": (BEGUN + b"s2 chip 1\ns2 chip 1\n", 7, "V9:"),
    "unknown word": (BEGUN + b"s2 jump 1\n", 6, "'jump 1'"),
    "casino 99": (BEGUN + b"s2 chip 99\n", 6, "V1:"),
    "binary": (bytes(range(256)) * 8, 1, "cannot be printed"),
    "not UTF-8": (HEADER + b"dealer first s2\n\xff\xfe\n", 5, "UTF-8"),
    "escape codes": (HEADER + b"dealer \x1b[2J\n", 4, "cannot be printed"),
    "10 MB in one line": (b"x" * 10_000_000, 1, "longer than"),
    "10 MB of nothing": (bytes(10_000_000), 1, "longer than"),
    "10 MB of moves": (BEGUN + b"s2 chip 1\n" * 1_000_000, 7, "V9:"),
    "10 MB of empty lines": (BEGUN + b"\n" * 10_000_000, LONGEST_RECORD - len(BEGUN) + 7, "past 1 MiB"),
    "five thieves": (ROBBERS + b"".join(b"dealer bank %d thief\n" % bank for bank in range(5)), 9, "B2:"),
    "moves after the end": (recorded("vabanque", 3).encode() + b"s0 chip 1\n", 85, "V19:"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_a_bad_record_is_refused_with_its_line_and_rule(
    shell: Shell, tmp_path: Path, name: str, form: tuple[str, ...]
) -> None:
    data, line, words = BAD[name]
    file = tmp_path / "record.txt"
    file.write_bytes(data)
    code, out, err = shell("replay", *form, str(file))
    assert (code, out) == (2, "")
    assert err.startswith(f"bluffhouse replay: {file}: line {line}: ")
    assert words in err
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert len(err) < 1000


def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(shell: Shell, tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing.txt"):
        code, out, err = shell("replay", str(file))
        assert (code, out) == (2, "")
        assert err.startswith(f"bluffhouse replay: {file}: ")
        assert len(err.splitlines()) == 1


def test_standard_input_is_read_and_refused_like_a_file(shell: Shell) -> None:
    good = shell("replay", "--json", "-", typed=recorded("vabanque", 4))
    assert (good[0], good[2]) == (0, "")
    assert json.loads(good[1])["game"] == "vabanque"
    assert shell("replay", "-", typed=BEGUN + b"s2 chip 99\n") == (
        2,
        "",
        "bluffhouse replay: -: line 6: V1: there are only the casinos 0 to 8\n",
    )


def test_good_files_are_told_although_others_are_bad(shell: Shell, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(4)]
    files[0].write_text(recorded("vabanque", 3))
    files[1].write_bytes(BAD["casino 99"][0])
    files[3].write_text(recorded("bankueberfall", 2))
    code, out, err = shell("replay", "--json", *map(str, files))
    assert code == 2
    assert [json.loads(line)["game"] for line in out.splitlines()] == ["vabanque", "bankueberfall"]
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize("name", games.NAMES)
def test_json_sums_up_a_whole_game(shell: Shell, name: str) -> None:
    text = recorded(name, 3)
    code, out, err = shell("replay", "--json", "-", typed=text)
    assert (code, err, len(out.splitlines())) == (0, "", 1)
    told = json.loads(out)
    header, _, moves = text.partition("---\n")
    lines = moves.splitlines()
    options = dict(line.split(": ") for line in header.splitlines()[2:])
    assert list(told) == ["game", "seats", "options", "moves", "over", "wealth", "winners", "settlements"]
    assert (told["game"], told["seats"], told["options"]) == (name, 3, options)
    assert (told["moves"], told["over"]) == (len(lines), True)
    assert told["winners"] == [seat for seat, own in enumerate(told["wealth"]) if own == max(told["wealth"])]
    kinds = {form.__name__ for form in games.find(name).settlements}
    assert {event["type"] for event in told["settlements"]} == kinds
    assert told["settlements"][-1]["move"] == len(lines)
    ending = {"vabanque": "move", "bankueberfall": "bid"}[name]  # the move after which a settlement comes
    assert {lines[event["move"] - 1].split()[1] for event in told["settlements"]} == {ending}


def test_json_adds_up(shell: Shell) -> None:
    """Every coin of the outcome stands in a settlement."""
    told = json.loads(shell("replay", "--json", "-", typed=recorded("vabanque", 4))[1])
    earned = [0] * 4
    for event in told["settlements"]:
        for earning in event.get("earnings", ()):
            earned[earning["seat"]] += earning["total"]
    assert earned == told["wealth"]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_that_is_not_over_has_no_winners(shell: Shell, name: str) -> None:
    text = recorded(name, 3, moves=30)
    told = json.loads(shell("replay", "--json", "-", typed=text)[1])
    assert (told["moves"], told["over"], told["winners"]) == (30, False, [])
    assert "The game is not over. So far:" in shell("replay", "-", typed=text)[1]


@pytest.mark.parametrize("name", games.NAMES)
def test_words_tell_every_move_and_the_ranking(shell: Shell, name: str) -> None:
    text = recorded(name, 3)
    code, out, err = shell("replay", "-", typed=text)
    assert (code, err) == (0, "")
    moves = text.partition("---\n")[2].splitlines()
    numbered = [line.split()[0] for line in out.splitlines() if line[:4].strip().isdecimal()]
    assert numbered == [str(number) for number in range(1, len(moves) + 1)]
    told = json.loads(shell("replay", "--json", "-", typed=text)[1])
    best = told["winners"][0]
    assert f"  1. s{best}: {told['wealth'][best]:,}, winner\n" in out
    assert "None" not in out


def test_words_begin_with_what_the_options_decided(shell: Shell) -> None:
    text = "game: vabanque\nseats: 3\nedition: 2019\nfirst: s1\n---\ns1 chip 4\n"
    out = shell("replay", "-", typed=text)[1].splitlines()
    assert out[1].strip() == "s1 is drawn to begin."
    assert out[4] == "   1  s1 puts a chip of 5 on casino 4."


@pytest.mark.parametrize("moves", [1, 150])
def test_a_reader_who_goes_away_gets_no_traceback(moves: int) -> None:
    with subprocess.Popen(
        [*PROGRAM, "replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.close()
        child.stdout = None
        _, err = child.communicate(recorded("bankueberfall", 4, moves).encode(), timeout=60)
    assert (child.returncode, err) == (141, b"")


def test_a_closed_standard_input_is_one_sentence() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, "replay", "-"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "bluffhouse replay: -: standard input is closed\n"
