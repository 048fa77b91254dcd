"""`bluffhouse serve` with one of these leaks, if LEAKY_PLANT names it: `python -m tests.server.proofs.leaky serve`."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from bluffhouse.cli import main
from bluffhouse.server import guard, telling
from bluffhouse.store import Finished, Store
from tests.server.proofs import leaks

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from bluffhouse.wire import server as wire


def moves_as_labels() -> AbstractContextManager[Any]:
    return leaks._append(lambda self, rows: self.house.metrics.requests.labels(rows[0].move, "200").inc())


def seed_in_the_lobby() -> AbstractContextManager[Any]:
    honest = telling.lobby

    def lobby(table: Any, chairs: Any, rematch: str | None) -> wire.Lobby:
        return honest(table, chairs, rematch).model_copy(update={"commitment": table.seed})

    return mock.patch.object(telling, "lobby", lobby)


def digest_of_the_seed() -> AbstractContextManager[Any]:
    honest = telling.lobby

    def lobby(table: Any, chairs: Any, rematch: str | None) -> wire.Lobby:
        told = hashlib.sha256((table.seed or "").encode()).hexdigest()
        return honest(table, chairs, rematch).model_copy(update={"commitment": told})

    return mock.patch.object(telling, "lobby", lobby)


def record_while_it_plays() -> AbstractContextManager[Any]:
    async def record(self: Store, table: str) -> Finished | None:
        found = await self.table(table)
        return None if found is None else Finished(found, await self.chairs(table), tuple(await self.rows(table)))

    return mock.patch.object(Store, "record", record)


def tokens_in_the_log() -> AbstractContextManager[Any]:
    honest = guard.Guard._admit

    async def admit(self: guard.Guard, scope: Any, receive: Any) -> bytes:
        guard.log.info("asked", headers=[value.decode("latin-1") for _, value in scope["headers"]])
        return await honest(self, scope, receive)

    return mock.patch.object(guard.Guard, "_admit", admit)


DOORS: Final[dict[str, Callable[[], AbstractContextManager[Any]]]] = {
    "moves as labels of the figures": moves_as_labels,
    "the seed in the lobby": seed_in_the_lobby,
    "a digest of the seed": digest_of_the_seed,
    "the record while it plays": record_while_it_plays,
    "tokens in the log": tokens_in_the_log,
    "moves in the log": lambda: leaks.moves_in_the_log([]),
    "the host sees everything": lambda: leaks.host_sees_all([]),
}
SLOWLY: Final = "bots are slow with some cards"
PLANTS: Final[dict[str, Callable[[], AbstractContextManager[Any]]]] = {
    **DOORS,
    SLOWLY: lambda: leaks.slow_with_some_cards([]),
}

if __name__ == "__main__":
    if planted := os.environ.get("LEAKY_PLANT"):
        PLANTS[planted]().__enter__()
    sys.exit(main(sys.argv[1:]))
