"""Tables without sockets: a hall, rooms in it, and ears that write down what they hear."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from functools import partial
from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.play.lobby import Status
from bluffhouse.server.hall import Hall
from bluffhouse.store import Chair, Guest, Table
from bluffhouse.wire.client import Move
from tests.server.world import StillClock, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from bluffhouse.server.room import Room


class Ear:
    """A page without a socket."""

    def __init__(self, room: Room, guest: str, address: str = "") -> None:
        self.room = room
        self.guest = guest
        self.address = address or guest
        self.told: list[dict[str, Any]] = []
        self._keys = itertools.count(1)

    def send(self, text: str) -> None:
        self.told.append(json.loads(text))

    async def open(self, since: int = -1) -> dict[str, Any]:
        await self.room.mailbox.ask(partial(self.room.do_open, self, since))
        return self.last("sync")

    def close(self) -> None:
        self.room.close(self)

    async def move(self, text: str | None = None, asked: int | None = None, key: str | None = None) -> dict[str, Any]:
        """Answer the open question, with its first move where none is given."""
        now = self.last("update", "sync")
        move = Move(
            type="move",
            table=self.room.meta.id,
            key=key or f"{self.guest}-{next(self._keys)}",
            asked=now["asked"] if asked is None else asked,
            move=text or now["moves"][0],
        )
        await self.room.mailbox.ask(partial(self.room.do_move, self, move))
        return self.last("ack", "refused", "error")

    def last(self, *kinds: str) -> dict[str, Any]:
        return next(frame for frame in reversed(self.told) if frame["type"] in kinds)


class Inn:
    """A hall on a clock that stands still."""

    def __init__(self, hall: Hall, clock: StillClock) -> None:
        self.hall = hall
        self.clock = clock
        self._numbers = itertools.count(1)

    async def seat(
        self, people: Sequence[str | None], game: str = "vabanque", *, start: bool = True, **words: Any
    ) -> Room:
        """A table with these guests in order, a bot where there is None; begun unless told otherwise."""
        house = self.hall.house
        name = f"t{next(self._numbers)}"
        usual: dict[str, Any] = {
            "time": "none",
            "watch": "anyone",
            "delay": 0,
            "chat": True,
            "listed": False,
            "options": {},
        }
        table = Table(
            id=name,
            code=name,
            game=game,
            version=games.find(game).version,
            seats=len(people),
            host=next((person for person in people if person), ""),
            status=Status.WAITING,
            created=house.clock.wall(),
            **(usual | words),
        )
        for person in people:
            if person and await house.store.guest(person) is None:
                now = house.clock.wall()
                await house.store.add_guest(Guest(person, person, now, now), person)
        chairs = [
            Chair(seat, guest=person, bot=None if person else "random", name=person or f"bot{seat}")
            for seat, person in enumerate(people)
        ]
        await house.store.add_table(table, chairs)
        room = await self.hall.room(name)
        if start:
            await room.mailbox.ask(room.do_start)
            await self.calm()
        return room

    async def calm(self) -> None:
        """Until nothing happens any more without time passing."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0)
            busy = any(not room.mailbox.idle for room in self.hall.rooms.values())
            if busy:
                await asyncio.sleep(0.001)
            quiet = 0 if busy else quiet + 1

    async def pass_time(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.calm)


@contextlib.asynccontextmanager
async def inn(folder: Path, **how: Any) -> AsyncIterator[Inn]:
    clock = how.pop("clock", None) or StillClock()
    async with opened(folder, clock=clock, seed=how.pop("seed", 1), **how) as house:
        hall = Hall(house)
        await hall.open()
        try:
            yield Inn(hall, clock)
        finally:
            await hall.close()
