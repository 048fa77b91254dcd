"""Compiled functions kept on disk by Numba, and compiled anew when any file they are made of has changed.

Numba's own cache notices changes of a function's own file only. Here a function of the module level names every file
that it calls into, and what is kept of it is found again only while all of them are as they were.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from numba.core.caching import FunctionCache

if TYPE_CHECKING:
    from collections.abc import Callable


class _Cache(FunctionCache):
    """Numba's, with one more thing in the key."""

    def __init__(self, function: Callable[..., Any], sources: str) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call] # Numba tells no types
        self._sources = sources

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        return (*super()._index_key(signature, codegen), self._sources)  # type: ignore[no-untyped-call] # the same


def kept(*files: str) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function, and keep it as long as these files stay the same."""
    sources = hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()

    def compiled(function: Callable[..., Any]) -> Any:
        dispatcher = numba.njit(function)
        dispatcher._cache = _Cache(function, sources)  # what cache=True does with Numba's own
        return dispatcher

    return compiled
