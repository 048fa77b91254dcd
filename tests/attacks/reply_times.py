"""Can somebody read from how long a bot takes what it holds? `python -m tests.attacks.reply_times`, on the real clock.

A server with its usual pauses, bots of every level at both games, and onlookers who note when every frame arrives. A
classifier is trained to tell from the reply times what each bot kept to itself (`holdings.py`). One line of JSON; exit
code 1 where it is right more often than 0.53 (the area under its curve) for any level of any game. With `--plant` bots
are slow with some cards, and the run is good when that is noticed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np

from bluffhouse import games
from bluffhouse.bots.levels import LEVELS
from bluffhouse.commands.load import line as wire
from bluffhouse.core.game import Seat
from bluffhouse.core.words import write_options
from bluffhouse.play import table as play
from bluffhouse.server.security import hashed
from bluffhouse.server.thinking import GRID
from bluffhouse.store import WAITING, Chair, Guest, Store, Table, address
from tests.attacks.classifier import area
from tests.attacks.holdings import holding
from tests.server.processes import served
from tests.server.proofs.leaky import SLOWLY

MOST: Final = 0.53
SEATS: Final = 4
HOST: Final = "onlooker-with-a-watch"
ALONE, WITH_A_PERSON = "only bots", "a person too"
"""Among bots alone moves come quickly, as they do at every table until the first person is asked."""

Cell = tuple[str, str, str]
"""Game, level, company."""


@dataclass(frozen=True, slots=True)
class Reply:
    cell: Cell
    decision: str
    seconds: float
    secret: float


class Slot:
    """A place at which one game after another is played by the same company and watched."""

    def __init__(self, cell: Cell, number: int, tables: int) -> None:
        self.cell = cell
        self.names = [f"{'-'.join(cell).replace(' ', '')}-{number}-{one}" for one in range(tables)]
        self.arrived: dict[str, dict[int, float]] = {}
        """By table and number of the log when the frame arrived that told it."""
        self._at = 0
        self._line: wire.Line
        self._http: httpx.AsyncClient
        self._starting: asyncio.Task[httpx.Response] | None = None
        self._keys = itertools.count()

    def tables(self, now: float) -> list[tuple[Table, list[Chair]]]:
        game_name, level, company = self.cell
        game = games.find(game_name)
        bots = range(1 if company == WITH_A_PERSON else 0, SEATS)
        chairs = [Chair(seat, None, level, f"Bot {seat}") for seat in bots]
        person = [Chair(0, HOST, None, "Person")] if company == WITH_A_PERSON else []
        facts: dict[str, Any] = {"game": game_name, "version": game.version, "options": write_options(game.options())}
        usual: dict[str, Any] = {"time": "none", "watch": "anyone", "delay": 0, "chat": False, "listed": False}
        return [
            (
                Table(id=name, code=name, seats=SEATS, host=HOST, status=WAITING, created=now, **facts, **usual),
                [*person, *chairs],
            )
            for name in self.names
        ]

    async def watch(self, origin: str, http: httpx.AsyncClient) -> None:
        self._http = http
        self._line = await wire.connect(origin, HOST, self._hear, lambda: None)
        self._open()

    def _open(self) -> None:
        name = self.names[self._at]
        self.arrived[name] = {}
        self._line.send(json.dumps({"type": "open", "table": name}).encode())
        self._starting = asyncio.create_task(self._http.post(f"/api/tables/{name}/start"))

    def _hear(self, text: bytes) -> None:
        now = time.perf_counter()
        frame = json.loads(text)
        name = self.names[self._at]
        if frame["type"] in ("sync", "update") and frame["table"] == name:
            for seq in range(max(0, frame["since"] + 1), frame["seq"] + 1):
                self.arrived[name].setdefault(seq, now)
            if frame["moves"]:
                self._answer(frame)
        elif frame["type"] == "lobby" and frame["lobby"]["status"] == "over" and frame["lobby"]["table"] == name:
            self._line.send(json.dumps({"type": "close", "table": name}).encode())
            if self._at + 1 < len(self.names):
                self._at += 1
                self._open()

    def _answer(self, frame: dict[str, Any]) -> None:
        """The person decides at once, by no sense."""
        number = next(self._keys)
        move = frame["moves"][hash((number, frame["seq"])) % len(frame["moves"])]
        told = {"type": "move", "table": frame["table"], "key": f"k{number}", "asked": frame["asked"], "move": move}
        self._line.send(json.dumps(told).encode())


async def collect(folder: Path, cells: dict[Cell, int], minutes: float, plant: str | None) -> list[Reply]:
    """So many tables of each cell at the same time, for so long."""
    database = address(folder / "house.db")
    games_each = 2 + round(minutes * 3)
    slots = [Slot(cell, number, games_each) for cell, count in cells.items() for number in range(count)]
    store = await Store.open(database)
    now = time.time()
    await store.add_guest(Guest(HOST, "Onlooker", now, now), hashed(HOST))
    await asyncio.gather(*(store.add_table(*table) for slot in slots for table in slot.tables(now)))
    await store.close()
    settings = {
        "PORT": "0",
        "DATABASE": database,
        "BOT_PAUSE": "0.6-1.8",
        "BOT_WORKERS": "2",
        "SOCKETS_PER_GUEST": "1000",
        "LOG_LEVEL": "error",
    }
    os.environ["LEAKY_PLANT"] = plant or ""
    async with served(settings, module="tests.server.proofs.leaky") as (_, origin):
        headers = {"origin": origin, "cookie": f"bluffhouse={HOST}"}
        async with httpx.AsyncClient(base_url=origin, headers=headers, timeout=60) as http:
            await asyncio.gather(*(slot.watch(origin, http) for slot in slots))
            await asyncio.sleep(minutes * 60)
    store = await Store.open(database)
    try:
        return [reply for slot in slots for reply in await _replies(store, slot)]
    finally:
        await store.close()


async def _replies(store: Store, slot: Slot) -> list[Reply]:
    """Every decision of a bot: from the frame that told everybody it was asked to the one that told its move."""
    found = []
    game = games.find(slot.cell[0])
    for name, arrived in slot.arrived.items():
        table = play.start(game, game.options(), SEATS)
        for row in await store.rows(name):
            asked = table.asked[row.actor] if row.actor >= 0 else None
            if row.by == "bot" and asked in arrived and row.seq in arrived:
                told = holding(table.state, Seat(row.actor), game.read(row.move))
                if told is not None:
                    found.append(Reply(slot.cell, told[0], arrived[row.seq] - arrived[asked], told[1]))
            table = play.replay(table, [row])
    return found


def judge(replies: list[Reply]) -> dict[str, dict[str, Any]]:
    """By cell how many replies there are, and the area under the curve of a classifier of the secrets behind them."""
    by_cell: defaultdict[Cell, list[Reply]] = defaultdict(list)
    for reply in replies:
        by_cell[reply.cell].append(reply)
    found = {}
    for cell, here in sorted(by_cell.items()):
        times = np.array([[reply.seconds, reply.seconds % GRID] for reply in here])
        names = sorted({reply.decision for reply in here})
        strata = np.array([names.index(reply.decision) for reply in here])
        secret = np.zeros(len(here), dtype=np.int64)
        for stratum in range(len(names)):
            values = np.array([reply.secret for reply in here])[strata == stratum]
            middle = np.median(values)
            secret[strata == stratum] = values > (middle if (values > middle).any() else middle - 1e-9)
        auc = area(times, secret, strata)
        found[" ".join(cell)] = {
            "replies": len(here),
            "late": int(sum(reply.seconds > (1.9 if cell[2] == WITH_A_PERSON else 0.25) for reply in here)),
            "auc": None if auc is None else round(auc, 4),
        }
    return found


def companies(tables: int) -> dict[Cell, int]:
    """Every level of both games with a person, and one table of each with bots alone, where moves come quickly."""
    cells = {(game, level, WITH_A_PERSON): tables for game in games.NAMES for level in LEVELS}
    return cells | {(game, level, ALONE): 1 for game in games.NAMES for level in LEVELS}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--tables", type=int, default=5, help="of each level and game at the same time (5)")
    parser.add_argument("--replies", type=int, default=2000, help="of each level and game at least (2000)")
    parser.add_argument("--plant", action="store_true")
    arguments = parser.parse_args()
    cells = companies(arguments.tables)
    if arguments.plant:
        cells = {("vabanque", "regular", WITH_A_PERSON): arguments.tables}
    with tempfile.TemporaryDirectory(prefix="bluffhouse-replies-") as folder:
        plant = SLOWLY if arguments.plant else None
        replies = asyncio.run(collect(Path(folder), cells, arguments.minutes, plant))
    found = judge(replies)
    broken = [cell for cell, told in found.items() if told["auc"] is None or told["auc"] > MOST]
    few = [cell for cell, told in found.items() if told["replies"] < arguments.replies and not arguments.plant]
    print(json.dumps({"plant": arguments.plant, "cells": found, "broken": broken, "too_few": few}))
    if arguments.plant:
        return 0 if broken else 1
    return 1 if broken or few or len(found) < len(cells) else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
