"""Running a server: a listening socket, a house from its settings, uvicorn around the application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

import uvicorn

from bluffhouse.bus import LocalBus, NoBus
from bluffhouse.server.app import create
from bluffhouse.server.botseat import OwnMinds, PoolMinds
from bluffhouse.server.cluster import Cluster
from bluffhouse.server.doorman import Doorman
from bluffhouse.server.fellows import Alone
from bluffhouse.server.front_door import FrontDoor
from bluffhouse.server.house import House
from bluffhouse.server.keepalive import Keepalive
from bluffhouse.server.limits import Limits
from bluffhouse.server.metrics import Metrics
from bluffhouse.server.precedence import OFFERED, RANKS, OneLine, Precedence
from bluffhouse.server.punctual import Punctual
from bluffhouse.server.remote_minds import RemoteMinds
from bluffhouse.server.seams import Ids, SharedClock, SystemClock
from bluffhouse.server.tidying import tidy
from bluffhouse.store import Store
from bluffhouse.wire.client import LARGEST_FRAME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bluffhouse.bus import Bus
    from bluffhouse.server.botseat import Minds
    from bluffhouse.server.fellows import Fellows
    from bluffhouse.server.hall import Hall
    from bluffhouse.server.precedence import Ranks
    from bluffhouse.server.seams import Clock
    from bluffhouse.server.settings import Settings

KEEPALIVE: Final = 10.0  # seconds between pings, and to answer one: a dead line is noticed within twenty
UNACKNOWLEDGED: Final = 30_000  # milliseconds until the system gives up on a reader who takes nothing
HANDED_OVER: Final = 0.0002
"""Seconds until a busy thread lets another one go on. Moves are stored in a thread of their own, which asks for its
turn after every statement: with Python's usual five milliseconds a crowd at the door made them wait again and again."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY for this only
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[House]:
    """A house of the ordinary kind: the system's clock and chance, the store of the settings, a bus of its own."""
    store = await Store.open(settings.database_url())
    clock, bus, fellows = _company(settings, store)
    try:
        yield House(
            settings=settings,
            store=store,
            bus=bus,
            clock=clock,
            ids=Ids(),
            below=secrets.randbelow,
            minds=await _minds(settings, store),
            limits=Limits(clock, settings.rate_scale),
            doorman=Doorman(settings.rate_scale),
            metrics=Metrics(),
            fellows=fellows,
        )
    finally:
        await bus.close()
        await store.close()


async def _minds(settings: Settings, store: Store) -> Minds:
    """Where the bots of this house think."""
    if settings.bots == "jobs":
        await store.set_up_queue()
        return RemoteMinds(store)
    return PoolMinds(settings.bot_workers) if settings.bot_workers else OwnMinds()


def _company(settings: Settings, store: Store) -> tuple[Clock, Bus, Fellows]:
    """Alone with a file; at a PostgreSQL there may be others, reached over Redis or else by looking."""
    if not settings.shared:
        return SystemClock(), LocalBus(), Alone(store)
    name, clock = Ids().word(), SharedClock()
    bus: Bus = NoBus()
    if settings.redis:
        from bluffhouse.bus.redis import RedisBus  # noqa: PLC0415 - only a house of several machines has that package

        bus = RedisBus(settings.redis, name)
    return clock, bus, Cluster(name, store, bus, clock)


def serve(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    """Until the process is told to stop, on a loop that reads first from those who play."""
    sys.setswitchinterval(HANDED_OVER)
    precedence = Precedence() if OFFERED else None
    loop = None if precedence is None else partial(asyncio.SelectorEventLoop, precedence)
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(_serve(settings, listening, started, precedence))


async def _serve(
    settings: Settings, listening: socket.socket, started: Callable[[], None], precedence: Precedence | None
) -> None:
    async with opened(settings) as house, tidy():
        if isinstance(house.minds, PoolMinds):
            house.minds.prepare()
        if precedence is not None:
            precedence.gives_way = house.doorman.gives_way
        await server(house, started, precedence).serve([listening])


def _is_ours(record: logging.LogRecord) -> bool:
    """uvicorn reports every text frame that is no text with a traceback; it is the sender's fault, who is cut off."""
    return not str(record.msg).startswith("Invalid UTF-8")


def server(house: House, started: Callable[[], None], ranks: Ranks | None = None) -> Server:
    """A server around a house, to be started on a listening socket; without ranks nobody is read before another."""
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    application = create(house)
    config = uvicorn.Config(
        application,
        http=Punctual,
        ws=Keepalive,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=KEEPALIVE,
        ws_ping_timeout=KEEPALIVE,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return Server(config, application.hall, started, ranks or OneLine())


class Server(uvicorn.Server):
    """Says when it answers, and has a front door of its own instead of asyncio's."""

    def __init__(self, config: uvicorn.Config, hall: Hall, started: Callable[[], None], ranks: Ranks) -> None:
        super().__init__(config)
        self.hall = hall
        self._say = started
        self._ranks = ranks
        self._doors: list[FrontDoor] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        doorman = self.hall.house.doorman
        self._doors = [FrontDoor(listening, self._protocol, doorman) for listening in sockets or ()]
        for door in self._doors:
            door.open()
        self._say()

    def _protocol(self) -> asyncio.Protocol:
        return Punctual(self.config, self.server_state, self.lifespan.state | {RANKS: self._ranks})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for door in self._doors:
            await door.close()
        await super().shutdown(sockets)
