"""When Python looks for garbage that goes round in circles: in small pieces, so that nobody waits long.

Python counts what is made less what is gone, so where people come and go in crowds the new can grow to hundreds of
thousands of objects before it is looked through, and a look at it stops everybody for 20 to 60 ms. Here it is looked
through by the clock. Through everything only rarely: with a thousand tables that stops them all for a quarter second.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

OFTEN: Final = 0.05  # seconds between two looks through what is new …
SECOND: Final = 2
"""… of which each second is also through what was new at the ones before."""
COUNTED: Final = (5_000, 2, 5_000)
"""Beside that, as Python counts: much work in one go, and everything, which is a thousand seconds apart or more."""


@contextlib.asynccontextmanager
async def tidy() -> AsyncIterator[None]:
    """As long as this lasts."""
    before = gc.get_threshold()
    gc.set_threshold(*COUNTED)
    looking = asyncio.create_task(_look())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait([looking])
        gc.set_threshold(*before)


async def _look() -> None:
    number = 0
    while True:
        await asyncio.sleep(OFTEN)
        number += 1
        gc.collect(0 if number % SECOND else 1)
