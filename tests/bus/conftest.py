"""A Redis server for the tests of the bus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bus.redis_server import start_redis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bus.redis_server import RedisServer


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    with start_redis() as server:
        yield server
