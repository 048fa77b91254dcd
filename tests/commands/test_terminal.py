"""`bluffhouse terminal`: whole games, typed line by line; secrets stay with their owners."""

import json
import re
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from bluffhouse import games
from bluffhouse.commands.speech import t
from tests.commands.records import Shell, printed_record, recorded
from tests.core.toy import TOY

KINDS = ("raise", "trap", "bluff")
CURTAIN = f"{'=' * 24} curtain {'=' * 24}"


def outcome(shell: Shell, file: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads(shell("replay", "--json", str(file))[1])
    return told


# One person and bots


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("opponents", ["gambler", "random"])
def test_one_person_plays_a_whole_game(shell: Shell, tmp_path: Path, name: str, opponents: str) -> None:
    file = tmp_path / "game.txt"
    code, out, err = shell(
        "terminal", name, "--seed", "5", "--opponents", opponents, "--record", str(file), typed="1\n" * 500
    )
    assert (code, err) == (0, "")
    told = outcome(shell, file)
    assert told["over"]
    wealth = told["wealth"]
    assert isinstance(wealth, list)
    for who, own in zip(("Player", "Ada", "Bruno", "Clara"), wealth, strict=True):
        assert re.search(rf"^  \d\. {who}: {own:,}{', winner' if own == max(wealth) else ''}$", out, re.MULTILINE)
    assert out.endswith(f"The record is in {file}; it holds everybody’s secrets.\n")
    assert CURTAIN not in out


def test_the_same_seed_is_the_same_game_and_none_is_not(shell: Shell) -> None:
    def records(*seed: str) -> set[str]:
        return {printed_record(shell("terminal", "vabanque", *seed, typed="1\n" * 20)[1]) for _ in range(2)}

    assert len(records("--seed", "9")) == 1
    assert len(records()) == 2


def test_a_decision_shows_story_board_and_question(shell: Shell) -> None:
    out = shell("terminal", "vabanque", "--seed", "3", "--names", "Zoe", typed="chip 5\nquit\n")[1]
    story, board = out.split("> chip 5\n")[1].split("\n\n")[:2]
    assert story.splitlines()[:2] == ["", "What happened:"]
    assert story.splitlines()[2] == "  Zoe puts a chip of 5 on casino 5."
    assert len(re.findall(r"^  \w+ puts a chip of 5 on casino \d\.$", story, re.MULTILINE)) == 4
    assert len(re.findall(r"^  Casino \d, chips ", board, re.MULTILINE)) == 9
    assert "Your hand: Raise, Trap, and Bluff." in board
    assert "Zoe: Put a chip of 5 on any casino. (2 of 4) Type chip 0-8 (the number alone will do)." in out


def test_the_words_that_are_no_moves(shell: Shell) -> None:
    code, out, _ = shell("terminal", "vabanque", "--seed", "3", typed="help\nboard\nMOVES\nlog\nquit\n")
    assert code == 0
    parts = out.split("\n> ")
    assert "The Trap’s owner earns the worth" in parts[1]
    assert "quit" in parts[1]
    assert "  Casino 0, chips " in parts[2]
    assert "  8: chip 8" in parts[3]
    assert "  Ada is drawn to begin." in parts[4]
    assert printed_record(out).count("s0 ") == 0


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("chip 99", "V1: there are only the casinos 0 to 8"),
        ("99", "V1: there are only the casinos 0 to 8"),
        ("lay trap 3", "V9: now is the time to place a chip"),
        ("first s0", "V9: now is the time to place a chip"),
        ("dance", "'dance' is no move of Vabanque"),
        ("", "'' is no move of Vabanque"),
        ("\x1b[31mchip 3", "'\\x1b[31mchip 3' is no move of Vabanque"),
        ("z" * 100_000, t("terminal.too_long")),
    ],
)
def test_a_refusal_names_the_rule_and_loses_nothing(shell: Shell, typed: str, refusal: str) -> None:
    arguments = ("terminal", "vabanque", "--seed", "3")
    code, out, err = shell(*arguments, typed=f"chip 5\n{typed}\nchip 6\n")
    assert (code, err) == (0, "")
    assert f"\n{refusal}" in out
    assert t("terminal.again") in out
    plain = shell(*arguments, typed="chip 5\nchip 6\n")[1]
    assert printed_record(out) == printed_record(plain)


