"""Garbage: what is new is looked through by the clock, and whoever leaves the house leaves little to be looked for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

import pytest
from websockets.server import ServerProtocol

from bluffhouse.server import keepalive, socket, tidying
from tests.server.world import breathe, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio


class Circle:
    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def uncounted() -> Iterator[None]:
    """Python itself looks for nothing."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncounted")
async def test_what_is_new_is_looked_through_by_the_clock() -> None:
    before = gc.get_threshold()
    async with tidying.tidy():
        assert gc.get_threshold() == tidying.COUNTED
        gone = weakref.ref(Circle())
        assert gone() is not None
        await asyncio.sleep(4 * tidying.OFTEN)
        assert gone() is None
    assert gc.get_threshold() == before


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("last", [None, "{"])
async def test_a_page_that_was_closed_is_gone_at_once(tmp_path: Path, last: str | None) -> None:
    async with running(tmp_path) as server, server.person() as ann:
        await ann.create(bots="random")
        async with ann.page() as page:
            if last is not None:
                await page.socket.send(last)
                await page.socket.wait_closed()
        await breathe(0.2)
        kinds = socket.Line | socket.Visitor | keepalive.Keepalive | ServerProtocol
        assert [type(one) for one in gc.get_objects() if issubclass(type(one), kinds)] == []
