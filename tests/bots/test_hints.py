"""Hints: legal moves, the best first, and how likely it is that a Trap waits there."""

import random
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.bots import hints
from bluffhouse.bots.belief import Unseen
from bluffhouse.core.game import Seat
from bluffhouse.core.player import Chooser, at_random, play


def at_a_pawn() -> tuple[Any, Any]:
    """The first pawn to move of a random game: whose turn it is sees six cards of others somewhere."""
    game, below = games.find("vabanque"), random.Random(3).randrange
    turns = play(game, game.setup(game.options(), 3), [Chooser(at_random, below)] * 3, below)
    state = next(turn.step.state for turn in turns if turn.step.state.phase == "pawns")
    seat = min(game.actors(state))
    return game.view(state, seat), game.moves(state, seat)


def test_legal_and_repeatable() -> None:
    view, moves = at_a_pawn()
    found = hints.hint("vabanque", view, moves, 7)
    assert found == hints.hint("vabanque", view, moves, 7)
    assert all(worth.move in moves for worth in found.best)
    assert [worth.share for worth in found.best] == sorted((worth.share for worth in found.best), reverse=True)


def test_dangers_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two unseen cards, a Trap with 1/3 and 1/4: neither with 1/2. The own card is no danger, nor one elsewhere."""
    view, _ = at_a_pawn()
    me = view.me
    others = [Seat(seat) for seat in range(3) if seat != me]
    cards = [(4, others[0], 1 / 3), (4, others[1], 1 / 4), (4, me, 1.0), (5, others[0], 1.0)]
    unseen = tuple(Unseen(place, 0, owner, {"trap": chance}) for place, owner, chance in cards)
    monkeypatch.setattr(hints, "belief", lambda name, view: unseen)
    (danger,) = hints._dangers("vabanque", view, 4)
    assert (danger.kind, danger.unseen) == ("trap", 2)
    assert danger.chance == pytest.approx(0.5)
    assert hints._dangers("vabanque", view, 6) == ()


def test_a_game_without_beliefs_has_no_dangers(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(name: str, view: object) -> object:
        raise LookupError

    monkeypatch.setattr(hints, "belief", nobody)
    assert hints._dangers("vabanque", at_a_pawn()[0], 4) == ()
