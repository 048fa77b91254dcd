"""The heuristic's chances as arrays are the heuristic's."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.core.game import DEALER, draw
from bluffhouse.games.vabanque import GAME, encode, heuristic
from bluffhouse.games.vabanque.kernel import habits
from bluffhouse.games.vabanque.model import Options

if TYPE_CHECKING:
    from collections.abc import Sequence


def weights_of(view: Any, moves: Sequence[Any], patch: pytest.MonkeyPatch) -> list[float]:
    """The weights by which the heuristic would draw its move."""
    seen: list[list[float]] = []

    def keep(options: Sequence[Any], weights: list[float], below: Any) -> Any:
        seen.append(weights)
        return options[0]

    with patch.context() as context:
        context.setattr(heuristic, "pick", keep)
        heuristic.heuristic(view, moves, lambda number: 0)
    return seen[0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_habits_are_the_heuristics_own_chances(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    below = random.Random(seats).randrange
    state = GAME.setup(Options(), seats)
    while actors := GAME.actors(state):
        actor = min(actors)
        if actor == DEALER:
            state = GAME.apply(state, actor, draw(GAME, state, below)).state
            continue
        view, moves = GAME.view(state, actor), GAME.moves(state, actor)
        weights = np.array(weights_of(view, moves, monkeypatch))
        numbers = [encode.number(view, move) for move in moves]
        legal = encode.legal(view, moves)
        chances = habits.chances(encode.encode(view)[:, None], legal[:, None])[:, 0]
        np.testing.assert_allclose(chances[numbers], weights / weights.sum(), atol=1e-5)
        assert chances[~legal].max() == 0
        state = GAME.apply(state, actor, moves[below(len(moves))]).state
