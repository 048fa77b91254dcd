"""Bots in chairs: they think in processes of their own and are handed a view and the open moves, never a state."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import structlog

from bluffhouse import games
from bluffhouse.bots import levels
from bluffhouse.bots.warm import warm_up
from bluffhouse.server.processes import end_with_parent, leave_interrupts_to_parent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

BUDGET: Final = 5.0  # seconds for one decision; then the game's heuristic will do
SEED: Final = 1 << 128
FINENESS: Final = 1 << 20

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """All that a bot is told."""

    game: str
    version: int
    """Of its rules."""
    level: str
    view: Any
    moves: Sequence[Any]
    seed: int
    """Its own source of chance, drawn by the server, so that a test can draw the same."""
    place: tuple[str, int, int] | None = None
    """The table, the seat and the number of the question, for whoever thinks elsewhere."""


def choose(question: Question) -> Any:
    """The move of a bot: runs wherever there is a free processor."""
    mind = levels.mind(question.level, games.find(question.game, question.version))
    below = random.Random(question.seed).randrange  # noqa: S311 - the seed is 128 bits of the server's own chance
    return mind(question.view, question.moves, below)


def _serve_only() -> None:
    """A worker leaves Ctrl-C to the server and ends when the server is gone, however it went."""
    leave_interrupts_to_parent()
    end_with_parent()


class Minds(Protocol):
    """Where bots think."""

    @property
    def deferred(self) -> bool:
        """Whether questions are enqueued with the moves that raise them, for others to answer."""

    async def choose(self, question: Question) -> Any: ...

    def close(self) -> None: ...


class OwnMinds:
    """In the server's own process: for tests and for a server told to start no others."""

    deferred = False

    async def choose(self, question: Question) -> Any:
        return choose(question)

    def close(self) -> None:
        """Nothing was started."""


class PoolMinds:
    """In a few processes, started when the first bot has to think; a pool that broke is replaced."""

    deferred = False

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: a copy of a process with threads and open sockets is a trap.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_serve_only)
        return self._pool

    def prepare(self) -> None:
        """Compile what bots need before the first of them has to think; the other processes find it on disk."""
        self._started().submit(warm_up)

    async def choose(self, question: Question) -> Any:
        pool = self._started()
        try:
            return await asyncio.wrap_future(pool.submit(choose, question))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
            raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


async def decide(minds: Minds, game: AnyGame, question: Question, below: Below) -> str:
    """The bot's move in notation; when it takes too long, fails or chooses what is not offered, a plain one instead."""
    try:
        async with asyncio.timeout(BUDGET):
            move = await minds.choose(question)
        if move in question.moves:
            return game.write(move)
        log.error("bot chose an illegal move", game=question.game, level=question.level)
    except Exception as fault:  # noqa: BLE001 - whatever happens to a bot, the table goes on
        log.error("bot failed", game=question.game, level=question.level, fault=type(fault).__name__)
    return game.write(game.heuristic(question.view, question.moves, below))


def pause(span: tuple[float, float], below: Below) -> float:
    """How long a bot seems to think: drawn from chance alone, before it is shown anything."""
    shortest, longest = span
    return shortest + (longest - shortest) * below(FINENESS) / FINENESS
