"""`bluffhouse bench rules`: honest numbers for every game and seat count."""

import json
import platform
import re

import pytest

from bluffhouse import games
from tests.commands.records import Shell


@pytest.fixture
def measured(shell: Shell) -> dict[str, dict[str, dict[str, float]]]:
    code, out, err = shell("bench", "rules", "--json", "--seconds", "0.1")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["python"] == platform.python_version()
    assert told["commit"] is None or re.fullmatch("[0-9a-f]{7,}", told["commit"])
    rules: dict[str, dict[str, dict[str, float]]] = told["rules"]
    return rules


def test_every_game_and_seat_count_is_measured(measured: dict[str, dict[str, dict[str, float]]]) -> None:
    assert {name: list(rates) for name, rates in measured.items()} == {
        name: [str(seats) for seats in games.find(name).seats] for name in games.NAMES
    }
    assert all(rate > 0 for rates in measured.values() for speeds in rates.values() for rate in speeds.values())


def test_the_dealer_makes_no_decisions(measured: dict[str, dict[str, dict[str, float]]]) -> None:
    """Vabanque: one draw by lot a game; 10 chips, 12 cards and 4 pawns each, and where the first pawn stands."""
    for seats, speeds in measured["vabanque"].items():
        decisions = speeds["decisions_per_second"] / speeds["games_per_second"]
        assert decisions == pytest.approx(26 * int(seats) + 1, rel=0.05)
        assert speeds["dealer_moves_per_second"] == speeds["games_per_second"]


def test_without_json_it_is_a_table(shell: Shell) -> None:
    code, out, err = shell("bench", "rules", "--seconds", "0")
    assert (code, err) == (0, "")
    rows = [line.split()[:2] for line in out.splitlines()[2:]]
    assert rows == [[name, str(seats)] for name in games.NAMES for seats in games.find(name).seats]
