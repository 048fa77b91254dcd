"""The house's rules against the second referee: 2,000 games each here, 200,000 in `run.py nightly`."""

import importlib
from typing import Any

import pytest

from bluffhouse import games
from tests.referee import bankueberfall
from tests.referee.compare import Differs, compare

GAMES = 2000
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", games.NAMES)
def test_no_difference(name: str, part: int) -> None:
    assert all(compare(name, seed) for seed in range(part, GAMES, PARTS))


@pytest.mark.parametrize(
    ("name", "function", "wrong"),
    [
        ("vabanque", "new_order", lambda order, _money: list(order)),
        ("vabanque", "pay_table", lambda *_given, **_named: {}),
        ("bankueberfall", "settle", lambda _cards, bids, *_rule, **_named: bankueberfall.Outcome(len(bids))),
    ],
)
def test_a_wrong_referee_is_noticed(name: str, function: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = importlib.import_module(f"tests.referee.{name}")
    assert hasattr(referee, function)
    monkeypatch.setattr(referee, function, wrong)
    with pytest.raises(Differs):
        for seed in range(50):
            compare(name, seed)
