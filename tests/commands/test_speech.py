"""The terminal in five languages: the messages of the page, with each language's plurals, numbers and lists."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from bluffhouse import games
from bluffhouse.cli import LANGUAGES
from bluffhouse.commands import icu, speech
from bluffhouse.commands.icu import GRAMMARS, said
from tests.commands.records import Shell, recorded

MESSAGES = Path(__file__).parents[2] / "messages"
COINS = "{count, plural, =0 {none} one {# coin} other {# coins of {name}}}"


def messages(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    ("language", "count", "told"),
    [
        ("en", 0, "none"),
        ("en", 1, "1 coin"),
        ("en", 1234, "1,234 coins of Ada"),
        ("fr", 1, "1 coin"),
        ("it", 1234, "1.234 coins of Ada"),
        ("ja", 1, "1 coins of Ada"),
        ("de", 2, "2 coins of Ada"),
    ],
)
def test_plurals_are_the_languages(language: str, count: int, told: str) -> None:
    assert said(COINS, {"count": count, "name": "Ada"}, GRAMMARS[language]) == told


def test_nought_is_one_in_french() -> None:
    text = "{count, plural, one {# pièce} other {# pièces}}"
    assert said(text, {"count": 0}, GRAMMARS["fr"]) == "0 pièce"
    assert said(text, {"count": 0}, GRAMMARS["it"]) == "0 pièces"


@pytest.mark.parametrize(
    ("language", "three", "two"),
    [
        ("en", "a, b, and c", "a and b"),
        ("fr", "a, b et c", "a et b"),
        ("it", "a, b e c", "a e b"),
        ("ja", "a、b、c", "a、b"),
        ("de", "a, b und c", "a und b"),
    ],
)
def test_lists_are_the_languages(language: str, three: str, two: str) -> None:
    grammar = GRAMMARS[language]
    assert [grammar.list(list(letters)) for letters in ("abc", "ab", "a", "")] == [three, two, "a", ""]


@pytest.mark.parametrize("text", ["{", "}", "{count, plural, one {#}}", "{count, plural, other {#}", "{a, b}"])
def test_a_message_that_is_not_well_formed_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"brace|understood|plural"):
        icu.read(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_read(language: str) -> None:
    for text in messages(language).values():
        icu.read(text)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL"}, "en"),
        ({}, "en"),
    ],
)
def test_the_system_says_which_language(environment: Mapping[str, str], language: str) -> None:
    assert speech.preferred(environment) == language


def foreign(out: str, language: str) -> list[str]:
    """English messages that are said in another language although it has its own."""
    own = messages(language)
    return [
        text
        for key, text in messages("en").items()
        if len(text) > 12 and "{" not in text and own[key] != text and text in out
    ]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_game_in_every_language(shell: Shell, name: str, language: str) -> None:
    typed = "help\nboard\nmoves\nlog\ndance\n" + "1\n" * 500
    code, out, err = shell("terminal", name, "--seed", "5", "--language", language, typed=typed)
    assert (code, err) == (0, "")
    assert messages(language)["terminal.ranking"] in out
    assert messages(language)["terminal.no_move"] in out
    assert not foreign(out, language)
    assert "{" not in out


def test_the_language_of_the_system_is_spoken(shell: Shell) -> None:
    shell.monkeypatch.setenv("LANG", "it_IT.UTF-8")
    out = shell("terminal", "vabanque", "--seed", "3", typed="chip 99\n")[1]
    assert "Le regole ora non lo permettono (V1)." in out
    assert messages("it")["terminal.leaving"] in out
    told = shell("replay", "-", "--language", "de", typed=recorded("vabanque", 3))[1]
    assert told.startswith("Vabanque, 3 Personen")
