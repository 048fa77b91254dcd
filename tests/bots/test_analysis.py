"""Analyses of games whose truth is known: a blunder is seen, nobody is blamed for what nobody could know."""

import random
from typing import Any

import numpy as np
import pytest

from bluffhouse import games
from bluffhouse.bots import judge
from bluffhouse.bots.analysis import Analysis, analyse, bluffs
from bluffhouse.core.record import Record, Replay, replay
from tests.bots.calibration import Bucket, Seen, buckets, draw, fitted, off
from tests.games.sample import companion, heuristic_game


def a_game(name: str, seed: int = 5) -> Replay:
    game = games.find(name)
    return replay(heuristic_game(game, game.options(), 3, random.Random(seed)))


@pytest.fixture(scope="module", params=games.NAMES)
def looked_at(request: pytest.FixtureRequest) -> tuple[Replay, Analysis]:
    played = a_game(request.param)
    with pytest.MonkeyPatch.context() as fewer:  # what holds for the sums holds however rough they are
        fewer.setattr(judge, "PLAYOUTS", 320)
        fewer.setattr(judge, "TRIES", 64)
        return played, analyse(played)


def test_chances_add_up_and_end_at_the_winner(looked_at: tuple[Replay, Analysis]) -> None:
    played, found = looked_at
    assert len(found.moments) == len(played.steps)
    for moment in found.moments:
        assert sum(moment.chances) == pytest.approx(1)
    wealth = played.record.game.wealth(played.state)
    best = max(wealth)
    assert found.moments[-1].chances == tuple((own == best) / wealth.count(best) for own in wealth)
    assert found.start == pytest.approx((1 / 3,) * 3, abs=0.1)


def test_costs_are_never_negative_and_the_best_costs_nothing(looked_at: tuple[Replay, Analysis]) -> None:
    decisions = [moment.decision for moment in looked_at[1].moments if moment.decision]
    assert decisions
    for decision in decisions:
        assert decision.cost >= 0
        assert decision.cost == pytest.approx(decision.best[0].share - decision.chosen.share)
        assert decision.within > 0
        assert decision.best == tuple(sorted(decision.best, key=lambda worth: -worth.share))


def test_turning_points_are_where_the_chances_jump(looked_at: tuple[Replay, Analysis]) -> None:
    found = looked_at[1]
    curve = [found.start, *(moment.chances for moment in found.moments)]
    jumps = [max(abs(a - b) for a, b in zip(curve[n], curve[n + 1], strict=True)) for n in range(len(curve) - 1)]
    assert len(found.turning_points) == 3
    assert min(jumps[number - 1] for number in found.turning_points) >= sorted(jumps)[-8]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_decision_is_judged_by_what_its_seat_could_know(name: str) -> None:
    """In a twin world the others' cards differ, and the judgement is the same to the last digit."""
    record = a_game(name).record
    length = 3 * len(record.moves) // 4
    while record.moves[length][0] < 0:
        length += 1
    seat = record.moves[length][0]
    moves = record.moves[:length]
    twin = companion(name, "twins").twin(moves, record.seats, record.options, seat, random.Random(1))
    assert tuple(twin) != moves
    assert _judged(record, moves, seat) == _judged(record, tuple(twin), seat)


def _judged(record: Record, moves: Any, seat: Any) -> Any:
    state = replay(Record(record.game, record.seats, record.options, moves)).state
    legal = record.game.moves(state, seat)
    return judge.values(record.game, record.game.view(state, seat), legal, random.Random(1).randrange)


def test_bluffs_are_counted_for_every_seat() -> None:
    for name in games.NAMES:
        counted = bluffs(a_game(name))
        assert len(counted) == 3
        assert any(tried for seat in counted for _, tried in seat.values())


def test_curves_are_found_and_buckets_tell() -> None:
    """Outcomes drawn with chances of known curves: the fit finds them, and the buckets lie on the diagonal."""
    rng = np.random.default_rng(1)
    told = rng.dirichlet((1, 1, 1), 6000)
    scores = np.array([0.0, 1.0, 2.0, 4.0, 4.5, 5.5, 7.0, 7.5, 8.0, 8.0, 8.0])
    real = judge.bent(told, [scores, scores / 2])
    seen = Seen(told, np.array([np.eye(3)[rng.choice(3, p=row)] for row in real]))
    found = fitted(seen)
    assert np.abs(judge.bent(told, found) - real).mean() < 0.015
    assert off(buckets(seen, found)) < 0.03 < off(buckets(seen, ()))
    assert draw("a game", [Bucket(600, 0.2, 0.25)]).count("<circle") == 1


def test_a_curve_that_is_straight_leaves_chances_as_they_are() -> None:
    shares = np.array([[0.5, 0.3, 0.2], [0.9, 0.06, 0.04]])
    assert judge.bent(shares, [np.log(judge.KNOTS)] * 2) == pytest.approx(shares)
