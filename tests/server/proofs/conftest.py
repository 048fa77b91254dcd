"""Proofs keep their databases in memory where they can: none of them is about disks."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder in memory, where there is one


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="bluffhouse-", dir=MEMORY if MEMORY.is_dir() else None))
    yield made
    shutil.rmtree(made)
