"""A byte of a log that changed on the disk is noticed, and only its table is set aside."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.server.hall import NoTable
from bluffhouse.store import Broken, Row, beginning, check, linked
from tests.server.rooms import Ear, inn
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


def test_a_row_without_a_digest_is_a_changed_one() -> None:
    rows = a_log()
    with pytest.raises(Broken, match="row 8"):
        check(beginning(a_table()), [*rows[:7], dataclasses.replace(rows[7], chain=None), *rows[8:]])


def change(folder: Path, *commands: str) -> None:
    """Behind the back of the house, which is closed."""
    with contextlib.closing(sqlite3.connect(folder / "house.db")) as file:
        for command in commands:
            file.execute(command)
        file.commit()


@pytest.mark.anyio
async def test_old_logs_get_their_digests_when_the_house_opens(tmp_path: Path) -> None:
    """The first table has none, the second some: its game went on under a program that writes them."""
    async with inn(tmp_path, bot_pause=(0.1, 0.1)) as here:
        rooms = [await here.seat([None, None, None], "vabanque") for _ in range(2)]
        await here.pass_time(2)
        whole = [await here.hall.house.store.rows(room.meta.id) for room in rooms]
    assert all(len(rows) > 5 for rows in whole)
    first, second = (f"table_id = '{room.meta.id}'" for room in rooms)
    unchain = f"UPDATE log SET chain = NULL WHERE {first} OR {second} AND seq < 5"  # noqa: S608 - ours
    change(tmp_path, unchain, "UPDATE alembic_version SET version_num = '0004'")
    async with inn(tmp_path, bot_pause=(1e6, 1e6)) as here:
        assert set(here.hall.rooms) == {room.meta.id for room in rooms}
        assert [await here.hall.house.store.rows(room.meta.id) for room in rooms] == whole


@pytest.mark.anyio
async def test_a_log_whose_end_is_missing_is_set_aside(tmp_path: Path) -> None:
    """As long as it is known that somebody was told of it."""
    async with inn(tmp_path) as here:
        rooms = [await here.seat(["ann", "bob"], "bankueberfall") for _ in range(2)]
        for room in rooms:
            ears = [Ear(room, name) for name in ("ann", "bob")]
            for ear in ears:
                await ear.open()
            for _ in range(4):
                await next(ear for ear in ears if ear.last("update", "sync")["moves"]).move()
            await here.calm()
    cut = rooms[1].meta.id
    change(tmp_path, f"DELETE FROM log WHERE table_id = '{cut}' AND seq > 2")  # noqa: S608 - ours
    async with inn(tmp_path) as here:
        assert set(here.hall.rooms) == {rooms[0].meta.id}


@pytest.mark.anyio
@pytest.mark.parametrize(
    "changed",
    [
        "elapsed = elapsed + 1",
        "chain = NULL",
        "move = CAST(X'6C6179F4' AS TEXT)",
        "chain = CAST(X'E2' || substr(chain, 2) AS TEXT)",
    ],
)
async def test_only_the_table_of_a_changed_row_is_set_aside(tmp_path: Path, changed: str) -> None:
    """Also where the bytes are no text any more."""
    async with inn(tmp_path, bot_pause=(0.1, 0.1)) as here:
        rooms = [await here.seat([None, None], "bankueberfall") for _ in range(5)]
        await here.pass_time(2)
    change(tmp_path, f"UPDATE log SET {changed} WHERE table_id = '{rooms[2].meta.id}' AND seq = 7")  # noqa: S608 - ours
    async with inn(tmp_path) as here:
        assert set(here.hall.rooms) == {room.meta.id for room in rooms} - {rooms[2].meta.id}
        with pytest.raises(NoTable):
            await here.hall.room(rooms[2].meta.id)
        assert here.hall.house.metrics.quarantined._value.get() == 1
