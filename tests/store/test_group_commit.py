"""Many appends, few commits; each caller gets its own outcome and nobody another's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bluffhouse.store import Guest, Store, StoreDown, Taken, log
from bluffhouse.store.writer import MOST_ERRANDS
from tests.store.values import a_row, a_table, acknowledged, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bluffhouse.store.log import Append

pytestmark = pytest.mark.anyio

TABLES = [f"t{number}" for number in range(100)]


@pytest.fixture(autouse=True)
async def tables(store: Store) -> None:
    await asyncio.gather(*(store.add_table(a_table(name)) for name in TABLES))


async def test_appends_that_wait_are_committed_together(store: Store) -> None:
    before = store.commits
    await asyncio.gather(*(store.append(name, rows(1, 3), [acknowledged("a", 1)]) for name in TABLES))
    assert store.appended == 300
    assert store.commits - before <= 3
    assert [await store.rows(name) for name in TABLES] == [rows(1, 3)] * 100


async def test_a_group_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bluffhouse.store.writer.LARGEST_GROUP", 25)
    before = store.commits
    await asyncio.gather(*(store.append(name, rows(1, 1)) for name in TABLES))
    assert store.commits - before >= 4


async def test_moves_do_not_wait_for_a_crowd_of_errands(store: Store) -> None:
    guests = [Guest(f"g{number}", "Somebody", 1.0, 1.0) for number in range(100)]
    crowd = [asyncio.create_task(store.add_guest(guest, f"hash of {guest.id}")) for guest in guests]
    await asyncio.sleep(0)
    await store.append("t1", rows(1, 1))
    assert sum(task.done() for task in crowd) <= 3 * MOST_ERRANDS
    await asyncio.gather(*crowd)
    assert [await store.guest(guest.id) for guest in guests] == guests


async def test_one_conflict_is_one_callers(store: Store) -> None:
    await store.append("t77", rows(1, 1))
    before = store.commits
    outcomes = await asyncio.gather(*(store.append(name, rows(1, 1)) for name in TABLES), return_exceptions=True)
    assert [name for name, outcome in zip(TABLES, outcomes, strict=True) if isinstance(outcome, Taken)] == ["t77"]
    assert [outcome for outcome in outcomes if not isinstance(outcome, Taken)] == [None] * 99
    assert store.commits - before <= 3
    assert [await store.rows(name) for name in TABLES] == [rows(1, 1)] * 100


async def test_many_conflicts_cost_no_more_than_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is too late is asked for: the others are not tried half by half until all of those are found."""
    late = TABLES[::5]
    await asyncio.gather(*(store.append(name, rows(1, 1)) for name in late))
    tries: list[int] = []

    async def counted(connection: AsyncConnection, appends: Sequence[Append]) -> None:
        tries.append(len(appends))
        await log.unload(connection, appends)

    monkeypatch.setattr(store._writer, "_unload", counted)
    outcomes = await asyncio.gather(*(store.append(name, rows(1, 1)) for name in TABLES), return_exceptions=True)
    assert [name for name, outcome in zip(TABLES, outcomes, strict=True) if isinstance(outcome, Taken)] == late
    assert [outcome for outcome in outcomes if not isinstance(outcome, Taken)] == [None] * 80
    assert tries[-1] == 80
    assert len(tries) <= 4
    assert [await store.rows(name) for name in TABLES] == [rows(1, 1)] * 100


async def test_a_hole_is_too_late_and_nobody_elses_fault(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.append(name, rows(5, 5) if name == "t3" else rows(1, 1)) for name in TABLES), return_exceptions=True
    )
    assert [name for name, outcome in zip(TABLES, outcomes, strict=True) if isinstance(outcome, Taken)] == ["t3"]


async def test_of_two_for_the_same_number_the_first_wins(store: Store) -> None:
    moves = [f"chip {number}" for number in range(20)]
    outcomes = await asyncio.gather(
        *(store.append("t1", [a_row(1, move=move)]) for move in moves), return_exceptions=True
    )
    assert outcomes[0] is None
    assert all(isinstance(outcome, Taken) for outcome in outcomes[1:])
    assert [row.move for row in await store.rows("t1")] == ["chip 0"]


async def test_a_value_no_database_holds_is_its_callers_fault(store: Store) -> None:
    """Else one client's strange key would stop everybody's moves."""
    bad = {"t1": a_row(1, key="\ud800"), "t2": a_row(1, elapsed=1 << 70), "t3": a_row(1, actor="nobody")}
    outcomes = await asyncio.gather(
        *(store.append(name, [bad.get(name, a_row(1))]) for name in TABLES[1:]), return_exceptions=True
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert issubclass(kinds[0], ValueError)
    assert issubclass(kinds[1], (ValueError, OverflowError))
    assert StoreDown not in kinds
    assert kinds[3:] == [type(None)] * 96


async def test_two_workers_at_the_same_tables(url: str, store: Store) -> None:
    """For each number one of them is first, in whatever order they come to the tables."""
    other = await Store.open(url)
    outcomes = await asyncio.gather(
        *(store.append(name, [a_row(1, move="chip 1")]) for name in TABLES),
        *(other.append(name, [a_row(1, move="chip 2")]) for name in reversed(TABLES)),
        return_exceptions=True,
    )
    assert sum(outcome is None for outcome in outcomes) == 100
    assert sum(isinstance(outcome, Taken) for outcome in outcomes) == 100
    assert [len(await store.rows(name)) for name in TABLES] == [1] * 100
    await other.close()


async def test_who_is_cancelled_tears_nothing(store: Store) -> None:
    calls = [asyncio.create_task(store.append(name, rows(1, 3))) for name in TABLES]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [asyncio.CancelledError, type(None)] * 50
    await store.append("t0", rows(4, 4))
    assert [len(await store.rows(name)) for name in TABLES] == [4] + [3] * 99


async def test_closing_commits_what_waits(url: str, store: Store) -> None:
    other = await Store.open(url)
    waiting = [asyncio.create_task(other.append(name, rows(1, 1))) for name in TABLES]
    await asyncio.sleep(0)
    await other.close()
    await asyncio.gather(*waiting)
    assert [await store.rows(name) for name in TABLES] == [rows(1, 1)] * 100
