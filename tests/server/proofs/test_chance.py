"""All chance of the house comes from the operating system: no other generator is near cards, ids or tokens."""

from __future__ import annotations

import ast
import secrets
from pathlib import Path

import pytest

import bluffhouse
from bluffhouse.server import run
from bluffhouse.server.seams import Ids
from bluffhouse.server.settings import Settings

ROOT = Path(bluffhouse.__file__).parent
ROOMS = ("core", "games", "play", "wire", "store", "bus", "server")

ALLOWED = {"server/botseat.py", "server/lessons.py"}
"""A bot’s own generator, seeded with 128 bits that the server drew: it must run in another process. And the first
lesson, whose deal is to be the same for everybody: all hands lie open there, and nothing is at stake."""


def predictable(source: str) -> list[str]:
    """The generators a source knows that somebody could foresee."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name in ("random", "uuid")]
        elif isinstance(node, ast.ImportFrom) and node.module in ("random", "uuid", "numpy.random"):
            found.append(node.module)
        elif isinstance(node, ast.Attribute) and node.attr == "random" and not isinstance(node.value, ast.Attribute):
            found.append("random")
    return found


def test_no_generator_that_can_be_foreseen() -> None:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if name not in ALLOWED and "kernel" not in name:  # speed runs and research
                assert not predictable(path.read_text(encoding="utf-8")), name


@pytest.mark.parametrize(
    "planted", ["import random\n", "from random import choice\n", "import numpy as np\nnp.random.seed(1)"]
)
def test_a_planted_one_is_seen(planted: str) -> None:
    assert predictable(planted)


@pytest.mark.anyio
async def test_an_ordinary_house_has_the_systems_chance(tmp_path: Path) -> None:
    async with run.opened(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'house.db'}")) as house:
        assert house.below is secrets.randbelow
        assert house.ids == Ids(secrets.randbelow)
