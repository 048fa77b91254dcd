"""A scripted game against a server that is killed: everybody moves in turn, comes back, sends again, plays on."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import websockets

from tests.faults.scene import TABLE, Known, Line, Scene, bare, choose, file_in, log_of
from tests.faults.victim import Victim

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.victim import Point
    from tests.server.world import Page

GONE = (websockets.ConnectionClosed, websockets.InvalidMessage, OSError, httpx.TransportError, EOFError)
MOST_LIVES = 5
PATIENCE = 10.0
LATEST = 0.5  # seconds in which a server dies at the very last write of a game that everybody saw end


@dataclass
class Story:
    """How a game went: what was acknowledged, what each seat was shown, what the log holds."""

    acknowledged: dict[str, int]
    events: list[list[Any]]
    views: list[Any]
    rows: list[Line]
    crashes: int
    sends: int


def differences(story: Story, calm: Story) -> list[str]:
    """From the undisturbed game: in every move, every key, every acknowledged number and everything shown."""
    parts = ("rows", "acknowledged", "events", "views")
    found = [f"other {part}" for part in parts if getattr(story, part) != getattr(calm, part)]
    keys = [key for *_, key in story.rows if key is not None]
    if not len(keys) == len(set(keys)) == len(story.acknowledged):
        found.append(f"{len(story.acknowledged)} acknowledged, {len(keys)} in the log, {len(set(keys))} different ones")
    return found


class Evening:
    """One game over as many lives of the server as it takes."""

    def __init__(self, scene: Scene, folder: Path, database: str | None = None) -> None:
        self.scene = scene
        self.folder = folder
        self.database = database or file_in(folder)
        self.acknowledged: dict[str, int] = {}
        self.pages: dict[int, Page] = {}
        self.pending: tuple[int, dict[str, Any]] | None = None
        """A move that was sent and not answered."""
        self.crashes = self.sends = 0

    async def play(self, *points: Point | None) -> Story:
        """The first life ends at the first point, and so on; the last one is not disturbed."""
        for point in itertools.islice(itertools.chain(points, itertools.repeat(None)), MOST_LIVES):
            victim = Victim(self.folder, point, self.database)
            try:
                over = (origin := await victim.address()) is not None and await self._live(origin, victim)
                died = await victim.died(LATEST if over else PATIENCE) if point or not over else False
                assert over or died, "the server dropped people and lives"
            finally:
                await victim.end()
            self.crashes += died
            if over:
                break
        else:
            raise AssertionError("the game does not end")
        return await self._story()

    async def _story(self) -> Story:
        rows = bare(await log_of(self.database))
        pages = [self.pages[seat] for seat in self.scene.people]
        shown = [page.events for page in pages]
        return Story(self.acknowledged, shown, [page.now["view"] for page in pages], rows, self.crashes, self.sends)

    async def _live(self, origin: str, victim: Victim) -> bool:
        """Play until the game is over (True) or the server is gone."""
        try:
            async with AsyncExitStack() as stack:
                host = await stack.enter_async_context(Known(origin, 0))
                for seat in self.scene.people:
                    await self._come(await stack.enter_async_context(Known(origin, seat)), seat, stack)
                await self._start(host)
                await self._resend()
                await self._to_the_end()
                self.sends = victim.counter.value  # before the good-byes
        except GONE:
            return False
        except BaseExceptionGroup as group:
            if group.subgroup(lambda fault: not isinstance(fault, GONE)):
                raise
            return False
        return True

    async def _come(self, person: Known, seat: int, stack: AsyncExitStack) -> None:
        """Open the page, or the same page again: it goes on where it was cut."""
        fresh = await stack.enter_async_context(person.page(opens=False))
        page = self.pages.setdefault(seat, fresh)
        before = list(page.events)
        page.socket = fresh.socket
        sync = await page.open(page.seq if page.seq >= 0 else None)
        assert sync["type"] == "sync"
        assert page.events[: len(before)] == before, "what was shown stays"

    async def _start(self, host: Known) -> None:
        if self.pages[0].status == "waiting":
            answer = await self._begin(host)
            assert answer.is_success or answer.status_code == 409, answer.text
        for page in self.pages.values():
            while page.status == "waiting" or page.seq < 0:
                await page.read()

    async def _begin(self, host: Known) -> httpx.Response:
        return await host.http.post(f"/api/tables/{TABLE}/start")

    async def _resend(self) -> None:
        if self.pending is not None:
            await self._answered(*self.pending)

    async def _to_the_end(self) -> None:
        while any(page.status == "playing" for page in self.pages.values()):
            asked = [seat for seat, page in self.pages.items() if page.now["moves"]]
            if asked:
                now = self.pages[asked[0]].now
                move = choose(asked[0], now["asked"], now["moves"])
                key = f"s{asked[0]}-q{now['asked']}"
                frame = {"type": "move", "table": TABLE, "key": key, "asked": now["asked"], "move": move}
                self.pending = (asked[0], frame)
                await self._answered(asked[0], frame)
            else:
                await asyncio.gather(*(page.read() for page in self.pages.values() if page.status == "playing"))

    async def _answered(self, seat: int, frame: dict[str, Any]) -> None:
        answer = await self._told(self.pages[seat], frame)
        assert answer["type"] == "ack", answer
        known = self.acknowledged.setdefault(frame["key"], answer["seq"])
        assert known == answer["seq"], "the same key, the same answer"
        self.pending = None
        for other in self.pages.values():
            while other.seq < answer["seq"]:
                await other.read()

    async def _told(self, page: Page, frame: dict[str, Any]) -> dict[str, Any]:
        await page.send(**frame)
        return await page.until(lambda told: told.get("key") == frame["key"] or told["type"] == "error")
