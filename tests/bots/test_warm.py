"""Before anybody waits, every dear bot of every level has thought once at every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.bots import levels, roster, warm

if TYPE_CHECKING:
    import pytest

CHEAP = {"random", "heuristic", "network"}


def named(spec: str) -> set[str]:
    """The plain bots that a spec is made of."""
    name, _, rest = spec.partition(":")
    if name != roster.BLEND:
        return {name}
    _, first, second = rest.split(",")
    return named(first) | named(second)


def test_nobody_dear_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, set[str]] = {name: set() for name in games.NAMES}
    ended = []

    def mind(spec: str, game: Any) -> Any:
        asked[game.name].add(spec)
        return game.heuristic

    monkeypatch.setattr(roster, "mind", mind)
    monkeypatch.setattr(warm, "play_out", lambda game, *_: ended.append(game.name))
    warm.warm_up()
    assert ended == list(games.NAMES)
    for name in games.NAMES:
        dear = {bot for bots in levels.LEVELS.values() for bot in named(bots[name])} - CHEAP
        assert dear <= {spec.partition(":")[0] for spec in asked[name]}
        assert dear, "else this proves nothing"
