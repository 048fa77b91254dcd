"""Rows from before there was a chain get their digest, so that from now on one without is a changed one."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

UNCHAINED = sa.text("SELECT DISTINCT table_id FROM log WHERE chain IS NULL")
FACTS = sa.text("SELECT id, game, version, options, seats, time FROM tables WHERE id = :table")
ROWS = sa.text(
    'SELECT seq, actor, elapsed, fence, "at", move, "by", "key", chain FROM log WHERE table_id = :table ORDER BY seq'
)
CHAIN = sa.text("UPDATE log SET chain = :chain WHERE table_id = :table AND seq = :seq")


def upgrade() -> None:
    chain_rows(op.get_bind())


def chain_rows(connection: sa.Connection) -> None:
    """With the digests of this version, written out: what the program computes later is no business of an old log."""
    for table in connection.execute(UNCHAINED).scalars().all():
        facts = connection.execute(FACTS, {"table": table}).one()
        options = sorted(json.loads(facts.options).items())
        told = [facts.id, facts.game, facts.version, options, facts.seats, facts.time]
        before = hashlib.sha256(json.dumps(told).encode()).hexdigest()
        missing = []
        for row in connection.execute(ROWS, {"table": table}):
            words = f"{before}\n{row.seq} {row.actor} {row.elapsed} {row.fence} {row.at!r}"
            before = hashlib.sha256(f"{words}\n{row.move}\n{row.by}\n{row.key}".encode()).hexdigest()
            if row.chain is None:
                missing.append({"table": table, "seq": row.seq, "chain": before})
        connection.execute(CHAIN, missing)
