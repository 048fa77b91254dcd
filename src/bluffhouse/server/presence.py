"""Who is at a table: open pages by seat, who went away when, what was voted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bluffhouse.play.clock import AWAY
from bluffhouse.play.lobby import VoteWord, carried

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.store.model import Chair

Standing: TypeAlias = Literal["here", "away", "stand-in", "bot", "free"]


class Company:
    """In milliseconds of one clock that only grows. Everybody counts as gone since the table was loaded."""

    def __init__(self, seats: int, now: int) -> None:
        self._pages = [0] * seats
        self._gone = [now] * seats
        self.votes: dict[int, VoteWord] = {}

    def arrive(self, seat: int) -> None:
        self._pages[seat] += 1

    def depart(self, seat: int, now: int) -> None:
        self._pages[seat] -= 1
        if not self._pages[seat]:
            self._gone[seat] = now
            self.votes.pop(seat, None)

    def has_page(self, seat: int) -> bool:
        return self._pages[seat] > 0

    def gone_since(self, seat: int) -> int | None:
        """Since when nobody looks from that seat; None while somebody does."""
        return None if self._pages[seat] else self._gone[seat]

    def away_at(self, seat: int) -> int | None:
        """When the seat is or was to be shown as away."""
        gone = self.gone_since(seat)
        return None if gone is None else gone + AWAY

    def shift(self, by: int) -> None:
        """Time in which the house stood still counts for nobody."""
        self._gone = [gone + by for gone in self._gone]

    def here(self, chairs: Sequence[Chair]) -> list[int]:
        """The seats of people who have a page open."""
        return [chair.seat for chair in chairs if chair.guest is not None and self._pages[chair.seat]]

    def decided(self, chairs: Sequence[Chair]) -> VoteWord | None:
        return carried(self.votes, self.here(chairs))

    def standing(self, chair: Chair, now: int) -> Standing:
        if chair.bot is not None:
            return "bot"
        if chair.guest is None:
            return "free"
        if chair.stand_in:
            return "stand-in"
        away = self.away_at(chair.seat)
        return "away" if away is not None and away <= now else "here"
