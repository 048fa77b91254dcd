"""Work is done anywhere as `map` does it, and whoever dies over it is missed in one sentence."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from bluffhouse.arena import workers

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60  # seconds for a process to start


def doubled(number: int) -> int:
    return 2 * number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order_from_processes_that_are_kept() -> None:
    with workers.in_processes(2) as each:
        assert list(each(doubled, range(5))) == [0, 2, 4, 6, 8]
        assert list(each(doubled, range(5, 7))) == [10, 12]


def test_work_begins_before_a_result_is_asked_for(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    with workers.in_processes(1) as each:
        results = each(os.mkdir, [begun])
        given_up = time.monotonic() + PATIENCE
        while not begun.exists() and time.monotonic() < given_up:
            time.sleep(0.01)
        assert begun.exists()
        assert list(results) == [None]


def test_a_process_that_dies_is_told_in_a_sentence() -> None:
    with pytest.raises(workers.WorkersFailed, match="died"), workers.in_processes(1) as each:
        list(each(killed, [1]))
