"""The bus over Redis or Valkey: publish and subscribe, a channel a table, which keeps nothing and promises nothing.

A worker listens to the tables it has, and Redis sends it nothing else: what a move costs does not grow with the house.
While the server is away nothing is sent and `missed` says so; workers then look into the log by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bluffhouse.bus.subscribers import Subscribers

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

    from bluffhouse.bus.protocol import Hear, Unsubscribe

HOUSE: Final = "bluffhouse"
"""A channel on which nobody speaks: every worker listens to it, so that one without tables knows that it hears."""
TABLE: Final = f"{HOUSE}:"
"""How the channel of a table begins; its id follows."""

MOST_WAITING: Final = 10_000
"""Messages to be sent; beyond that the oldest are left out, and whoever needed them looks for themselves."""
PATIENCE: Final = 2.0
CONFIRMED: Final = 0.5
"""Seconds for Redis to say that it sends us what is said of a table; whoever waited then goes on, and looks again."""
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
            retry=Retry(NoBackoff(), 0),  # we come again ourselves, knowing that something was missed meanwhile
        )
        self._subscribers = Subscribers()
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MOST_WAITING)
        self._changed: set[str] = set()
        """Tables that somebody began or ceased to listen to, of which Redis has not been told."""
        self._unconfirmed: dict[str, asyncio.Future[None]] = {}
        self._bell = asyncio.Event()
        self._ear: PubSub | None = None
        self._listens = False
        self._missed = True
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    def publish(self, table: str, seq: int) -> None:
        self._waiting.append((TABLE + table, f"{self._worker} {seq}"))
        self._bell.set()

    async def subscribe(self, table: str, callback: Hear) -> Unsubscribe:
        unsubscribe = self._subscribers.subscribe(table, callback)
        self._change(table)
        if self._listens:
            await self._confirmed(table)

        def stop() -> None:
            unsubscribe()
            self._change(table)

        return stop

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

    # --- which tables -------------------------------------------------------------------------------------------------

    def _change(self, table: str) -> None:
        self._changed.add(table)
        self._bell.set()

    async def _confirmed(self, table: str) -> None:
        """Until Redis has said that it sends us what is said of the table, or does not answer."""
        unconfirmed = self._unconfirmed.setdefault(table, asyncio.get_running_loop().create_future())
        if not (await asyncio.wait([unconfirmed], timeout=CONFIRMED))[0]:
            self._missed = True

    async def _tell_changes(self, ear: PubSub) -> None:
        """Which tables we begin and cease to listen to; as it is by now, however often somebody changed their mind."""
        changed, self._changed = self._changed, set()
        begun = [TABLE + table for table in changed if table in self._subscribers.tables]
        ceased = [TABLE + table for table in changed if table not in self._subscribers.tables]
        if begun:
            await ear.subscribe(*begun)
        if ceased:
            await ear.unsubscribe(*ceased)

    def _confirm(self, table: str) -> None:
        unconfirmed = self._unconfirmed.pop(table, None)
        if unconfirmed is not None and not unconfirmed.done():
            unconfirmed.set_result(None)

    # --- out ----------------------------------------------------------------------------------------------------------

    async def _send(self) -> None:
        """Whatever waits goes in one go; what cannot be sent is dropped, for by then it is old."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            try:
                if self._changed and self._ear is not None:
                    await self._tell_changes(self._ear)
                if self._waiting:
                    await self._publish_all()
            except (RedisError, OSError) as fault:
                log.debug("a message was not sent: %s", type(fault).__name__)
                await asyncio.sleep(AGAIN)

    async def _publish_all(self) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        while self._waiting:
            pipeline.publish(*self._waiting.popleft())  # type: ignore[unused-awaitable]  # it only joins
        await pipeline.execute()

    # --- in -----------------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            with contextlib.suppress(RedisError, OSError):
                async with self._redis.pubsub() as ear:
                    self._changed.clear()
                    await ear.subscribe(HOUSE, *(TABLE + table for table in self._subscribers.tables))
                    self._ear = ear
                    await self._hear_until_away(ear)
            await asyncio.sleep(AGAIN)

    async def _hear_until_away(self, ear: PubSub) -> None:
        try:
            await self._hear(ear)
        except (RedisError, OSError) as fault:
            log.warning("redis is away, tables are looked up instead: %s", type(fault).__name__)
        finally:
            self._fall_deaf()

    def _fall_deaf(self) -> None:
        """Nobody waits for a server that is away: when it comes back everybody looks."""
        self._ear = None
        self._listens = False
        for table in tuple(self._unconfirmed):
            self._confirm(table)

    async def _hear(self, ear: PubSub) -> None:
        """Until the server is away, which one that says nothing must show by answering a question."""
        silent = 0
        while silent < 3:
            message: dict[str, Any] | None = await ear.get_message(timeout=ALIVE)
            if message is None:
                silent += 1
                await ear.ping()
                continue
            silent = 0
            if message["type"] == "subscribe":
                self._begun(message["channel"])
            elif message["type"] == "message":
                self._tell(message["channel"].removeprefix(TABLE), message["data"])
        raise RedisError("no answer")

    def _begun(self, channel: str) -> None:
        """Whenever the connection is new the house is asked for too: what was said before it nobody here heard."""
        if channel == HOUSE:
            self._listens = self._missed = True
        else:
            self._confirm(channel.removeprefix(TABLE))

    def _tell(self, table: str, text: str) -> None:
        """Others may speak on our channels too: what is no message of ours is nobody's business."""
        match text.split(" "):
            case [worker, seq] if worker != self._worker and seq.isdecimal():
                self._subscribers.tell(table, int(seq))
