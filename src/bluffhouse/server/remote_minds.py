"""Bots that think on other machines: their questions are jobs, enqueued with the move that raised them, and here the
choices are waited for. One that does not come in time is made up for by a plain move, as for any bot that is slow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import structlog

from bluffhouse import games
from bluffhouse.store import StoreDown

if TYPE_CHECKING:
    from bluffhouse.server.botseat import Question
    from bluffhouse.store import Store

LOOK: Final = 0.1  # seconds between two looks for choices, for all tables together

log = structlog.get_logger(__name__)


class RemoteMinds:
    """Must be made inside the running event loop."""

    deferred = True

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[tuple[str, int, int], asyncio.Future[str]] = {}
        self._bell = asyncio.Event()
        self._task = asyncio.create_task(self._look())

    async def choose(self, question: Question) -> Any:
        assert question.place is not None, "a table asks"
        waits = self._waiting.setdefault(question.place, asyncio.get_running_loop().create_future())
        self._bell.set()
        try:
            return games.find(question.game, question.version).read(await asyncio.shield(waits))
        finally:
            self._waiting.pop(question.place, None)

    def close(self) -> None:
        self._task.cancel()

    async def _look(self) -> None:
        while True:
            await self._bell.wait()
            try:
                for place, move in (await self._store.chosen(self._waiting)).items():
                    if (waits := self._waiting.get(place)) is not None and not waits.done():
                        waits.set_result(move)
            except StoreDown:
                log.warning("choices of bots cannot be read: the store does not answer")
            if not self._waiting:
                self._bell.clear()
            await asyncio.sleep(LOOK)
