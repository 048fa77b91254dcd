"""The tables of the database, for SQLite and PostgreSQL alike; `migrations` makes them, a test holds both equal."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ck": "%(table_name)s_%(constraint_name)s",
        "fk": "%(table_name)s_%(column_0_name)s_in_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)


def _of_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


tables: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("time", Text, nullable=False),
    Column("watch", Text, nullable=False),
    Column("delay", Integer, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("started", Double),
    Column("ended", Double),
    Column("rematch_of", Text),
    # Whose clock it is: the worker, the number that every change of keeper raises, and since when it has counted.
    Column("keeper", Text),
    Column("fence", Integer, nullable=False, server_default="0"),
    Column("since", Double, nullable=False, server_default="0"),
    # What the dealer's draws follow from: secret until the game is over.
    Column("salt", Text),
    Column("seed", Text),
    Index("tables_by_code", "code", unique=True),
    Index("tables_by_status", "status", "created"),
    Index("tables_by_end", "ended"),
)

chairs: Final = Table(
    "chairs",
    METADATA,
    _of_table(),
    Column("seat", Integer, primary_key=True),
    Column("guest", Text),
    Column("bot", Text),
    Column("name", Text, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("word", Text, nullable=False, server_default=""),
    # One chair a guest at a table; free chairs and bots have no guest and do not meet here.
    Index("chairs_by_guest", "guest", "table_id", unique=True),
    sqlite_with_rowid=False,
)

log: Final = Table(
    "log",
    METADATA,
    _of_table(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # The row before this one, which must exist: so the database itself allows no hole.
    Column("before", Integer),
    Column("actor", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("elapsed", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text),
    Column("at", Double, nullable=False),
    Column("fence", Integer),
    Column("chain", Text),
    ForeignKeyConstraint(["table_id", "before"], ["log.table_id", "log.seq"], name="log_no_hole"),
    CheckConstraint("seq = 1 AND before IS NULL OR before IS NOT NULL AND before = seq - 1", name="counts"),
    sqlite_with_rowid=False,
)

answers: Final = Table(
    "answers",
    METADATA,
    _of_table(),
    # The seat belongs to the key: two clients that happen to choose the same one never get each other's answer.
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("seq", Integer),
    Column("rule", Text),
    Column("sentence", Text),
    Column("at", Double, nullable=False),
    Index("answers_by_age", "at"),
    sqlite_with_rowid=False,
)

guests: Final = Table(
    "guests",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("token_hash", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("guests_by_token", "token_hash", unique=True),
)

invites: Final = Table(
    "invites",
    METADATA,
    Column("secret_hash", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer),
    Column("uses", Integer, nullable=False),
    Column("expires", Double, nullable=False),
    Index("invites_by_table", "table_id"),
)

admissions: Final = Table(
    "admissions",
    METADATA,
    _of_table(),
    Column("guest", Text, primary_key=True),
    sqlite_with_rowid=False,
)

workers: Final = Table(
    "workers",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)

pages: Final = Table(
    "pages",
    METADATA,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("worker", Text, primary_key=True),
    Column("vote", Text),
    Index("pages_by_worker", "worker"),
    sqlite_with_rowid=False,
)

talk: Final = Table(
    "talk",
    METADATA,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("worker", Text, nullable=False),
    Column("frame", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("talk_by_age", "at"),
    sqlite_with_rowid=False,
)

choices: Final = Table(
    "choices",
    METADATA,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("asked", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    sqlite_with_rowid=False,
)

farewells: Final = Table(
    "farewells",
    METADATA,
    Column("guest", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Index("farewells_by_age", "at"),
    sqlite_with_rowid=False,
)
