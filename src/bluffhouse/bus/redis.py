"""The bus over Redis or Valkey: publish and subscribe on one channel, which keeps nothing and promises nothing.

While the server is away nothing is sent and `missed` says so; workers then look into the log by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import redis.asyncio as redis
from redis.exceptions import RedisError

from bluffhouse.bus.subscribers import Subscribers

if TYPE_CHECKING:
    from bluffhouse.bus.protocol import Hear, Unsubscribe

CHANNEL: Final = "bluffhouse"
MOST_WAITING: Final = 10_000
"""Messages to be sent; beyond that the oldest are left out, and whoever needed them looks for themselves."""
PATIENCE: Final = 2.0
AGAIN: Final = 0.5  # seconds until the next try to reach a server that is away
ALIVE: Final = 1.0  # seconds between questions whether a silent server is there

log = logging.getLogger(__name__)


class RedisBus:
    """Must be made inside the running event loop."""

    def __init__(self, url: str, worker: str) -> None:
        self._worker = worker
        self._redis = redis.Redis.from_url(
            url,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            decode_responses=True,
        )
        self._subscribers = Subscribers()
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._bell = asyncio.Event()
        self._listens = False
        self._missed = True
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    def publish(self, table: str, seq: int) -> None:
        self._waiting.append(f"{self._worker} {table} {seq}")
        self._bell.set()

    def subscribe(self, callback: Hear) -> Unsubscribe:
        return self._subscribers.subscribe(callback)

    def missed(self) -> bool:
        missed, self._missed = self._missed, not self._listens
        return missed or not self._listens

    async def close(self) -> None:
        self._subscribers.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _send(self) -> None:
        """Whatever waits goes in one go; what cannot be sent is dropped, for by then it is old."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            try:
                pipeline = self._redis.pipeline(transaction=False)
                while self._waiting:
                    pipeline.publish(CHANNEL, self._waiting.popleft())  # type: ignore[unused-awaitable]  # it only joins
                await pipeline.execute()
            except (RedisError, OSError) as fault:
                log.debug("a message was not sent: %s", type(fault).__name__)
                await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    await self._hear(ear)
            except (RedisError, OSError) as fault:
                if self._listens:
                    log.warning("redis is away, tables are looked up instead: %s", type(fault).__name__)
                self._listens = False
                await asyncio.sleep(AGAIN)

    async def _hear(self, ear: Any) -> None:
        """Until the server is away, which one that says nothing must show by answering a question."""
        silent = 0
        while silent < 3:
            message = await ear.get_message(timeout=ALIVE)
            if message is None:
                silent += 1
                await ear.ping()
                continue
            silent = 0
            if message["type"] == "subscribe":
                self._listens = self._missed = True
            elif message["type"] == "message":
                self._tell(message["data"])
        raise RedisError("no answer")

    def _tell(self, text: str) -> None:
        """Others may speak on this channel too: what is no message of ours is nobody's business."""
        match text.split(" "):
            case [worker, table, seq] if worker != self._worker and seq.isdecimal():
                self._subscribers.tell(table, int(seq))
