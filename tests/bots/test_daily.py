"""The daily challenge: the same wherever it is worked out, a real question, judged by what its seat could know."""

from __future__ import annotations

import datetime
import hashlib
import random
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.bots import daily, judge
from bluffhouse.bots.judge import Worth
from bluffhouse.core.record import replay, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bluffhouse.bots.daily import Challenge

pytestmark = pytest.mark.xdist_group("bots")  # where Numba compiles

DAY = datetime.date(2026, 3, 14)


@pytest.fixture(scope="module", params=daily.NAMES)
def found(request: pytest.FixtureRequest) -> Iterator[Challenge]:
    """A challenge that was chosen from little, so that it is found in a moment."""
    with pytest.MonkeyPatch.context() as less:
        less.setattr(daily, "BOT", "blend:30,heuristic,flat:2")
        less.setattr(daily, "LOOKED_AT", 4)
        less.setattr(daily, "TRIES", 400)
        less.setattr(daily, "GUESSES", 40)
        yield daily.challenge(games.find(request.param), DAY)


def test_the_same_for_everybody_on_every_machine(found: Challenge) -> None:
    """Pinned: whoever changes a bot, the judge or what is drawn in which order changes what people are asked today."""
    told = f"{write(found.record)} {found.seat} {found.names} {[round(worth.share, 6) for worth in found.worths]}"
    assert hashlib.sha256(told.encode()).hexdigest()[:12] == PINNED[found.record.game.name]


PINNED = {"bankueberfall": "c31203f63b6d", "vabanque": "a515f2f76dc4"}


def test_it_asks_something(found: Challenge) -> None:
    game, state = found.record.game, replay(found.record).state
    assert found.seat in game.actors(state)
    legal = game.moves(state, found.seat)
    assert len(legal) >= daily.FEWEST
    assert sorted(map(game.write, legal)) == sorted(game.write(worth.move) for worth in found.worths)
    assert found.made in legal
    assert len(set(found.names)) == found.record.seats


def test_the_best_is_the_judges_best_by_what_the_seat_knows(found: Challenge) -> None:
    game, state = found.record.game, replay(found.record).state
    below = random.Random(5).randrange
    view, legal = game.view(state, found.seat), game.moves(state, found.seat)
    again = judge.values(game, view, legal, below, tries=2000, guesses=200)
    shares = [worth.share for worth in found.worths]
    assert shares == sorted(shares, reverse=True)
    own = next(worth for worth in again if worth.move == found.worths[0].move)
    assert again[0].share - own.share <= 2 * found.worths[0].within


def test_two_that_chance_may_have_parted_are_near() -> None:
    best = Worth("a", 0.50, 0.03)
    assert daily.near(best, Worth("b", 0.46, 0.03))
    assert not daily.near(best, Worth("c", 0.45, 0.03))


def test_a_question_teaches_by_what_the_other_moves_give_away() -> None:
    clear = [Worth(name, share, 0.02) for name, share in zip("abc", (0.6, 0.3, 0.3), strict=True)]
    level = [Worth(name, share, 0.02) for name, share in zip("abc", (0.41, 0.4, 0.4), strict=True)]
    assert daily.teaches(clear) == pytest.approx(0.6 - 0.02 - 0.4)
    assert daily.teaches(level) < 0


def test_other_days_ask_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats, rules and kinds of question change over the days."""
    monkeypatch.setattr(daily, "BOT", "heuristic")
    monkeypatch.setattr(daily, "LOOKED_AT", 3)
    monkeypatch.setattr(daily, "TRIES", 64)
    monkeypatch.setattr(daily, "GUESSES", 16)
    game = games.find("vabanque")
    some = [daily.challenge(game, DAY + datetime.timedelta(days=ahead)) for ahead in range(6)]
    assert len({one.record.seats for one in some}) > 1
    assert len({one.record.options for one in some}) > 1
    assert len({one.record.moves for one in some}) == len(some)
