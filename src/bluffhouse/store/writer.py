"""Group commit: one task writes, and whatever waits while it commits goes into the next transaction together.

A disk syncs a few hundred times a second, so a sync for each move would be the limit of the whole house. A caller's
part is all or nothing and its own: another's conflict does not touch it. Nobody is told before the commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from bluffhouse.store.borrowing import borrowed
from bluffhouse.store.model import StoreDown, Taken
from bluffhouse.store.patience import in_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")


class OfTable(Protocol):
    """What is loaded says for which table it is."""

    @property
    def table(self) -> str: ...


Goods = TypeVar("Goods", bound=OfTable)

LARGEST_GROUP: Final = 500
"""How many callers' parts one transaction takes at most: the first of them waits for the last."""

MOST_ERRANDS: Final = 2
"""How many of them do errands, one after another: moves, which are written in one go, do not wait for a crowd of
people who set up tables."""

ATTEMPTS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Errand(Generic[T]):
    """One caller's part of a transaction, done by itself inside a savepoint."""

    work: Callable[[AsyncConnection], Awaitable[T]]
    done: asyncio.Future[T]


@dataclass(frozen=True, slots=True, eq=False)
class Load(Generic[Goods]):
    """One caller's goods, which are written in one go with those of all others."""

    goods: Goods
    done: asyncio.Future[None]


