"""`bluffhouse bots`: processes that think for the bots of a house, taking their questions from its queue.

A thinker reads the log, sees the table as the bot's seat does, chooses and keeps the choice; the worker who keeps the
table's clock makes the move when it is due. A question that is answered or closed meanwhile is nobody's any more, so a
job done twice, or late, does no harm; one whose thinker died is done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING, Any, Final

import procrastinate
import structlog
from procrastinate.exceptions import ConnectorException

from bluffhouse import games
from bluffhouse.core.game import Seat
from bluffhouse.core.words import read_options
from bluffhouse.play.table import replay, start
from bluffhouse.server.botseat import SEED, OwnMinds, PoolMinds, Question, decide
from bluffhouse.store import Store, Thought
from bluffhouse.store.jobs import QUEUE, TASK

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.server.botseat import Minds

STALLED: Final = 5.0
"""Seconds without a sign of life after which a thinker counts as dead; its questions wait for an answer meanwhile."""

log = structlog.get_logger(__name__)


async def think(store: Store, minds: Minds, thought: Thought) -> bool:
    """Answer one question; False where it is no longer open, or another has answered it."""
    meta = await store.table(thought.table)
    if meta is None:
        return False
    game = games.find(meta.game, meta.version)
    table = start(game, read_options(game.options, meta.options), meta.seats)
    table = replay(table, await store.rows(thought.table))
    seat = Seat(thought.seat)
    if table.asked[seat] != thought.asked:
        return False
    question = Question(
        game.name,
        game.version,
        thought.level,
        game.view(table.state, seat),
        game.moves(table.state, seat),
        secrets.randbelow(SEED),
    )
    return await store.choose(thought, await decide(minds, game, question, secrets.randbelow))


def application(url: str, store: Store, minds: Minds) -> procrastinate.App:
    """The queue of a house, with the one thing that is done there."""
    conninfo = url.replace("postgresql+psycopg://", "postgresql://", 1)
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=conninfo))

    @app.task(name=TASK, queue=QUEUE)
    async def work(**told: Any) -> None:
        await think(store, minds, Thought(**told))

    return app


async def run(url: str, processes: int, started: Callable[[], None]) -> None:
    """Think until the process is told to stop."""
    store = await Store.open(url)
    minds: Minds = PoolMinds(processes) if processes else OwnMinds()
    try:
        await store.set_up_queue()
        async with application(url, store, minds).open_async() as app:
            again = asyncio.create_task(redo(app))
            started()
            try:
                await app.run_worker_async(
                    queues=[QUEUE],
                    concurrency=max(1, processes) * 2,
                    delete_jobs="always",
                    update_heartbeat_interval=STALLED / 5,
                    stalled_worker_timeout=STALLED * 6,
                )
            finally:
                again.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await again
    finally:
        minds.close()
        await store.close()


async def redo(app: procrastinate.App) -> None:
    """Have the jobs of dead thinkers done by others."""
    while True:
        try:
            for job in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=STALLED):
                await app.job_manager.retry_job(job)
        except ConnectorException:
            log.warning("stalled jobs are looked for later: the database does not answer")
        await asyncio.sleep(STALLED / 2)
