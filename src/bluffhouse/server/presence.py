"""Who is at a table: open pages by seat, who went away when, what was voted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bluffhouse.play.clock import AWAY
from bluffhouse.play.lobby import VoteWord, carried

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bluffhouse.store.model import Chair

Standing: TypeAlias = Literal["here", "away", "stand-in", "bot", "free"]


class Company:
    """In milliseconds of one clock that only grows. Everybody counts as gone since the table was loaded."""

    def __init__(self, seats: int, now: int) -> None:
        self._pages = [0] * seats
        self._gone = [now] * seats
        self._elsewhere: dict[int, VoteWord | None] = {}
        """Seats whose people are here through other workers, with what they vote there."""
        self._votes: dict[int, VoteWord] = {}

    @property
    def votes(self) -> dict[int, VoteWord]:
        """What was voted, through whichever worker."""
        return {seat: vote for seat, vote in self._elsewhere.items() if vote is not None} | self._votes

    def vote(self, seat: int, vote: VoteWord) -> None:
        if vote is VoteWord.NONE:
            self._votes.pop(seat, None)
        else:
            self._votes[seat] = vote

    def forget_votes(self) -> None:
        self._votes.clear()
        self._elsewhere = dict.fromkeys(self._elsewhere)

    def attendance(self) -> dict[int, VoteWord | None]:
        """The seats with a page open at this worker, and what they vote."""
        return {seat: self._votes.get(seat) for seat, pages in enumerate(self._pages) if pages}

    def hear(self, elsewhere: Mapping[int, str | None], now: int) -> bool:
        """Who is here through other workers; whether that is news."""
        before = self._elsewhere
        after = {seat: None if vote is None else VoteWord(vote) for seat, vote in elsewhere.items()}
        for seat in before.keys() - after.keys():
            self._gone[seat] = now
        self._elsewhere = after
        return before != after

    def arrive(self, seat: int) -> None:
        self._pages[seat] += 1

    def depart(self, seat: int, now: int) -> None:
        self._pages[seat] -= 1
        if not self._pages[seat]:
            self._gone[seat] = now
            self._votes.pop(seat, None)

    def has_page(self, seat: int) -> bool:
        return self._pages[seat] > 0 or seat in self._elsewhere

    def gone_since(self, seat: int) -> int | None:
        """Since when nobody looks from that seat; None while somebody does."""
        return None if self.has_page(seat) else self._gone[seat]

    def away_at(self, seat: int) -> int | None:
        """When the seat is or was to be shown as away."""
        gone = self.gone_since(seat)
        return None if gone is None else gone + AWAY

    def shift(self, by: int) -> None:
        """Time in which the house stood still counts for nobody."""
        self._gone = [gone + by for gone in self._gone]

    def here(self, chairs: Sequence[Chair]) -> list[int]:
        """The seats of people who have a page open."""
        return [chair.seat for chair in chairs if chair.guest is not None and self.has_page(chair.seat)]

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
