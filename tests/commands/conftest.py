import pytest

from tests.commands.records import Shell


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs started by tests write as they do for people, whatever the tests were started with."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
