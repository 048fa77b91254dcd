"""The games of the house, found by looking into this folder: adding a game is adding a folder."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bluffhouse.core.game import Game

NAMES: Final = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def find(name: str) -> Game[Any, Any, Any, Any, Any]:
    """The game of that name; LookupError with the names there are where there is none."""
    if name not in NAMES:
        raise LookupError(f"there is no game called {name!r}; there are: {', '.join(NAMES)}")
    game: Game[Any, Any, Any, Any, Any] = importlib.import_module(f"{__name__}.{name}").GAME
    return game
