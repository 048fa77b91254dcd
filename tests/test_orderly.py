"""A test that is told to stop leaves no server behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.orderly import TOLD_TO_STOP

STARTS = {
    "sync": "with start_redis() as redis, start_postgres(uuid4().hex) as postgres:\n"
    "    print(redis.pid, postgres.get_pid(), flush=True)\n    time.sleep(60)\n",
    "async": "async def main():\n    with start_redis() as redis, start_postgres(uuid4().hex) as postgres:\n"
    "        print(redis.pid, postgres.get_pid(), flush=True)\n        await asyncio.sleep(60)\nasyncio.run(main())\n",
}
IMPORTS = (
    "import asyncio, time\nfrom uuid import uuid4\n"
    "from tests.bus.redis_server import start_redis\nfrom tests.store.postgres import start_postgres\n"
)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("kind", STARTS)
def test_who_is_told_to_stop_ends_its_servers(kind: str) -> None:
    with subprocess.Popen([sys.executable, "-c", IMPORTS + STARTS[kind]], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        servers = [int(pid) for pid in child.stdout.readline().split()]
        assert len(servers) == 2
        child.terminate()
        assert child.wait(60) == TOLD_TO_STOP
    until = time.monotonic() + 10
    while any(map(lives, servers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(lives, servers))
