"""docs/research.md: its programs run, and its tables are the encoders' own (tests/games/*/test_encode.py)."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest

from bluffhouse.sim import kernel

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_programs_on_the_page_run() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 20
    assert done.failed == 0


@pytest.mark.parametrize("name", kernel.NAMES)
def test_the_page_says_what_the_encoder_says(name: str) -> None:
    encoder: Any = kernel.encoder(name)
    _, _, said = encoder.__doc__.strip().partition("\n\n")
    assert said.strip() in PAGE.read_text(encoding="utf-8"), "copy the encoder's docstring to docs/research.md"
