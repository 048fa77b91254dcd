"""The arithmetic of docs/scale.md, by hand once, and that the page says what its figures say."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from tests.load import paper

STANDING = {"kib": 10.0, "worker_us_per_second": 100.0, "database_us_per_second": 40.0}
FIGURES: dict[str, Any] = {
    "workers": {
        "1": {
            "moves_per_second": 100.0,
            "ms_per_move": {"worker": 2.5, "database": 1.1, "redis": 0.02},
            "kilobytes_per_move": 5.0,
        },
        "3": {
            "moves_per_second": 100.0,
            "ms_per_move": {"worker": 3.5 + 38 / 27, "database": 1.3 + 19 / 27, "redis": 0.02 + 0.38 / 27},
        },
    },
    "idle": {
        "worker_mib": 100.0,
        "worker_cores": 0.05,
        "database_cores": 0.01,
        "table": STANDING,
        "socket": {"kib": 20.0, "worker_us_per_second": 10.0, "database_us_per_second": 0.0},
    },
}
"""Idle workers spend half a millisecond a move, and a tenth at the database: a move costs 2 ms and 1 ms. P(3) − 1 is
38/27, so a further worker costs 1 ms, the database half a millisecond, and Redis a hundredth."""


def test_a_table_is_where_its_people_are() -> None:
    assert paper.spread(1) == 1
    assert paper.spread(2) == 1.875
    assert paper.spread(3) == pytest.approx(65 / 27)


def test_what_is_needed_as_it_is() -> None:
    """5,000 moves a second at four workers each, 25,000 tables, 110,000 sockets."""
    cost = paper.costs(FIGURES)
    assert cost.further == pytest.approx({"worker": 0.001, "database": 0.0005})
    found = paper.need(cost, together=False)
    assert found.places == pytest.approx(4, rel=1e-3)
    assert found.work == pytest.approx(5000 * 0.005 + 4 * 25_000 * 100e-6 + 110_000 * 10e-6, rel=1e-3)
    assert found.workers == math.ceil(found.work / (0.6 - 0.05))
    assert found.database == pytest.approx((5000 * 0.0025 + 4 * 25_000 * 40e-6 + found.workers * 0.01) / 0.6, rel=1e-3)
    assert found.redis == pytest.approx(5000 * (20e-6 + 3 * 10e-6) / 0.6, rel=1e-3)
    assert found.megabits == pytest.approx(5000 * 5 * 1.1 * 8 / 1000)


def test_what_is_needed_once_it_is_split() -> None:
    cost = paper.costs(FIGURES)
    found = paper.need(cost, together=True)
    assert found.places == 1
    assert found.work == pytest.approx(5000 * 0.002 + 25_000 * 100e-6 + 110_000 * 10e-6)
    assert found.workers == math.ceil(found.work / 0.55)
    assert found.redis == pytest.approx(5000 * 20e-6 / 0.6)


def test_the_page_says_what_its_figures_say() -> None:
    page = paper.PAGE.read_text(encoding="utf-8")
    assert page == paper.filled(page, json.loads(paper.FIGURES.read_text(encoding="utf-8")))
