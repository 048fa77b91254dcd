"""People in chairs: handed a view and the legal moves, never a state."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from bluffhouse.core.game import DEALER, Below, Illegal, Seat
from bluffhouse.core.player import Chooser, Player, at_random, play, play_out
from tests.core.toy import TOY, Opened, Options, Side, State, View


def no_chance(number: int) -> int:
    raise AssertionError("nothing was to be drawn")


def seated(sides: Sequence[Side]) -> list[Player[View, Side]]:
    """One player a seat, each calling one side whatever happens."""

    def calling(side: Side) -> Player[View, Side]:
        return Chooser(lambda _view, _moves, _below: side, no_chance)

    return [calling(side) for side in sides]


def test_play_out_deals_and_asks_everybody_until_the_game_is_over() -> None:
    end = play_out(TOY, TOY.setup(Options(), 3), seated([Side.HEADS, Side.TAILS, Side.HEADS]), lambda n: n - 1)
    assert end == State(Options(), Side.TAILS, (Side.HEADS, Side.TAILS, Side.HEADS))


def test_play_out_of_a_finished_game_changes_nothing() -> None:
    over = State(Options(), Side.HEADS, (Side.HEADS, Side.HEADS))
    assert play_out(TOY, over, [], no_chance) == over


def test_play_tells_every_turn_with_its_step() -> None:
    turns = list(play(TOY, TOY.setup(Options(), 2), seated([Side.HEADS, Side.TAILS]), lambda _: 0))
    assert [(turn.actor, turn.move) for turn in turns] == [(DEALER, Side.HEADS), (0, Side.HEADS), (1, Side.TAILS)]
    assert [turn.step.events for turn in turns] == [(), (), (Opened((Seat(0),)),)]


def test_a_player_is_handed_its_own_view_and_the_legal_moves() -> None:
    handed: list[tuple[View, Sequence[Side]]] = []

    def mind(seen: View, moves: Sequence[Side], below: Below) -> Side:
        handed.append((seen, moves))
        return moves[below(2)]

    players = [Chooser(mind, lambda _: 1), Chooser(mind, lambda _: 0)]
    end = play_out(TOY, TOY.setup(Options(), 2), players, lambda _: 0)
    assert end.calls == (Side.TAILS, Side.HEADS)
    assert handed == [
        (View(Seat(0), (False, False)), tuple(Side)),
        (View(Seat(1), (True, False)), tuple(Side)),
    ]


def test_an_illegal_choice_is_refused_like_anybody_s() -> None:
    with pytest.raises(Illegal, match="T2"):
        play_out(TOY, TOY.setup(Options(), 2), seated(["edge", Side.HEADS]), lambda _: 0)  # type: ignore[list-item]


def test_at_random_takes_every_legal_move_as_often() -> None:
    random = Random(3)
    taken = Counter(at_random(None, "abc", random.randrange) for _ in range(3000))
    assert all(abs(taken[letter] - 1000) < 120 for letter in "abc")
