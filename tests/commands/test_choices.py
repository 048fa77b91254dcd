"""What a person may type, and how many moves are shown in a few words."""

import pytest

from bluffhouse import games
from bluffhouse.commands.choices import Choices, patterns
from bluffhouse.core.game import Seat
from bluffhouse.core.record import read
from tests.commands.records import recorded


def choices(text: str, seat: int) -> Choices:
    replay = read(text.encode(), games.find)
    game = replay.record.game
    return Choices(game, game.moves(replay.state, Seat(seat)))


CHIPS = "game: vabanque\nseats: 4\n---\ndealer first s2\ns2 stand 5\n"
CARDS = "game: vabanque\nseats: 3\n---\ndealer first s0\ns0 stand 5\n" + "s0 chip 1\ns1 chip 1\ns2 chip 1\n" * 4


@pytest.mark.parametrize(
    ("text", "seat", "typed", "meant"),
    [
        (CHIPS, 2, "chip 3", "chip 3"),
        (CHIPS, 2, "3", "chip 3"),  # the only number it can mean, not the third move
        (CHIPS, 2, "  CHIP   3 ", "chip 3"),
        (CARDS, 0, "lay trap 4", "lay trap 4"),
        (CARDS, 0, "1", "lay raise 0"),
        (CARDS, 0, "21", "lay bluff 6"),
    ],
)
def test_notation_and_numbers_are_understood(text: str, seat: int, typed: str, meant: str) -> None:
    table = choices(text, seat)
    assert table.game.write(table.read(typed)) == meant


@pytest.mark.parametrize("typed", ["0", "22", "9" * 150, "x" * 5000, "lay", "-1", "²", ""])
def test_what_is_no_move_is_said_in_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"no move|whole number|too long"):
        choices(CARDS, 0).read(typed)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_move_in_the_list_is_chosen_by_its_number(name: str) -> None:
    for length in range(25, 75):
        replay = read(recorded(name, 3, moves=length).encode(), games.find)
        for actor in replay.record.game.actors(replay.state) - {Seat(-1)}:
            table = Choices(replay.record.game, replay.record.game.moves(replay.state, actor))
            rows = [line.strip().split(": ") for line in table.listed()]
            assert [table.read(number) for number, _ in rows] == list(table.moves)
            assert [text for _, text in rows] == [table.game.write(move) for move in table.moves]


@pytest.mark.parametrize(
    ("moves", "short"),
    [
        ("chip 0,chip 1,chip 2", ["chip 0-2"]),
        ("lay raise 0,lay raise 1,lay trap 0,lay trap 1", ["lay raise|trap 0|1"]),
        ("spy 0 0,spy 2 0,spy 2 1,skip", ["spy 0 0", "spy 2 0|1", "skip"]),
        ("place 5 0,place 10 0,place x 0", ["place 5|10|x 0"]),
        ("go,go 1,go 2", ["go", "go 1|2"]),
        ("bid 0", ["bid 0"]),
    ],
)
def test_moves_are_drawn_together(moves: str, short: list[str]) -> None:
    assert patterns([move.split() for move in moves.split(",")]) == short
