"""What learns wants torch, which is not everywhere."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def run() -> Any:
    pytest.importorskip("torch", reason="torch is in the set `train` only")
    from bluffhouse.train import run

    return run
