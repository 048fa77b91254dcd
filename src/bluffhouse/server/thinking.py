"""The bots of one table at their open questions, each with its moment to think."""

from __future__ import annotations

import asyncio
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bluffhouse.bots.levels import STAND_IN
from bluffhouse.core.game import Seat
from bluffhouse.server.botseat import SEED, Question, decide, pause
from bluffhouse.server.seams import until

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bluffhouse.play.table import Table
    from bluffhouse.server.house import House
    from bluffhouse.store import Chair

OPENING: Final = (0.05, 0.15)
"""Seconds, instead of the usual pause, until a person is asked for the first time: they came to play, not to wait."""

GRID: Final = 0.25  # seconds: a bot that is late is shown at the next of these, not when its thinking happened to end


STANDING_IN: Final = "stand-in"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who plays a seat instead of a person."""

    level: str
    by: str
    """bot or stand-in."""


def sitters(chairs: Iterable[Chair]) -> dict[int, Sitter]:
    """Who plays each chair instead of a person; one that nobody took is played too, or the table would stand still."""
    found: dict[int, Sitter] = {}
    for chair in chairs:
        if chair.bot is not None:
            found[chair.seat] = Sitter(chair.bot, "bot")
        elif chair.guest is None or chair.stand_in:
            found[chair.seat] = Sitter(STAND_IN, STANDING_IN)
    return found


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot has decided, at the moment it is to be shown."""

    seat: int
    asked: int
    move: str
    by: str


class Owner(Protocol):
    """The table whose bots these are."""

    @property
    def watched(self) -> bool:
        """Whether anybody looks."""

    def hand_in(self, choice: Choice) -> None: ...


class Thinking:
    def __init__(self, house: House, name: str, owner: Owner) -> None:
        self._house = house
        self._name = name
        self._owner = weakref.ref(owner)
        """Not held: in a circle a table that nobody needs would stay until all garbage is looked for."""
        self._thoughts: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._table: Table | None = None
        self._queued: set[int] = set()
        """Seats that wait in the back lane."""
        self._opened = False
        """A person has been asked something."""

    def __bool__(self) -> bool:
        return bool(self._thoughts)

    def plan(self, table: Table | None, sitters: Mapping[int, Sitter]) -> None:
        """Have exactly these think about their open questions; None: nobody thinks now."""
        self._table = table
        asked = {} if table is None else {seat: table.asked[seat] for seat in sitters}
        if table is not None and any(
            asked is not None for seat, asked in enumerate(table.asked) if seat not in sitters
        ):
            self._opened = True
        for seat, (question, thought) in list(self._thoughts.items()):
            if asked.get(seat) != question:
                thought.cancel()
                del self._thoughts[seat]
        for seat, sitter in sitters.items():
            question_now = asked.get(seat)
            if table is not None and question_now is not None and seat not in self._thoughts:
                owner = self._owner()
                later = sitter.by == STANDING_IN and not (owner is not None and owner.watched)
                thought_of = (
                    self._think_later(seat, question_now, sitter)
                    if later
                    else self._think(table, seat, question_now, sitter)
                )
                self._thoughts[seat] = (question_now, asyncio.create_task(thought_of))

    def forget(self, seat: int) -> None:
        """The thought was handed in, or is not wanted any more."""
        if (known := self._thoughts.pop(seat, None)) is not None:
            known[1].cancel()

    def hurry(self) -> None:
        """Somebody looks now: whoever waits in the back lane is planned anew."""
        for seat in list(self._queued):
            self.forget(seat)

    async def stop(self) -> None:
        tasks = [task for _, task in self._thoughts.values()]
        self._thoughts.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, table: Table, seat: int, asked: int, sitter: Sitter) -> None:
        """How long it lasts is drawn before anything hidden is looked at."""
        house, game = self._house, table.game
        span = house.settings.bot_pause if self._opened else min(OPENING, house.settings.bot_pause)
        due = house.clock.now() + pause(span, house.below)
        view, moves = game.view(table.state, Seat(seat)), game.moves(table.state, Seat(seat))
        question = Question(
            game.name, game.version, sitter.level, view, moves, house.below(SEED), (self._name, seat, asked)
        )
        move = await decide(house.minds, game, question, house.below)
        while span[1] and due < house.clock.now():
            due += GRID
        await until(house.clock, due)
        self.hand_in(Choice(seat, asked, move, sitter.by))

    def hand_in(self, choice: Choice) -> None:
        if (owner := self._owner()) is not None:
            owner.hand_in(choice)

    async def _think_later(self, seat: int, asked: int, sitter: Sitter) -> None:
        """When it is this table's turn among the deserted ones, about how things stand by then.

        Bots stop by themselves where a person is asked; stand-ins would play every deserted game to its end.
        """
        self._queued.add(seat)
        try:
            await until(self._house.clock, self._house.backlane.slot(self._house.clock.now()))
        finally:
            self._queued.discard(seat)
        if self._table is not None:
            await self._think(self._table, seat, asked, sitter)
