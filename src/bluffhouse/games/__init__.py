"""The games of the house, found by looking into this folder: adding a game is adding a folder."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bluffhouse.core.game import Game

NAMES: Final = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def find(name: str, version: int | None = None) -> Game[Any, Any, Any, Any, Any]:
    """The game of that name by its newest rules, or by those of a version; LookupError says what there is instead."""
    if name not in NAMES:
        raise LookupError(f"there is no game called {name!r}; there are: {', '.join(NAMES)}")
    newest: Game[Any, Any, Any, Any, Any] = importlib.import_module(f"{__name__}.{name}").GAME
    game: Game[Any, Any, Any, Any, Any] | None = newest
    while game is not None and version not in (None, game.version):
        game = game.before
    if game is None:
        raise LookupError(f"version {version} of the rules of {name} is not known here; the newest is {newest.version}")
    return game


def is_newest(game: Game[Any, Any, Any, Any, Any]) -> bool:
    """Whether new tables play by these rules: what is learnt or computed about a game is about them alone."""
    return game.name not in NAMES or find(game.name).version == game.version