def test_input_that_is_no_text_is_only_refused(shell: Shell) -> None:
    code, out, err = shell("terminal", "vabanque", "--seed", "3", typed=b"\xff\xfe\x00\nchip 3\n")
    assert (code, err) == (0, "")
    assert "s0 chip 3" in printed_record(out)


def test_without_a_game_it_asks(shell: Shell) -> None:
    for word in ("2", "vabanque", "VABANQUE"):
        out = shell("terminal", "--seed", "3", typed=f"7\n{word}\nquit\n")[1]
        assert out.startswith("Which game? Type its number or its name.\n  1: Banküberfall\n  2: Vabanque\n")
        assert t("terminal.no_such_game") in out
        assert printed_record(out).startswith("game: vabanque\nseats: 4\n")
    for leaving in ("", "quit\n"):
        code, out, _ = shell("terminal", typed=leaving)
        assert (code, out.splitlines()[-1]) == (0, t("terminal.nothing_played"))


def test_options_and_seats_are_set(shell: Shell) -> None:
    out = shell("terminal", "vabanque", "--seats", "5", "--option", "edition=2019", "--option", "first=s0")[1]
    assert printed_record(out) == "game: vabanque\nseats: 5\nedition: 2019\nfirst: s0\n---\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "there is no game called 'chess'"),
        (("vabanque", "--seats", "7"), "V1: Vabanque is for 3 to 6 players, not 7"),
        (("vabanque", "--people", "0"), "--people is 1 to 4 here, not 0"),
        (("vabanque", "--people", "5"), "--people is 1 to 4 here, not 5"),
        (("vabanque", "--names", "A,B,C,D,E"), "at most 4 seats"),
        (("vabanque", "--names", "A,A"), "a different name"),
        (("vabanque", "--names", "A,,B"), "a name has 1 to 20 characters, not ''"),
        (("vabanque", "--option", "edition"), "--option is KEY=VALUE"),
        (("vabanque", "--option", "edition=1999"), "edition is one of classic, 2019, not '1999'"),
        (("vabanque", "--option", "first=s0"), "V6: in the classic edition"),
        (("vabanque", "--resume", "x"), "with --resume the record says the game"),
        (("--resume", "/no/such/file"), "/no/such/file: No such file or directory"),
        (("vabanque", "--record", "/no/such/folder/file"), "No such file or directory"),
        (("vabanque", "--record", "/"), "something is there already"),
    ],
)
def test_what_cannot_be_is_one_sentence(shell: Shell, arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = shell("terminal", *arguments, typed="1\n")
    assert (code, out) == (2, "")
    assert err.startswith("bluffhouse terminal: ")
    assert sentence in err
    assert len(err.splitlines()) == 1


# Several people


def hot_seat(layings: tuple[str, ...]) -> str:
    """Three people's first round, all cards at a casino that nobody visits, Anna's in the given order."""
    lines = ["", "chip 1"] * 12
    for lap, own in enumerate(layings):
        for kind in (own, KINDS[lap], KINDS[lap]):
            lines += ["", f"lay {kind} 5"]
    lines += ["", "move 0"] * 3
    return "\n".join(lines) + "\n"


def for_person(out: str, name: str) -> list[str]:
    """What is on the screen while it is this person's; the record for those who leave comes after."""
    screens = re.split(r"The screen is for (\w+) alone now\.", out.partition(t("terminal.leaving"))[0])
    return [screen for who, screen in pairwise(screens) if who == name]


TABLE = ("terminal", "vabanque", "--seats", "3", "--people", "3", "--names", "Anna,Ben,Carla")
THREE = (*TABLE, "--option", "edition=2019", "--option", "first=s0")


def test_after_the_curtain_nothing_depends_on_the_others_secrets(shell: Shell) -> None:
    """Two games that differ only in which card Anna laid first look the same to the others, payout included."""
    outs = [shell(*THREE, typed=hot_seat(order))[1] for order in (KINDS, ("bluff", "trap", "raise"))]
    assert outs[0].count(CURTAIN) == 12 + 9 + 3 - 1  # none before the first decision
    assert for_person(outs[0], "Anna") != for_person(outs[1], "Anna")
    for name in ("Ben", "Carla"):
        screens = [for_person(out, name) for out in outs]
        assert len(screens[0]) == 4 + 3 + 1
        assert screens[0] == screens[1]
        assert "Anna hides a card at casino 5." in screens[0][4]
        assert not re.search("Anna hides (Raise|Trap|Bluff)", "".join(screens[0]))


def test_the_curtain_waits_for_enter_and_comes_before_any_secret(shell: Shell) -> None:
    out = shell(*THREE, typed="\nchip 1\n")[1]
    last = out.split(CURTAIN)[-1]
    assert last.lstrip().startswith("The screen is for Ben alone now. Ben, press Enter when nobody else is looking.")
    assert "asino" not in last.split(t("terminal.leaving"))[0]


ROBBERY = """game: bankueberfall
seats: 3
---
dealer first s0
dealer bank 0 5\ndealer bank 1 5\ndealer bank 2 5\ndealer bank 3 5\ndealer bank 4 5
dealer hand s0 2\ndealer hand s0 2\ndealer hand s0 2\ndealer hand s0 2\ndealer hand s0 thief
dealer hand s1 3\ndealer hand s1 3\ndealer hand s1 3\ndealer hand s1 3\ndealer hand s1 policeman
dealer hand s2 4\ndealer hand s2 4\ndealer hand s2 4\ndealer hand s2 4\ndealer hand s2 x
dealer tile robbery
s0 rob 3
"""


def test_sealed_bids_are_asked_one_after_another_behind_the_curtain(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(ROBBERY)
    resume = ("terminal", "--resume", str(file), "--people", "3", "--names", "Anna,Ben,Carla", "--seed", "1")
    outs = [shell(*resume, typed=f"\nbid {bid}\n\nbid 2\n\nbid 4\n\n")[1] for bid in (3, 7)]
    for name, own in (("Ben", "Policeman"), ("Carla", "X")):
        first = [for_person(out, name)[0] for out in outs]
        assert first[0] == first[1]
        assert "How much do you ask for at bank 3?" in first[0]
        assert f"{own}. 10 coins behind your screen." in first[0]
        assert "hief" not in first[0].partition("Your hand")[2]
    assert "Bids: Anna 7, Ben 2, and Carla 4." in outs[1]


def test_on_a_real_screen_the_curtain_wipes_it(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    out = shell(*THREE, typed="\nchip 1\n\n")[1]
    assert out.count("\x1b[H\x1b[2J\x1b[3J") == 1
    monkeypatch.setenv("TERM", "dumb")
    out = shell(*THREE, typed="\nchip 1\n\n")[1]
    assert "\x1b" not in out
    assert "\n" * shutil.get_terminal_size().lines in out


def test_three_people_play_to_the_end_and_all_read_it(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    code, out, err = shell(*THREE, "--record", str(file), typed="\n1\n" * 100)
    assert (code, err) == (0, "")
    end = out.split(CURTAIN)[-1]
    assert all(f"  {name} walks 1 casino on, to casino " in end for name in ("Anna", "Ben", "Carla"))
    assert "Settlement of round 4: Anna " in end
    assert "Ranking:" in end
    assert not re.search("hides (Raise|Trap|Bluff)|Your hand", end)
    assert outcome(shell, file)["over"]


# Leaving and going on


def test_leaving_prints_a_record_and_how_to_go_on(shell: Shell) -> None:
    arguments = ("--people", "2", "--names", "Anna,Ben", "--opponents", "random")
    out = shell("terminal", "bankueberfall", *arguments, "--seed", "1", typed="\nquit\n")[1]
    assert t("terminal.record_follows") in out
    assert out.endswith("and type: bluffhouse terminal --resume FILE --people 2 --names Anna,Ben --opponents random\n")
    assert json.loads(shell("replay", "--json", "-", typed=printed_record(out))[1])["game"] == "bankueberfall"


def test_a_resumed_game_is_the_same_game(shell: Shell, tmp_path: Path) -> None:
    script = hot_seat(KINDS).splitlines(keepends=True) + ["\n1\n"] * 100
    whole, first, second = (tmp_path / f"{name}.txt" for name in ("whole", "first", "second"))
    shell(*THREE, "--record", str(whole), typed="".join(script))
    out = shell(*THREE, typed="".join(script[:30]))[1]
    first.write_text(printed_record(out))
    resume = ("terminal", "--resume", str(first), "--people", "3", "--names", "Anna,Ben,Carla")
    out = shell(*resume, "--record", str(second), typed="".join(script[30:]))[1]
    assert out.splitlines()[:2] == [
        "Vabanque. At the table: Anna, Ben, and Carla.",
        "Rules at this table: Edition (V6, V7): Renewed, 2019; First player (V6): s0.",
    ]
    assert second.read_text() == whole.read_text()


def test_resuming_shows_the_decision_that_was_left(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = shell("terminal", "bankueberfall", "--seed", "2", "--record", str(file), typed="1\n1\n")[1]
    left = out.split("\n> ")[-2]
    assert out.endswith(f"Go on with: bluffhouse terminal --resume {file} --record {file}\n")
    assert "dealer hand" not in out
    before = file.read_text()
    again = shell("terminal", "--resume", str(file), "--record", str(file), typed="")[1]
    assert left.split("What happened:")[1] in again
    assert file.read_text() == before


def test_a_finished_record_shows_its_end(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded("vabanque", 4))
    code, out, err = shell("terminal", "--resume", str(file))
    assert (code, err) == (0, "")
    assert t("terminal.over_already") in out
    assert "Ranking:" in out
    assert ", winner" in out


def test_a_bad_record_is_refused(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: vabanque\nseats: 4\n---\ndealer first s9\n")
    sentence = f"bluffhouse terminal: {file}: line 4: V6: there are only the seats s0 to s3\n"
    assert shell("terminal", "--resume", str(file)) == (2, "", sentence)


def test_a_record_is_never_overwritten_by_another_game(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious")
    code, out, err = shell("terminal", "vabanque", "--record", str(file), typed="1\n")
    assert (code, out) == (2, "")
    assert "something is there already" in err
    assert file.read_text() == "precious"


def test_a_disk_that_fills_up_does_not_end_the_game(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    file = folder / "game.txt"

    def keep_once(path: Path, _: object) -> None:
        if path.exists():
            raise OSError(28, "No space left on device")
        path.touch()

    shell.monkeypatch.setattr("bluffhouse.commands.terminal.keep", keep_once)
    shell.monkeypatch.setattr("bluffhouse.commands.sitting.keep", keep_once)
    code, out, err = shell("terminal", "vabanque", "--seed", "1", "--record", str(file), typed="1\n1\n")
    assert (code, err) == (0, "")
    assert out.count("No space left on device") == 1
    assert printed_record(out).count("s0 chip 1") == 2


# A game without a drawing


def test_any_game_can_be_played(shell: Shell) -> None:
    shell.monkeypatch.setattr(games, "NAMES", ("toy",))
    shell.monkeypatch.setattr(games, "find", lambda *_: TOY)
    code, out, err = shell("terminal", "toy", "--seats", "2", "--people", "2", typed="\ncall heads\n\n2\n")
    assert (code, err) == (0, "")
    assert "seats: s0 Player 1, s1 Player 2" in out
    assert "Player 1: Choose a move. Type call heads|tails" in out
    assert "Ranking:" in out
