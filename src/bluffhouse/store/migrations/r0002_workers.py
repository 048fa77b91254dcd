"""Several workers at one database: who keeps each table's clock, who sits where through whom, what is said."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _parent(of: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"{of}_table_id_in_tables", ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("tables", sa.Column("keeper", sa.Text))
    op.add_column("tables", sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("since", sa.Double, nullable=False, server_default="0"))
    op.add_column("log", sa.Column("fence", sa.Integer))
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="workers_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pages",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("vote", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", "worker", name="pages_key"),
        _parent("pages"),
        sqlite_with_rowid=False,
    )
    op.create_index("pages_by_worker", "pages", ["worker"])
    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("frame", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="talk_key"),
        _parent("talk"),
        sqlite_with_rowid=False,
    )
    op.create_index("talk_by_age", "talk", ["at"])
    op.create_table(
        "farewells",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="farewells_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("farewells_by_age", "farewells", ["at"])
