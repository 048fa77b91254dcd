"""`bluffhouse backup` and `bluffhouse restore`, and `bluffhouse bots` where there is nobody to think for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bluffhouse.cli import main
from bluffhouse.store import Store, address
from tests.store.values import a_table, rows

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def furnish(url: str) -> None:
    store = await Store.open(url)
    await store.add_table(a_table())
    await store.append("t1", rows(1, 5))
    await store.close()


async def moves(url: str) -> int:
    store = await Store.open(url)
    found = await store.rows("t1")
    await store.close()
    return len(found)


def test_there_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    here, there, file = address(tmp_path / "here.db"), address(tmp_path / "there.db"), str(tmp_path / "house.gz")
    asyncio.run(furnish(here))
    monkeypatch.setenv("BLUFFHOUSE_DATABASE", here)
    assert main(["backup", file]) == 0
    assert "1 tables with 5 moves" in capsys.readouterr().out
    assert main(["backup", file]) == 2, "no backup is written over another"
    assert main(["restore", file]) == 2, "what is there is not thrown away"
    assert "not empty" in capsys.readouterr().err
    monkeypatch.setenv("BLUFFHOUSE_DATABASE", there)
    assert main(["restore", file]) == 0
    assert asyncio.run(moves(there)) == 5
    monkeypatch.setenv("BLUFFHOUSE_DATABASE", "nonsense")
    assert main(["restore", file]) == 2


def test_bots_need_a_house_of_several(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("BLUFFHOUSE_DATABASE", "sqlite:///house.db")
    assert main(["bots"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err
