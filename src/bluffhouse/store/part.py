"""What every part of the store works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bluffhouse.store.database import Reader
    from bluffhouse.store.writer import Writer


class Part:
    """Writes through the one writer, reads through the reader."""

    def __init__(self, writer: Writer[Any], reader: Reader) -> None:
        self._writer = writer
        self._reader = reader
