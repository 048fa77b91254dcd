"""After a run with faults: wait until everybody sees the same, then hold all that was told against the logs."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bluffhouse.store import Store
from tests.faults.crowd import group_of
from tests.faults.history import Acked, Truth, anomalies, truth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.faults.crowd import Crowd, Person
    from tests.faults.history import Told

GOING_ON = 30.0  # seconds in which every table must have another move
PATIENCE = 60.0  # seconds until whoever still sees something else counts as never


@dataclass(frozen=True)
class Verdict:
    anomalies: Sequence[str]
    truths: Mapping[str, Truth]
    acknowledged: int
    """How many keys."""


async def judge(url: str, history: Sequence[Told]) -> Verdict:
    """What cannot be, with the log of every table that somebody was told of."""
    store = await Store.open(url)
    try:
        truths = {}
        for table in {told.table for told in history}:
            meta = await store.table(table)
            assert meta is not None
            truths[table] = truth(meta, await store.rows(table))
    finally:
        await store.close()
    keys = {(told.table, told.seat, told.key) for told in history if isinstance(told, Acked)}
    return Verdict(anomalies(history, truths), truths, len(keys))


async def all_equal(url: str, people: Sequence[Person], last: float) -> list[float]:
    """How long after the last fault each was until it saw all there is; those who never do count as for ever."""
    store = await Store.open(url)
    waited: dict[str, float] = {}
    behind: set[str] = {person.name for person in people}
    try:
        while behind and time.monotonic() < last + PATIENCE:
            newest = await store.newest([person.table for person in people])
            behind = {
                person.name for person in people if person.waits or max(0, person.seq) < newest.get(person.table, 0)
            }
            for person in people:
                if person.name in behind:
                    waited.pop(person.name, None)
                else:
                    waited.setdefault(person.name, time.monotonic() - last)
            await asyncio.sleep(0.1)
    finally:
        await store.close()
    return [waited.get(person.name, float("inf")) for person in people]


async def standing_still(crowd: Crowd, people: list[Person]) -> list[int]:
    """The groups of whom nobody gets another move acknowledged."""
    begin = time.monotonic()
    still = {person.group for person in people}
    while still and time.monotonic() < begin + GOING_ON:
        await asyncio.sleep(0.5)
        still -= {group_of(told.table) for told in crowd.history if isinstance(told, Acked) and told.at > begin}
    return sorted(still)
