"""A house that is closed leaves nothing behind: the next one of the process does not carry it along."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

import pytest

from tests.faults.inside import living
from tests.faults.scene import Scene

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.hall import Hall

ASKED = ("/health", "/ready", "/metrics", "/api/me", "/api/tables", "/api/games", "/")


@pytest.mark.anyio
async def test_a_closed_house_is_forgotten(tmp_path: Path) -> None:
    await Scene("vabanque", 3).prepare(tmp_path)
    hall = await _opened_and_closed(tmp_path)
    gc.collect()
    assert hall() is None


async def _opened_and_closed(folder: Path) -> weakref.ref[Hall]:
    async with living(folder) as life:
        client = await life.client(0)
        await life.start()
        await life.go([client], 1)
        async with life.http(0) as http:
            for path in ASKED:
                assert (await http.get(path)).status_code < 500
        return weakref.ref(life.app.hall)
