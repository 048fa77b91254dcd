"""The lobby, the log with its answers, guests and invites."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, nullable=False)


def _parent(of: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"{of}_table_id_in_tables", ondelete="CASCADE")


def upgrade() -> None:
    _lobby()
    _log()
    _people()


def _lobby() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("delay", sa.Integer, nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("started", sa.Double),
        sa.Column("ended", sa.Double),
        sa.Column("rematch_of", sa.Text),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
    )
    op.create_index("tables_by_code", "tables", ["code"], unique=True)
    op.create_index("tables_by_status", "tables", ["status", "created"])
    op.create_index("tables_by_end", "tables", ["ended"])
    op.create_table(
        "chairs",
        _of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("stand_in", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="chairs_key"),
        _parent("chairs"),
        sqlite_with_rowid=False,
    )
    op.create_index("chairs_by_guest", "chairs", ["guest", "table_id"], unique=True)


def _log() -> None:
    op.create_table(
        "log",
        _of_table(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("before", sa.Integer),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("elapsed", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="log_key"),
        _parent("log"),
        sa.ForeignKeyConstraint(["table_id", "before"], ["log.table_id", "log.seq"], name="log_no_hole"),
        sa.CheckConstraint("seq = 1 AND before IS NULL OR before IS NOT NULL AND before = seq - 1", name="log_counts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        _of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer),
        sa.Column("rule", sa.Text),
        sa.Column("sentence", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "key", name="answers_key"),
        _parent("answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("answers_by_age", "answers", ["at"])


def _people() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guests_key"),
    )
    op.create_index("guests_by_token", "guests", ["token_hash"], unique=True)
    op.create_table(
        "invites",
        sa.Column("secret_hash", sa.Text, nullable=False),
        _of_table(),
        sa.Column("seat", sa.Integer),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="invites_key"),
        _parent("invites"),
    )
    op.create_index("invites_by_table", "invites", ["table_id"])
    op.create_table(
        "admissions",
        _of_table(),
        sa.Column("guest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest", name="admissions_key"),
        _parent("admissions"),
        sqlite_with_rowid=False,
    )
