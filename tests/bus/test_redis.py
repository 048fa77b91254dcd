"""The bus over a real Redis: others are told, rubbish is not, and who was cut off knows that something was missed."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest
import redis.asyncio as redis

from bluffhouse.bus.redis import CHANNEL, RedisBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from tests.bus.redis_server import RedisServer

pytestmark = pytest.mark.anyio


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(15):
        while not true():
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def end(server: RedisServer, worker: str) -> AsyncIterator[tuple[RedisBus, list[tuple[str, int]]]]:
    """One worker's end, once it listens, and what it hears."""
    bus = RedisBus(server.url, worker)
    heard: list[tuple[str, int]] = []
    bus.subscribe(lambda table, seq: heard.append((table, seq)))
    try:
        await until(lambda: not bus.missed())
        yield bus, heard
    finally:
        await bus.close()


async def test_the_others_hear_it_and_the_sender_does_not(redis_server: RedisServer) -> None:
    async with end(redis_server, "one") as (bus, own), end(redis_server, "two") as (_, heard):
        for seq in range(200):
            bus.publish("t1", seq)
        await until(lambda: len(heard) == 200)
        assert heard == [("t1", seq) for seq in range(200)]
        assert own == []


async def test_what_is_no_message_of_ours_is_nobodys_business(redis_server: RedisServer) -> None:
    async with end(redis_server, "one") as (_, heard), end(redis_server, "two") as (bus, _own):
        client = redis.Redis.from_url(redis_server.url)
        for rubbish in ("", "hello", "two t1 -1", "two t1 x", "a b c d", "\x00"):
            await client.publish(CHANNEL, rubbish)
        await client.aclose()
        bus.publish("t1", 1)
        await until(lambda: bool(heard))
        assert heard == [("t1", 1)]


async def test_a_server_that_goes_and_comes_back(redis_server: RedisServer) -> None:
    async with end(redis_server, "one") as (bus, _), end(redis_server, "two") as (other, heard):
        redis_server.stop()
        for seq in range(20_000):
            bus.publish("t1", seq)
        await until(other.missed)
        assert bus.missed()
        redis_server.start()
        await until(lambda: not other.missed())
        heard.clear()

        def told() -> bool:
            bus.publish("t1", 99)
            return ("t1", 99) in heard

        await until(told)
