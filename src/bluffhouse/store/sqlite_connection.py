"""A SQLite file for asyncio: its thread is asked only for what may wait for a disk or for somebody's lock.

Every way to the thread and back means two changes of threads, and it ends behind whatever else the loop has to do just
then. aiosqlite goes it three or four times for a statement, so that a commit stood in that queue seventeen times: when
a crowd came to the door, moves waited for it again and again.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS_AT_A_TIME: Final = 64  # what aiosqlite asks for, of those who iterate
PIECEMEAL: Final = ("fetchone", "fetchmany")
IN_MEMORY: Final = ("INSERT", "SAVEPOINT", "RELEASE")
"""Statements that write into memory once the transaction has begun; the disk is for its commit."""


class Connection(aiosqlite.Connection):
    """For SQLAlchemy, which reads the rows of a statement at once: they come back with the statement's own way."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, ROWS_AT_A_TIME)
        self._thread.daemon = True
        self._sent = 0
        """How often the thread was asked; counted by the loop alone."""
        self._done = 0
        """How often it has answered; counted by the thread alone."""
        self._rows: WeakKeyDictionary[sqlite3.Cursor, list[Any]] = WeakKeyDictionary()
        """Of statements whose rows nobody has asked for yet."""

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._sent == self._done:  # else somebody was cancelled, and what they wanted is still being done
            if (cursor := _cursor(fn)) is not None and cursor in self._rows:
                if fn.__name__ in PIECEMEAL:
                    raise TypeError("the rows of a statement are read at once here")
                if fn.__name__ == "fetchall":
                    return self._rows.pop(cursor)
            if self._is_instant(fn, args):
                return fn(*args, **kwargs)
        self._sent += 1
        return await super()._execute(self._in_thread, fn, args, kwargs)  # type: ignore[no-untyped-call]

    def _is_instant(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> bool:
        """Cursors come and go in memory; so does a roll-back where nothing was begun, and a statement where it was."""
        if _cursor(fn) is not None:
            return fn.__name__ == "close" or (
                self._conn.in_transaction and bool(args) and str(args[0]).startswith(IN_MEMORY)
            )
        return fn == self._conn.cursor or (fn == self._conn.rollback and not self._conn.in_transaction)

    def _in_thread(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            answer = fn(*args, **kwargs)
            if fn.__name__ == "execute" and (cursor := _cursor(fn)) is not None:
                self._rows.pop(cursor, None)
                if cursor.description is not None:
                    self._rows[cursor] = cursor.fetchall()
            return answer
        finally:
            self._done += 1


def _cursor(fn: Callable[..., Any]) -> sqlite3.Cursor | None:
    """Whose method it is, if it is a cursor's."""
    owner = getattr(fn, "__self__", None)
    return owner if isinstance(owner, sqlite3.Cursor) else None


async def open_file(path: str) -> aiosqlite.Connection:
    """From the loop or from its thread, but never from both at once: see above."""
    return await Connection(lambda: sqlite3.connect(path, check_same_thread=False))
