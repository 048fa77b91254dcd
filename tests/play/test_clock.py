"""Time at a table, on paper: nothing here waits."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bluffhouse.play import clock
from bluffhouse.play.clock import DAY, MINUTE, SECOND, Pace, TimeRule

LIVE = TimeRule(Pace.LIVE, 30 * SECOND, 300 * SECOND)
DAYS = TimeRule(Pace.DAYS, 3 * DAY)


@dataclass(frozen=True)
class Row:
    actor: int
    elapsed: int


def test_only_what_a_decision_takes_too_long_is_charged() -> None:
    assert clock.charge(LIVE, 300_000, 30_000) == 300_000
    assert clock.charge(LIVE, 300_000, 30_001) == 299_999
    assert clock.charge(LIVE, 5_000, 99_000) == 0


def test_banks_are_sums_over_the_log() -> None:
    rows = [Row(-1, 0), Row(0, 31_000), Row(1, 10_000), Row(0, 40_000), Row(2, 999_000)]
    assert clock.banks(LIVE, (300_000,) * 3, rows) == (289_000, 300_000, 0)


def test_a_stand_in_comes_after_bank_and_grace() -> None:
    assert clock.stand_in(LIVE, 10_000, 1_000, away_since=None) == 41_000 + MINUTE
    assert clock.stand_in(DAYS, 0, 0, away_since=None) == 3 * DAY + DAY


def test_without_a_clock_only_somebody_away_is_stood_in_for() -> None:
    none = TimeRule()
    assert clock.stand_in(none, 0, 5_000, away_since=None) is None
    assert clock.stand_in(none, 0, 5_000, away_since=1_000) == 5_000 + 3 * MINUTE
    assert clock.stand_in(none, 0, 5_000, away_since=9_000) == 9_000 + 3 * MINUTE


@pytest.mark.parametrize("rule", [TimeRule(), LIVE, DAYS])
def test_words(rule: TimeRule) -> None:
    assert clock.read(clock.write(rule)) == rule


@pytest.mark.parametrize(
    ("pace", "decision", "bank"),
    [(Pace.LIVE, 0, 0), (Pace.NONE, 1, 0), (Pace.LIVE, 61 * MINUTE, 0), (Pace.DAYS, DAY, 15 * DAY), (Pace.LIVE, -1, 0)],
)
def test_strange_rules_are_refused(pace: Pace, decision: int, bank: int) -> None:
    with pytest.raises(ValueError, match="time"):
        TimeRule(pace, decision, bank)
