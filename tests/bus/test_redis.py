"""The bus over a real Redis: others are told of their tables, and who was cut off knows that something was missed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import TYPE_CHECKING

import pytest
import redis.asyncio as redis
from redis import Redis as BlockingRedis

from bluffhouse.bus.redis import CONFIRMED, HOUSE, TABLE, RedisBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tests.bus.redis_server import RedisServer

pytestmark = pytest.mark.anyio


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(15):
        while not true():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def end(server: RedisServer, worker: str, *tables: str) -> AsyncIterator[tuple[RedisBus, list[tuple[str, int]]]]:
    """One worker's end, once it listens, and what it hears of these tables."""
    bus = RedisBus(server.url, worker)
    heard: list[tuple[str, int]] = []
    try:
        await until(lambda: not bus.missed())
        for table in tables:
            await bus.subscribe(table, lambda table, seq: heard.append((table, seq)))
        yield bus, heard
    finally:
        await bus.close()


async def listeners(server: RedisServer, channel: str) -> int:
    """How many workers Redis sends what is said on a channel."""
    async with redis.Redis.from_url(server.url, decode_responses=True) as client:
        ((_, number),) = await client.pubsub_numsub(channel)
        return int(number)


async def test_the_others_hear_it_and_the_sender_does_not(redis_server: RedisServer) -> None:
    async with end(redis_server, "one", "t1") as (bus, own), end(redis_server, "two", "t1") as (_, heard):
        for seq in range(200):
            bus.publish("t1", seq)
        await until(lambda: len(heard) == 200)
        assert heard == [("t1", seq) for seq in range(200)]
        assert own == []


async def test_redis_sends_a_worker_only_what_is_said_of_its_tables(redis_server: RedisServer) -> None:
    async with end(redis_server, "one") as (bus, _), end(redis_server, "two", "t1", "t2") as (other, heard):
        stop = await other.subscribe("t3", lambda table, seq: heard.append((table, seq)))
        assert [await listeners(redis_server, TABLE + table) for table in ("t1", "t2", "t3", "t4")] == [1, 1, 1, 0]
        stop()
        async with asyncio.timeout(15):
            while await listeners(redis_server, TABLE + "t3"):
                await asyncio.sleep(0.01)
        for seq, table in enumerate(("t4", "t3", "t2", "t1")):
            bus.publish(table, seq)
        await until(lambda: ("t1", 3) in heard)
        assert heard == [("t2", 2), ("t1", 3)]


async def test_who_asked_for_a_table_hears_the_very_next_word(redis_server: RedisServer) -> None:
    """Nothing is lost between the asking and the reading that follows it, however soon somebody speaks."""
    async with end(redis_server, "one") as (bus, heard):
        with BlockingRedis.from_url(redis_server.url) as speaker:
            for number in range(50):
                await bus.subscribe(f"t{number}", lambda table, seq: heard.append((table, seq)))
                assert speaker.publish(f"{TABLE}t{number}", f"two {number}") == 1
        await until(lambda: len(heard) == 50)
        assert not bus.missed()


async def test_what_is_no_message_of_ours_is_nobodys_business(redis_server: RedisServer) -> None:
    async with end(redis_server, "one", "t1") as (_, heard), end(redis_server, "two") as (bus, _own):
        client = redis.Redis.from_url(redis_server.url)
        for rubbish in ("", "hello", "two -1", "two x", "a b c d", "\x00"):
            await client.publish(TABLE + "t1", rubbish)
            await client.publish(HOUSE, rubbish)
        await client.aclose()
        bus.publish("t1", 1)
        await until(lambda: bool(heard))
        assert heard == [("t1", 1)]


async def test_a_server_that_goes_and_comes_back(redis_server: RedisServer) -> None:
    """Whoever was cut off is told of it, and hears of the old tables again and of those asked for meanwhile."""
    async with end(redis_server, "one") as (bus, _), end(redis_server, "two", "t1") as (other, heard):
        redis_server.stop()
        for seq in range(20_000):
            bus.publish("t1", seq)
        await until(other.missed)
        assert bus.missed()
        async with asyncio.timeout(1):  # a table is served though nobody can be asked
            await other.subscribe("t2", lambda table, seq: heard.append((table, seq)))
        redis_server.start()
        await until(lambda: not other.missed())
        heard.clear()

        def told() -> bool:
            bus.publish("t1", 99)
            bus.publish("t2", 98)
            return {("t1", 99), ("t2", 98)} <= set(heard)

        await until(told)


async def test_a_server_that_says_nothing_keeps_nobody_waiting(redis_server: RedisServer) -> None:
    async with end(redis_server, "one") as (bus, _):
        os.kill(redis_server.pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(3 * CONFIRMED):
                await bus.subscribe("t1", lambda table, seq: None)
            assert bus.missed()
        finally:
            os.kill(redis_server.pid, signal.SIGCONT)
