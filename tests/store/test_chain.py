"""A byte of a log that changed on the disk is noticed, and only its table is set aside."""

from __future__ import annotations

import dataclasses
import os
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.server.hall import NoTable
from bluffhouse.store import Broken, Row, beginning, check, linked
from tests.server.rooms import inn
from tests.store.values import a_row, a_table

if TYPE_CHECKING:
    from pathlib import Path

FLIPS = int(os.environ.get("CHAIN_FLIPS", "2000"))


def a_log() -> list[Row]:
    kinds = [("person", "key", None), ("bot", None, 3), ("dealer", None, None), ("stand-in", None, 4)]
    made = [
        a_row(seq, by=by, key=key and f"{key}{seq}", fence=fence, elapsed=seq * 7, at=1_700_000_000.123 + seq)
        for seq in range(1, 41)
        for by, key, fence in [kinds[seq % 4]]
    ]
    return linked(beginning(a_table()), made)


def flipped(row: Row, field: str, chance: random.Random) -> Row:
    """The row with one bit of one field changed; a text keeps its length."""
    value: Any = getattr(row, field)
    if isinstance(value, str):
        at = chance.randrange(len(value))
        value = value[:at] + chr(ord(value[at]) ^ 1 << chance.randrange(7)) + value[at + 1 :]
    elif isinstance(value, int):
        value ^= 1 << chance.randrange(31)
    else:
        value += 2.0 ** chance.randrange(-20, 20)
    return dataclasses.replace(row, **{field: value})


def test_every_flipped_bit_is_noticed() -> None:
    rows, chance = a_log(), random.Random(1)
    assert check(beginning(a_table()), rows) == rows[-1].chain
    for _ in range(FLIPS):
        at = chance.randrange(len(rows))
        fields = [one.name for one in dataclasses.fields(Row) if getattr(rows[at], one.name) is not None]
        bad = [*rows[:at], flipped(rows[at], chance.choice(fields), chance), *rows[at + 1 :]]
        with pytest.raises(Broken, match=r"row \d+"):
            check(beginning(a_table()), bad)


def test_rows_that_are_exchanged_left_out_or_of_another_table() -> None:
    rows = a_log()
    begin = beginning(a_table())
    for bad in ([rows[1], rows[0], *rows[2:]], [*rows[:5], *rows[6:]], rows[1:]):
        with pytest.raises(Broken):
            check(begin, bad)
    with pytest.raises(Broken):
        check(beginning(a_table("t2")), rows)
    with pytest.raises(Broken):
        check(beginning(a_table(options={"edition": "modern"})), rows)


def test_logs_from_before_there_was_a_chain_are_read() -> None:
    old = [dataclasses.replace(row, chain=None) for row in a_log()]
    check(beginning(a_table()), old)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "changed",
    ["elapsed = elapsed + 1", "move = CAST(X'6C6179F4' AS TEXT)", "chain = CAST(X'E2' || substr(chain, 2) AS TEXT)"],
)
async def test_only_the_table_of_a_changed_row_is_set_aside(tmp_path: Path, changed: str) -> None:
    """Also where the bytes are no text any more."""
    async with inn(tmp_path, bot_pause=(0.1, 0.1)) as here:
        rooms = [await here.seat([None, None], "bankueberfall") for _ in range(5)]
        await here.pass_time(2)
    file = sqlite3.connect(tmp_path / "house.db")
    file.execute(f"UPDATE log SET {changed} WHERE table_id = ? AND seq = 7", [rooms[2].meta.id])  # noqa: S608 - ours
    file.commit()
    file.close()
    async with inn(tmp_path) as here:
        assert set(here.hall.rooms) == {room.meta.id for room in rooms} - {rooms[2].meta.id}
        with pytest.raises(NoTable):
            await here.hall.room(rooms[2].meta.id)
        assert here.hall.house.metrics.quarantined._value.get() == 1
