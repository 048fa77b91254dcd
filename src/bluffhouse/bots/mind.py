"""What a bot is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.core.game import Below

Mind: TypeAlias = "Callable[[Any, Sequence[Any], Below], Any]"
"""Chooses from a view, the legal moves and a source of chance: never handed a state."""
