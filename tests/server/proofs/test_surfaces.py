"""A short look at every surface, and that secrets are found in any spelling; many looks, and open doors, at night."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from bluffhouse.cli import parser
from tests.server.proofs.spellings import Secret, shown
from tests.server.proofs.surfaces import COMMANDS, examine

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.anyio
async def test_no_surface_shows_a_live_secret(folder: Path) -> None:
    report = await examine(folder, None, looks=1, moves=4)
    assert report.shown == []
    assert report.secrets > 50
    assert report.moves > 10


@pytest.mark.parametrize(
    "text", ["my seed", "dees ym", "bXkgc2VlZA", "6d792073656564", "my%20seed", '{"a": "my seed"}']
)
def test_every_spelling_is_found_unless_it_stood_there_before(text: str) -> None:
    secrets = [Secret("seed", "my seed")]
    surfaces = {("host", "page"): f"… {text} …"}
    assert shown(secrets, surfaces, {}) == ["seed in page, as host sees it"]
    assert shown(secrets, surfaces, surfaces) == []
    assert shown([Secret("seed", "my seed", frozenset({"operator"}))], surfaces, {}) == []


def test_every_command_is_thought_of() -> None:
    words = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert set(words.choices) == set(COMMANDS)
