"""Mistakes about stores that fail, readers who do not read and backups, put in on purpose to see those proofs fail."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bluffhouse.server import run, socket
from bluffhouse.server.room import Room
from bluffhouse.server.socket import Line
from bluffhouse.store import Store, StoreDown, backup
from bluffhouse.store.writer import Writer
from tests.faults.plants import PLANTS, put

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLANT = "STORM_PLANT"  # in the environment of a server
NEVER = 1_000_000


def acknowledge_unsaved() -> None:
    """A move that could not be stored is taken for stored."""
    honest = Store.append

    async def append(self: Any, *what: Any, **how: Any) -> None:
        with contextlib.suppress(StoreDown):
            await honest(self, *what, **how)

    put(Store, "append", append)


def give_up() -> None:
    """After the first fault nothing is written any more, though the store is well again."""
    honest = Writer._commit

    async def commit(self: Any, group: Any) -> Sequence[object]:
        outcomes = await honest(self, group)
        self._closed |= any(isinstance(outcome, StoreDown) for outcome in outcomes)
        return outcomes

    put(Writer, "_commit", commit)


def keep_silent() -> None:
    """Nobody is told that a move could not be stored."""
    honest = Line.send

    def send(self: Any, text: str) -> None:
        if '"not saved"' not in text:
            honest(self, text)

    put(Line, "send", send)


def wait_for_readers() -> None:
    """A table goes on when everybody has read what happened there."""
    honest = Room.do_move

    async def do_move(self: Any, ear: Any, frame: Any) -> None:
        await honest(self, ear, frame)
        while any(getattr(other, "_outbox", ()) for other, _ in self.audience):
            await asyncio.sleep(0.01)

    put(Room, "do_move", do_move)


def endless_outbox() -> None:
    """Whatever somebody does not read is kept for them."""
    for name in ("MOST_FRAMES", "MOST_CHARACTERS"):
        put(socket, name, NEVER * NEVER)


def never_cut() -> None:
    """Whoever reads nothing keeps the line."""
    put(run, "KEEPALIVE", NEVER)
    put(socket, "STALLED", NEVER)


def many_moments() -> None:
    """Each part of a backup is of another moment."""

    def later(table: Any) -> Any:
        time.sleep(0.3)
        return select(table)

    put(backup, "_snapshot", lambda _: "READ COMMITTED")
    put(backup, "select", later)


def only_so_many() -> None:
    """A backup ends where the house has grown larger than somebody once thought."""
    put(backup, "select", lambda table: select(table).limit(100))


STORES = (acknowledge_unsaved, give_up, keep_silent)
READERS = (wait_for_readers, endless_outbox, never_cut)
BACKUPS = (many_moments, only_so_many)


def names(slips: Sequence[Callable[[], None]]) -> list[str]:
    return [slip.__name__.replace("_", "-") for slip in slips]


_OURS = (*STORES, *READERS, *BACKUPS)
EVERY: dict[str, Callable[[], None]] = PLANTS | dict(zip(names(_OURS), _OURS, strict=True))
"""These, and the storm's."""


def plant() -> None:
    """Put in the mistake that the environment names, if it does."""
    if name := os.environ.get(PLANT):
        EVERY[name]()
