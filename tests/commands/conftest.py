import pytest

from bluffhouse.commands import speech
from tests.commands.records import Shell


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs started by tests write as they do for people, whatever the tests were started with."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever language the machine's user reads, and whatever a test before has spoken."""
    for variable in speech.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    speech.speak(speech.ENGLISH)
