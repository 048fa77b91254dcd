"""Every rule number of a game's RULES.md is in the name of one of that game's tests, and no other number is."""

import ast
import re
from pathlib import Path

import pytest

import bluffhouse.games
from bluffhouse.games import NAMES

HERE = Path(__file__).parent
RULE = re.compile(r"^\*\*([A-Z]\d+)\*\* ", re.MULTILINE)
CARRIED = re.compile(r"_([a-z]\d+)(?=_|$)")


def rules(game: str) -> list[str]:
    """The numbers that begin a paragraph of the game's rules, in their order."""
    text = (Path(bluffhouse.games.__path__[0]) / game / "RULES.md").read_text(encoding="utf-8")
    return RULE.findall(text)


def names_in(source: str) -> list[str]:
    """The functions of a file that pytest collects as tests."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return [function.name for function in functions if function.name.startswith("test_")]


def numbers_tested(game: str) -> set[str]:
    files = sorted((HERE / game).glob("test_*.py"))
    names = [name for file in files for name in names_in(file.read_text(encoding="utf-8"))]
    return {number.upper() for name in names for number in CARRIED.findall(name)}


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_has_a_test_that_carries_its_number(game: str) -> None:
    missing = [number for number in rules(game) if number not in numbers_tested(game)]
    assert not missing, (
        f"no test under tests/games/{game} is named after {', '.join(missing)}, like test_{missing[0].lower()}_…"
    )


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_are_numbered_from_1_without_a_gap(game: str) -> None:
    found = rules(game)
    assert found, f"RULES.md of {game} numbers no rule"
    assert found == [f"{found[0][0]}{number}" for number in range(1, len(found) + 1)]


@pytest.mark.parametrize("game", NAMES)
def test_no_test_is_named_after_a_rule_of_that_letter_that_does_not_exist(game: str) -> None:
    letter = rules(game)[0][0]
    unknown = {number for number in numbers_tested(game) if number[0] == letter} - set(rules(game))
    assert not unknown
