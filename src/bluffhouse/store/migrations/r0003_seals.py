"""Chance that can be checked, and logs in which a changed byte is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("salt", sa.Text))
    op.add_column("tables", sa.Column("seed", sa.Text))
    op.add_column("chairs", sa.Column("word", sa.Text, nullable=False, server_default=""))
    op.add_column("log", sa.Column("chain", sa.Text))
