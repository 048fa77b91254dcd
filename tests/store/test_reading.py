"""Many who ask for moves at once share a question, and each gets the rows it asked for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.store import Store, StoreDown
from tests.store.values import a_table, rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Executable

pytestmark = pytest.mark.anyio

TABLES = [f"t{number}" for number in range(30)]


@pytest.fixture(autouse=True)
async def tables(store: Store) -> None:
    await asyncio.gather(*(store.add_table(a_table(name)) for name in TABLES))
    await asyncio.gather(*(store.append(name, rows(1, 3)) for name in TABLES))


@pytest.fixture
def questions(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """Every question from now on."""
    asked: list[Mapping[str, Any]] = []
    honest = store._reader.tuples

    async def tuples(statement: Executable, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        asked.append(values)
        return await honest(statement, values)

    monkeypatch.setattr(store._reader, "tuples", tuples)
    return asked


async def test_who_asks_meanwhile_is_answered_together(store: Store, questions: list[Mapping[str, Any]]) -> None:
    found = await asyncio.gather(*(store.rows(name, number % 4) for number, name in enumerate(TABLES)))
    assert found == [rows(number % 4 + 1, 3) for number in range(30)]
    assert len(questions) == 1


async def test_the_same_table_asked_for_from_two_numbers(store: Store) -> None:
    found = await asyncio.gather(*(store.rows("t1", after) for after in (2, 0, 3)), store.rows("nowhere"))
    assert found == [rows(3, 3), rows(1, 3), [], []]


async def test_no_question_is_larger_than_allowed(
    store: Store, questions: list[Mapping[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bluffhouse.store.reading.LARGEST_QUESTION", 10)
    assert await asyncio.gather(*map(store.rows, TABLES)) == [rows(1, 3)] * 30
    assert len(questions) == 3


async def test_a_question_that_fails_is_told_to_those_who_asked_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = store._reader.tuples

    async def fails(statement: Executable, values: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        monkeypatch.setattr(store._reader, "tuples", honest)
        raise StoreDown("the line broke")

    monkeypatch.setattr(store._reader, "tuples", fails)
    found = await asyncio.gather(*map(store.rows, TABLES), return_exceptions=True)
    assert all(isinstance(outcome, StoreDown) for outcome in found)
    assert await store.rows("t1") == rows(1, 3)


async def test_who_is_cancelled_keeps_nobody_from_an_answer(store: Store) -> None:
    calls = [asyncio.create_task(store.rows(name)) for name in TABLES]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()
    found = await asyncio.gather(*calls, return_exceptions=True)
    assert found[1::2] == [rows(1, 3)] * 15
    assert await store.rows("t1") == rows(1, 3)