class Writer(Generic[Goods]):
    """Takes errands and loads from everybody and commits them in groups; errands in the order they came, and loads."""

    def __init__(
        self,
        engine: AsyncEngine,
        unload: Callable[[AsyncConnection, Sequence[Goods]], Awaitable[None]],
        too_late: Callable[[AsyncConnection, Sequence[Goods]], Awaitable[Sequence[bool]]],
    ) -> None:
        """`unload` writes goods; `too_late` says of each of them whether another worker was first at their table."""
        self._engine = engine
        self._unload = unload
        self._too_late = too_late
        self._waiting: deque[Errand[Any] | Load[Goods]] = deque()
        self._bell = asyncio.Event()
        self._closed = False
        self.commits = 0
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Have the work done and committed. It may be done again from the start, so it must change nothing else."""
        errand: Errand[T] = Errand(work, asyncio.get_running_loop().create_future())
        self._hand_in(errand)
        return await errand.done  # who is cancelled here loses only the answer: the errand stays, so nothing is torn

    async def load(self, goods: Goods) -> None:
        """Have the goods written and committed."""
        load = Load(goods, asyncio.get_running_loop().create_future())
        self._hand_in(load)
        await load.done

    async def close(self) -> None:
        """Commit what waits, then take nothing more."""
        self._closed = True
        self._bell.set()
        await self._task

    def _hand_in(self, entry: Errand[Any] | Load[Goods]) -> None:
        if self._closed:
            raise StoreDown("the store is closed")
        self._waiting.append(entry)
        self._bell.set()

    async def _run(self) -> None:
        group: list[Errand[Any] | Load[Goods]] = []
        try:
            while self._waiting or not self._closed:
                await self._bell.wait()
                group = self._next_group()
                if group:
                    _settle(group, await self._commit(group))
                if not self._waiting and not self._closed:
                    self._bell.clear()
        finally:  # also when the loop is torn down around us: nobody waits for ever
            self._closed = True
            rest = [*group, *self._waiting]
            _settle(rest, [StoreDown("the store was stopped") for _ in rest])

    def _next_group(self) -> list[Errand[Any] | Load[Goods]]:
        group: list[Errand[Any] | Load[Goods]] = []
        later: deque[Errand[Any] | Load[Goods]] = deque()
        errands = 0
        while self._waiting and len(group) < LARGEST_GROUP:
            entry = self._waiting.popleft()
            errands += isinstance(entry, Errand)
            (later if isinstance(entry, Errand) and errands > MOST_ERRANDS else group).append(entry)
        self._waiting.extendleft(reversed(later))
        return group

    async def _commit(self, group: Sequence[Errand[Any] | Load[Goods]]) -> Sequence[object]:
        """The outcome of each entry, once it is on the disk: a value, or the exception for its caller."""
        attempt = 1
        while True:
            try:
                outcomes = await in_time(self._engine, self._transact(group))
            except Exception as fault:  # noqa: BLE001 - the writer outlives every fault, and so works when it is gone
                if attempt == ATTEMPTS or not _clashed(fault):
                    return [down(fault) for _ in group]
                attempt += 1
            else:
                self.commits += 1
                return outcomes

    async def _transact(self, group: Sequence[Errand[Any] | Load[Goods]]) -> Sequence[object]:
        """Loads alone without a savepoint at first: mostly nothing is to be undone, and else all of it is."""
        async with borrowed(self._engine) as connection:
            try:
                if all(isinstance(entry, Load) for entry in group):
                    try:
                        async with connection.begin():
                            return await self._write(connection, group, careful=False)
                    except Exception as fault:  # noqa: BLE001 - one of the store is raised there
                        callers = _callers(fault)
                    if len(group) == 1:
                        return [callers]
                async with connection.begin():
                    return await self._write(connection, group, careful=True)
            except Exception:
                await connection.invalidate()  # what state the fault left it in is nobody's to guess
                raise

    async def _write(
        self, connection: AsyncConnection, group: Sequence[Errand[Any] | Load[Goods]], *, careful: bool
    ) -> Sequence[object]:
        # By table, so that two workers who write the same tables wait for each other instead of locking up.
        loads = sorted((entry for entry in group if isinstance(entry, Load)), key=lambda load: load.goods.table)
        if not careful:
            await self._unload(connection, [load.goods for load in loads])
            return [None] * len(group)
        failed = len(loads) == len(group)  # without care
        found = await self._unload_all(connection, loads, failed=failed) if loads else ()
        outcomes = dict(zip(loads, found, strict=True))
        return [outcomes[entry] if isinstance(entry, Load) else await _alone(connection, entry.work) for entry in group]

    async def _unload_all(
        self, connection: AsyncConnection, loads: Sequence[Load[Goods]], *, failed: bool = False
    ) -> Sequence[object]:
        """All in one go; when that fails or has failed, those who are not too late, and else each half by itself.

        Sealed bids of one table come in at the same moment, at several workers: hardly a group is without somebody who
        is too late. So they are asked for; halving, until whoever is to blame stands alone, is for rarer faults.
        """

        async def unload(inside: AsyncConnection) -> None:
            await self._unload(inside, [load.goods for load in loads])

        if not failed:
            outcome = await _alone(connection, unload)
            if len(loads) == 1 or not isinstance(outcome, Exception):
                return [outcome] * len(loads)
        late = await self._too_late(connection, [load.goods for load in loads])
        if any(late):
            timely = [load for load, is_late in zip(loads, late, strict=True) if not is_late]
            outcomes = iter(await self._unload_all(connection, timely) if timely else ())
            return [Taken("somebody was first") if is_late else next(outcomes) for is_late in late]
        half = len(loads) // 2
        return [
            *await self._unload_all(connection, loads[:half]),
            *await self._unload_all(connection, loads[half:]),
        ]


async def _alone(connection: AsyncConnection, work: Callable[[AsyncConnection], Awaitable[object]]) -> object:
    """What the work gives, or what it fails with and then leaves no trace of; a fault of the store ends the group."""
    savepoint = await connection.begin_nested()
    try:
        outcome = await work(connection)
    except Exception as fault:  # noqa: BLE001 - one of the store is raised there
        outcome = _callers(fault)
    if isinstance(outcome, Exception):
        await savepoint.rollback()
    else:
        await savepoint.commit()
    return outcome


def _callers(fault: Exception) -> Exception:
    """Whatever it is, it is this caller's and not the group's; but when the store itself fails it is raised again."""
    if isinstance(fault, IntegrityError):
        return Taken("somebody was first")  # the database's own words hold the values, which may be secret
    if isinstance(fault, DataError):
        return ValueError("the database cannot hold this value")
    if isinstance(fault, SQLAlchemyError | OSError):
        raise fault
    return fault


def _settle(group: Sequence[Errand[Any] | Load[Any]], outcomes: Sequence[Any]) -> None:
    for entry, outcome in zip(group, outcomes, strict=True):
        if entry.done.done():  # its caller was cancelled, or it is settled already
            continue
        if isinstance(outcome, Exception):
            entry.done.set_exception(outcome)
        else:
            entry.done.set_result(outcome)


def _clashed(fault: Exception) -> bool:
    """Whether PostgreSQL rolled this transaction back to let another worker's through (SQLSTATE class 40)."""
    return str(getattr(getattr(fault, "orig", None), "sqlstate", "")).startswith("40")


def down(fault: Exception) -> StoreDown:
    """The fault in the store's words."""
    told = StoreDown(str(getattr(fault, "orig", None) or fault))
    told.__cause__ = fault
    return told
