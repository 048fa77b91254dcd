"""Questions for bots who think on other machines: enqueued with the move that raised them, answered by a choice.

The queue is procrastinate's, in the same PostgreSQL; here is only what must happen inside our own transactions. Each
question is answered once: whoever comes second changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import insert, select, text, tuple_

from bluffhouse.store import schema
from bluffhouse.store.model import Taken
from bluffhouse.store.part import Part

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

QUEUE: Final = "bots"
TASK: Final = "think"

DEFER: Final = text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :task, 0, NULL, NULL, CAST(:args AS jsonb), NULL)"
    "::procrastinate_job_to_defer_v1])"
)
QUEUE_LOCK: Final = 7_215_330_952
"""PostgreSQL's name for «somebody sets the queue up»."""

choices = schema.choices.c


@dataclass(frozen=True, slots=True)
class Thought:
    """A seat's open question that a bot of some level is to answer."""

    table: str
    seat: int
    asked: int
    level: str


async def defer(connection: AsyncConnection, thoughts: Sequence[Thought]) -> None:
    """Enqueue them; they are due when this transaction is committed, and only then."""
    for thought in thoughts:
        await connection.execute(DEFER, {"queue": QUEUE, "task": TASK, "args": json.dumps(asdict(thought))})


class Jobs(Part):
    """Choices, and the queue's own tables."""

    async def set_up_queue(self) -> None:
        """Have procrastinate's tables and functions, once."""

        async def set_up(connection: AsyncConnection) -> None:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": QUEUE_LOCK})
            there = await connection.execute(text("SELECT to_regclass('procrastinate_jobs')"))
            if there.scalar_one() is None:
                made = files("procrastinate").joinpath("sql/schema.sql").read_text(encoding="utf-8")
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute(made)

        await self._writer.write(set_up)

    async def choose(self, thought: Thought, move: str) -> bool:
        """Keep what a bot chose; False where another has answered this question already."""
        values = {"table_id": thought.table, "seat": thought.seat, "asked": thought.asked, "move": move}

        async def choose(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.choices).values(values))

        try:
            await self._writer.write(choose)
        except Taken:
            return False
        return True

    async def chosen(self, questions: Collection[tuple[str, int, int]]) -> Mapping[tuple[str, int, int], str]:
        """Those of the questions (table, seat, asked) that are answered, with one look."""
        key = tuple_(choices.table_id, choices.seat, choices.asked)
        found = await self._reader.all(select(schema.choices).where(key.in_(list(questions))))
        return {(row["table_id"], row["seat"], row["asked"]): row["move"] for row in found}
