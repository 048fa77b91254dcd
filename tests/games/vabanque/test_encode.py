"""Views as numbers: the table in encode's docstring is the truth, and actions are named both ways."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.vabanque import GAME, encode
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    DrawFirst,
    Kind,
    LayCard,
    MovePawn,
    Options,
    PlaceChip,
    Stand,
    State,
)


def played(*moves: LayCard | MovePawn | PlaceChip | Stand) -> State:
    """Three seats, s1 begins, then these moves."""
    state = GAME.apply(GAME.setup(Options(), 3), DEALER, DrawFirst(Seat(1))).state
    for move in moves:
        state = GAME.apply(state, min(GAME.actors(state)), move).state
    return state


def piece(seen: np.ndarray[tuple[int], np.dtype[np.uint8]], name: str) -> list[int]:
    return [int(value) for value in seen[encode.PIECES[name]]]


def test_the_table_tells_the_rows_of_every_piece() -> None:
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? +\| (\w+) ", str(encode.__doc__), re.MULTILINE)
    told = {name: slice(int(first), int(last or first) + 1) for first, last, name in rows if name in encode.PIECES}
    assert told == encode.PIECES
    scales = re.findall(r"^\| [\d-]+ +\| (\w+) .*\| 1(?:/(\d+))? +\|$", str(encode.__doc__), re.MULTILINE)
    for name, part in scales:
        np.testing.assert_allclose(encode.SCALE[encode.PIECES[name]], 1 / int(part or 1))
    assert [name for name, _ in scales] == list(encode.PIECES)


def test_casinos_are_counted_from_the_own_pawn_and_the_others_in_play_order() -> None:
    state = played(Stand(5), PlaceChip(6))  # pawns of s1, s2, s0 at 5, 0, 2
    seen = encode.encode(GAME.view(state, Seat(2)))
    assert piece(seen, "chips") == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert piece(seen, "place") == [0, 1, 0, 0, 0, 0]
    assert piece(seen, "turn") == [1, 0, 0, 0, 0, 0]
    assert piece(seen, "chairs") == [1, 2, 0, 0, 0]  # s0, then s1
    assert np.flatnonzero(piece(seen, "pawns")).tolist() == [2, 12 + 5]
    assert piece(encode.encode(GAME.view(state, Seat(1))), "turn") == [0, 1, 0, 0, 0, 0]


def test_others_cards_show_their_lap_and_the_own_ones_their_kind() -> None:
    chips = [PlaceChip(0)] * 12
    state = played(Stand(0), *chips, LayCard(Kind.TRAP, 3), LayCard(Kind.RAISE, 4), LayCard(Kind.BLUFF, 4))
    own = encode.encode(GAME.view(state, Seat(1)))
    assert np.flatnonzero(piece(own, "own_cards")).tolist() == [12 + 3]
    assert np.flatnonzero(piece(own, "own_laps")).tolist() == [3]
    assert piece(own, "hand") == [1, 0, 1]
    assert piece(own, "lap") == [0, 1, 0, 0]
    other = encode.encode(GAME.view(state, Seat(2)))  # its pawn is at 2; listed: s0, s1
    assert np.flatnonzero(piece(other, "cards")).tolist() == [4 - 2, 3 * 12 + 3 - 2]


def test_before_the_first_player_is_drawn_a_view_can_be_encoded() -> None:
    seen = encode.encode(GAME.view(GAME.setup(Options(), 3), Seat(1)))
    assert not any(piece(seen, "phase") + piece(seen, "turn") + piece(seen, "place"))
    assert piece(seen, "chairs") == [1, 2, 0, 0, 0]


@pytest.mark.parametrize("seats", GAME.seats)
def test_when_the_game_is_over_a_view_can_be_encoded(seats: int) -> None:
    chance = random.Random(seats)
    state = GAME.apply(GAME.setup(Options(), seats), DEALER, DrawFirst(Seat(0))).state
    while actors := GAME.actors(state):
        state = GAME.apply(state, min(actors), chance.choice(GAME.moves(state, min(actors)))).state
    seen = encode.encode(GAME.view(state, Seat(0)))
    assert not any(piece(seen, "phase") + piece(seen, "turn") + piece(seen, "cards"))
    gaps = [(other - state.money[0]) // encode.SMALLEST for other in state.money]
    assert sorted(piece(seen, "ahead")) == sorted(min(max(gap, 0), 255) for gap in [*gaps[1:], *[0] * (6 - seats)])


def test_actions_are_numbered_as_the_table_says() -> None:
    view = GAME.view(played(Stand(5)), Seat(2))  # the pawn is at 0
    assert [encode.number(view, PlaceChip(casino)) for casino in range(7)] == list(range(7))
    assert [encode.number(view, LayCard(kind, 3)) for kind in ALL_KINDS] == [15, 27, 39]
    assert [encode.number(view, MovePawn(steps)) for steps in range(5)] == [48, 49, 50, 51, 52]
    assert encode.number(view, Stand(11)) == encode.ACTIONS - 1 == 64


@pytest.mark.parametrize("action", [-1, 7, 12 + 12 + 7, encode.ACTIONS])
def test_a_number_without_a_move_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match=r"only|numbered"):
        encode.move(GAME.view(played(Stand(0)), Seat(1)), action)


def test_onlookers_and_the_dealer_have_no_numbers() -> None:
    state = played(Stand(0))
    with pytest.raises(ValueError, match="onlooker"):
        encode.encode(GAME.view(state, None))
    with pytest.raises(ValueError, match="dealer"):
        encode.number(GAME.view(state, Seat(0)), DrawFirst(Seat(0)))
