"""What bots chose who think as jobs on other machines."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "choices",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "asked", name="choices_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="choices_table_id_in_tables", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
