"""The judges of floods and soak can say no."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest

from tests.load.floods import Report as Flood
from tests.load.floods import broken, p99
from tests.load.soak import Look, judge
from tests.load.soak import Report as Soak
from tests.load.stillness import Stillness, spans

CALM: dict[str, Any] = {
    "calm_p99_ms": 10.0,
    "flood_p99_ms": 19.0,
    "after_p99_ms": 12.0,
    "memory_mib": 200.0,
    "endured_seconds": 11.0,
}


def test_a_flood_that_harms_nobody() -> None:
    assert broken(Flood("sockets", **CALM), {}) == []


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("flood_p99_ms", 20.5, "during the flood"),
        ("after_p99_ms", 21.0, "after it"),
        ("memory_mib", 257.0, "memory grew"),
        ("endured_seconds", 30.0, "half a request"),
        ("stood_still", 0.2, "stood still for 20%"),
        ("sockets_after", 3, "still counted"),
    ],
)
def test_a_flood_that_does(what: str, value: float, said: str) -> None:
    found = broken(Flood("sockets", **{**CALM, what: value}), {})
    assert len(found) == 1
    assert said in found[0]


def test_honest_moves_without_an_answer_are_told() -> None:
    assert broken(Flood("chat", **CALM), {"unanswered": 2}) == ["2 honest moves: unanswered"]


def test_p99_is_of_moves_that_were_due_then() -> None:
    waits = [(float(due), 0.001 * due) for due in range(100)]
    assert p99(waits, 0, 50, Stillness()) == 49.0
    assert p99(waits, 200, 300, Stillness()) == float("inf")


def test_what_the_machine_stood_still_is_taken_off_a_wait_and_nothing_else() -> None:
    still = Stillness([(1.0, 1.2), (1.1, 1.3), (2.0, 2.5), (9.0, 9.1)])
    assert still.spans == [(1.0, 1.3), (2.0, 2.5), (9.0, 9.1)]
    assert [round(still.within(*span), 3) for span in ((0, 1), (0.5, 1.1), (1.2, 2.25), (0, 10), (3, 8))] == [
        0,
        0.1,
        0.35,
        0.9,
        0,
    ]
    assert p99([(1.2, 1.05)], 0, 2, still) == 700.0


def test_a_processor_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    naps = iter([0.002, 0.05])
    honest = time.sleep
    monkeypatch.setattr(os, "sched_setaffinity", lambda *_: None)
    monkeypatch.setattr(os, "sched_setscheduler", lambda *_: None)
    monkeypatch.setattr(time, "sleep", lambda usual: honest(next(naps, usual)))
    found = spans(0, 0.1)
    assert any(0.047 < end - begin < 1 for begin, end in found), found


def looks(grows: float, files: int = 0, moves: int = 10) -> list[Look]:
    """An hour in which memory grows by so many MiB, up and down besides."""
    return [
        Look(at / 240, 100 + grows * at / 240 + at % 3, 20 + files * at // 240, moves * at if at < 120 else 1200 + at)
        for at in range(240)
    ]


@pytest.mark.parametrize(
    ("hour", "said"),
    [
        (looks(0), ["people make fewer moves than at the beginning"]),
        (looks(6), ["last quarter", "grows by", "fewer"]),
        (looks(0, files=9), ["files more", "fewer"]),
    ],
)
def test_a_soak_that_leaks_or_slows_down(hour: list[Look], said: list[str]) -> None:
    report = Soak(60)
    judge(report, hour)
    assert len(report.broken) == len(said)
    assert all(part in sentence for part, sentence in zip(said, report.broken, strict=True))


def test_a_soak_that_stays_where_it_is() -> None:
    report = Soak(60)
    judge(report, [Look(at / 240, 100 + at % 3 + at / 240, 20 + at % 2, 10 * at) for at in range(240)])
    assert report.broken == []
