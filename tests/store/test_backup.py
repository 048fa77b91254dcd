"""A backup under load holds one moment of everything, and an empty database gets all of it or nothing."""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
from typing import TYPE_CHECKING

import pytest

from bluffhouse.store import PLAYING, BadDatabase, Chair, Guest, Invite, Store, address, beginning, check
from bluffhouse.store.backup import BadBackup, restore, save
from tests.store.values import a_table, acknowledged, rows

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

TABLES = [f"t{number}" for number in range(12)]


async def furnish(store: Store) -> None:
    await store.add_guest(Guest("ada", "Ada", 1.0, 2.0), "hash")
    for name in TABLES:
        await store.add_table(a_table(name, salt="s", seed="x"), [Chair(0, "ada", name="Ada")])
        await store.set_status(name, PLAYING, 3.0)
        await store.add_invite(Invite(f"h{name}", name, None, 3, 99.0))


@pytest.mark.parametrize("to", ["sqlite_url", "postgres_url"])
async def test_saved_while_everybody_moves(url: str, to: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Whatever was acknowledged before is there; of what came later whole moves or none, never half of one."""
    store = await Store.open(url)
    await furnish(store)
    stored = dict.fromkeys(TABLES, 0)
    stops = False

    async def move(name: str) -> None:
        while not stops:
            first = stored[name] + 1
            await store.append(name, rows(first, first + 2), [acknowledged(f"k{first}", first)])
            stored[name] = first + 2

    moving = [asyncio.create_task(move(name)) for name in TABLES]
    while min(stored.values()) < 9:
        await asyncio.sleep(0.01)
    before = dict(stored)
    counts = await save(url, tmp_path / "backup.gz")
    stops = True
    await asyncio.gather(*moving)
    await store.close()
    other = address(tmp_path / "other.db") if to == "sqlite_url" else request.getfixturevalue("empty_postgres_url")
    assert await restore(other, tmp_path / "backup.gz") == counts
    back = await Store.open(other)
    for name in TABLES:
        kept = [dataclasses.replace(row, chain=None) for row in await back.rows(name)]
        assert before[name] <= len(kept) <= stored[name]
        assert kept == rows(1, len(kept))
        assert len(kept) % 3 == 0
        assert (await back.answer(name, f"k{len(kept) - 2}")) == acknowledged(f"k{len(kept) - 2}", len(kept) - 2)
        assert await back.table(name) == a_table(name, status=PLAYING, started=3.0, since=3.0, salt="s", seed="x")
    assert await back.guest_by_token_hash("hash") == Guest("ada", "Ada", 1.0, 2.0)
    with pytest.raises(BadDatabase, match="not empty"):
        await restore(other, tmp_path / "backup.gz")
    await back.close()


async def test_rows_of_an_old_backup_join_the_chain(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    await furnish(store)
    await store.append(TABLES[0], rows(1, 9))
    await store.close()
    await save(sqlite_url, tmp_path / "old")
    await restore(address(tmp_path / "new.db"), tmp_path / "old")
    back = await Store.open(address(tmp_path / "new.db"))
    table = await back.table(TABLES[0])
    assert table is not None
    check(beginning(table), await back.rows(TABLES[0]))
    await back.close()


async def test_a_backup_that_is_not_whole_restores_nothing(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    await furnish(store)
    await store.close()
    await save(sqlite_url, tmp_path / "good")
    whole = gzip.decompress((tmp_path / "good").read_bytes()).splitlines(keepends=True)
    bad = {
        "empty": b"",
        "no zip": b"hello",
        "cut": (tmp_path / "good").read_bytes()[:-40],
        "no end": gzip.compress(b"".join(whole[:-1])),
        "a line less": gzip.compress(b"".join([*whole[:1], *whole[2:]])),
        "another file": gzip.compress(b'{"hello": 1}\n'),
        "something unknown": gzip.compress(whole[0] + b'{"rooms": [[1]]}\n'),
        "no line": gzip.compress(whole[0] + b"{{{\n"),
    }
    for name, data in bad.items():
        (tmp_path / "bad").write_bytes(data)
        with pytest.raises(BadBackup):
            await restore(address(tmp_path / "new.db"), tmp_path / "bad")
        store = await Store.open(address(tmp_path / "new.db"))
        assert await store.tables_of("ada") == [], name
        await store.close()
    assert list(tmp_path.glob("*.part")) == []
