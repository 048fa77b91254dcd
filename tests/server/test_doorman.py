"""The doorman: nobody waits where nobody is, a crowd comes in one after another, and a crowd too large is told so."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from bluffhouse.server import doorman
from bluffhouse.server.doorman import AT_ONCE, MOST_OF_ONE, MOST_WAITING, PER_SECOND, POLITE, TOGETHER, Crowded, Doorman
from tests.server.world import running

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

pytestmark = pytest.mark.anyio

MORE = 40
HERE = "192.0.2.1"


async def test_a_few_do_not_wait_and_more_come_in_one_after_another() -> None:
    man, order = Doorman(), list[int]()

    async def come(number: int) -> None:
        await man.let_in(HERE)
        order.append(number)

    begun = time.monotonic()
    await asyncio.gather(*(come(number) for number in range(round(AT_ONCE))))
    at_once = time.monotonic() - begun
    await asyncio.gather(*(come(number) for number in range(round(AT_ONCE), round(AT_ONCE) + MORE)))
    assert order == sorted(order)
    assert len(order) == AT_ONCE + MORE
    assert time.monotonic() - begun - at_once >= (MORE - PER_SECOND * at_once) / PER_SECOND * 0.9


async def test_changes_count_for_more() -> None:
    man = Doorman(now=lambda: 0.0)
    for _ in range(round(AT_ONCE / 4)):
        await asyncio.wait_for(man.let_in(HERE, 4.0), 0.1)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(man.let_in(HERE, 4.0), 0.05)


async def test_whoever_leaves_holds_nobody_up() -> None:
    now = [0.0]
    man = Doorman(now=lambda: now[0])
    await man.let_in(HERE, AT_ONCE)
    first, second = (asyncio.create_task(man.let_in(HERE)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    now[0] = 1 / PER_SECOND
    await asyncio.wait_for(second, 1)


async def test_a_crowd_too_large_is_sent_away() -> None:
    man = Doorman(now=lambda: 0.0)
    await man.let_in(HERE, AT_ONCE)
    waiting = [asyncio.create_task(man.let_in(f"address {number % 10}")) for number in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Crowded):
        await man.let_in(HERE)
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_crowd_from_one_address_delays_nobody_from_another() -> None:
    now = [0.0]
    man = Doorman(now=lambda: now[0])
    await man.let_in(HERE, AT_ONCE)
    crowd = [asyncio.create_task(man.let_in("theirs")) for _ in range(MOST_OF_ONE)]
    await asyncio.sleep(0)
    with pytest.raises(Crowded):
        await asyncio.wait_for(man.let_in("theirs"), 1)
    some = [asyncio.create_task(man.let_in(HERE)) for _ in range(3)]
    await asyncio.sleep(0)
    now[0] = 6 / PER_SECOND
    await asyncio.wait_for(asyncio.gather(*some), 1)
    assert sum(one.done() for one in crowd) == 3
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)


async def test_moves_go_first_but_not_for_ever() -> None:
    now = [0.0]
    man = Doorman(now=lambda: now[0])
    await man.let_in(HERE, AT_ONCE)
    for patient in (True, False):
        with man.first():
            some = [asyncio.create_task(man.let_in(HERE)) for _ in range(2)]
            await asyncio.sleep(0)
            now[0] += 2 / PER_SECOND
            await asyncio.sleep(POLITE / 3 if patient else 10 * POLITE)
            assert [one.done() for one in some] == [not patient] * 2
        await asyncio.wait_for(asyncio.gather(*some), 1)


async def test_where_somebody_always_moves_newcomers_do_not_wait_at_every_step() -> None:
    def waits(step: Coroutine[Any, Any, None]) -> bool:
        try:
            step.send(None)
        except StopIteration:
            return False
        step.close()
        return True

    man = Doorman()
    assert not waits(man.wait_for_moves())
    with man.first():
        await man.wait_for_moves()
        assert [waits(man.wait_for_moves()) for _ in range(TOGETHER)] == [False] * (TOGETHER - 1) + [True]


async def test_the_house_says_so_and_still_tells_that_it_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorman, "MOST_WAITING", 0)
    async with running(tmp_path, rate_scale=1.0) as server:
        await server.house.doorman.let_in(HERE, AT_ONCE)
        stopped = time.monotonic()
        monkeypatch.setattr(server.house.doorman, "_now", lambda: stopped)
        async with httpx.AsyncClient(base_url=server.origin, headers={"origin": server.origin}) as http:
            answer = await http.post("/api/guests", json={"name": "Ann"})
            assert (answer.status_code, answer.json()["code"]) == (503, "crowd")
            assert (await http.get("/health")).status_code == 200


async def test_small_things_of_those_who_do_not_play_are_done_one_at_a_time_and_after_the_moves() -> None:
    man, order = Doorman(), list[str]()

    async def say(word: str) -> None:
        async with man.aside():
            order.append(word)
            await asyncio.sleep(0)
            order.append(word)

    with man.first():
        talk = [asyncio.create_task(say(word)) for word in "abc"]
        await asyncio.sleep(0)
        order.append("move")
    await asyncio.gather(*talk)
    assert order == ["move", *"aabbcc"]
