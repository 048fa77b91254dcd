"""How strong a bot is, by name: what lobbies offer and chairs remember. A level is a row of bots, one for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse.bots import roster
from bluffhouse.games import is_newest

if TYPE_CHECKING:
    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.record import AnyGame

LEVELS: Final[dict[str, dict[str, str]]] = {
    "novice": {"vabanque": "blend:50,random,heuristic", "bankueberfall": "blend:50,random,heuristic"},
    "regular": {"vabanque": "heuristic", "bankueberfall": "heuristic"},
    "gambler": {"vabanque": "blend:50,heuristic,network", "bankueberfall": "blend:45,heuristic,habits"},
    "shark": {"vabanque": "blend:62,network,search:32", "bankueberfall": "blend:70,habits,search:32"},
    "master": {"vabanque": "search:32", "bankueberfall": "search:32"},
}
"""From the weakest to the strongest. docs/bots.md has the ladder on which neighbours were measured."""

ELSEWHERE: Final[dict[str, str]] = {
    "novice": "random",
    "regular": "heuristic",
    "gambler": "heuristic",
    "shark": "heuristic",
    "master": "heuristic",
}
"""The levels at a game of which the table above knows nothing, and by rules of before: every game has a heuristic."""

STAND_IN: Final = "regular"
"""Who plays for somebody who is away."""


NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Elsa", "Flavio", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Leo")
"""What bots are called at a table, the first that nobody there has."""


def known(level: str) -> bool:
    """Whether a chair may be given to it: the five that are offered, and the plain bots of the roster."""
    return level in LEVELS or level in roster.ROSTER


def checked(level: str) -> str:
    """The level itself; LookupError with the names there are."""
    if not known(level):
        raise LookupError(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
    return level


def mind(level: str, game: AnyGame) -> Mind:
    """The mind of a level at a game; LookupError like `checked`."""
    bots = LEVELS.get(checked(level))
    if bots is None:
        return roster.mind(level, game)
    return roster.mind(bots.get(game.name, ELSEWHERE[level]) if is_newest(game) else ELSEWHERE[level], game)
