"""Letters and gates: in order, for whoever waits, and nothing is lost with one who gives up."""

from __future__ import annotations

import asyncio

import pytest

from bluffhouse.server.waiting import Gate, Letters

pytestmark = pytest.mark.anyio


async def test_letters_come_in_their_order_before_and_after_somebody_waits() -> None:
    letters = Letters[int]()
    letters.put_nowait(1)
    letters.put_nowait(2)
    assert [await letters.get(), await letters.get()] == [1, 2]
    assert letters.empty()
    reader = asyncio.create_task(letters.get())
    await asyncio.sleep(0)
    letters.put_nowait(3)
    letters.put_nowait(4)
    assert await reader == 3
    assert not letters.empty()
    assert await letters.get() == 4


async def test_a_reader_who_gives_up_takes_no_letter_along() -> None:
    letters = Letters[int]()
    reader = asyncio.create_task(letters.get())
    await asyncio.sleep(0)
    letters.put_nowait(1)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await letters.get() == 1


async def test_a_gate_is_open_until_it_is_closed_and_opens_for_all_who_wait() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert [one.done() for one in waiting] == [True, False, False]
    gate.set()
    await asyncio.gather(*waiting[1:])
    assert waiting[0].cancelled()


async def test_a_gate_that_is_closed_again_at_once_lets_nobody_through() -> None:
    gate = Gate()
    gate.clear()
    waiting = asyncio.create_task(gate.wait())
    await asyncio.sleep(0)
    gate.set()
    gate.clear()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not waiting.done()
    gate.set()
    await waiting
