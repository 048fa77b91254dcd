"""Bringing a database to the newest schema: the steps in `migrations`, run at every start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import text

from bluffhouse.store.database import BadDatabase

if TYPE_CHECKING:
    from sqlalchemy import Connection

STEPS: Final = Path(__file__).with_name("migrations")

LOCK: Final = 7_215_330_951
"""Any number: PostgreSQL's name for «somebody migrates», so that workers starting together do it one by one."""


def migrate(connection: Connection) -> None:
    """Run the steps that are missing, inside the caller's transaction: all of them or none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    steps = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])

    def missing(revision: Any, _: object) -> Any:
        return steps._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), steps, fn=missing) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        try:
            environment.run_migrations()
        except CommandError:
            raise BadDatabase("the database was made by a newer version of this program") from None
