"""The other workers of the house: whose clock counts at a table, who is there through them, what they heard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bluffhouse.store import Store, Table


class Attended(Protocol):
    """A table in memory, as far as the other workers are told of it."""

    @property
    def name(self) -> str: ...
    @property
    def attendance(self) -> Mapping[int, str | None]:
        """The seats whose people have a page open here, with their votes."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What there is to do after a look around."""

    adopted: tuple[str, ...] = ()
    """Tables that this worker keeps from now on."""
    newest: Mapping[str, int] = field(default_factory=dict)
    """The last number of each log in memory."""
    look: bool = False
    """Something may have happened beside the logs that nobody was told."""
    gone: tuple[str, ...] = ()
    """Guests who signed out somewhere."""


class Fellows(Protocol):
    async def join(self) -> list[Table]:
        """Come to work: the running tables to take up now."""

    async def leave(self) -> None:
        """Whoever stays may keep our tables from now on."""

    def keeps(self, table: Table) -> bool:
        """Whether the clock of this worker counts at the table, and its bots think here."""

    def fence(self, table: Table) -> int | None:
        """What a keeper's write has to name."""

    async def keep(self, table: str) -> None:
        """A game begins here: be its keeper, unless somebody is."""

    async def elsewhere(self, table: str) -> Mapping[int, str | None]:
        """The seats whose people are here through other workers, with their votes."""

    async def say(self, table: str, frame: str) -> None:
        """Have it heard by those at the table whose pages other workers have."""

    async def said(self, table: str, after: int) -> list[tuple[int, str | None]]:
        """What was said after that number, by number; None in place of our own words."""

    async def beat(self, rooms: Iterable[Attended]) -> Beat:
        """Once a second: show that we live, tell who is here, see what has changed."""


class Alone:
    """One process is the whole house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def join(self) -> list[Table]:
        return await self._store.running_tables()

    async def leave(self) -> None:
        """Nobody stays."""

    def keeps(self, table: Table) -> bool:
        return True

    def fence(self, table: Table) -> int | None:
        return None

    async def keep(self, table: str) -> None:
        """Who else."""

    async def elsewhere(self, table: str) -> Mapping[int, str | None]:
        return {}

    async def say(self, table: str, frame: str) -> None:
        """Everybody has heard it."""

    async def said(self, table: str, after: int) -> list[tuple[int, str | None]]:
        return []

    async def beat(self, rooms: Iterable[Attended]) -> Beat:
        return Beat()
