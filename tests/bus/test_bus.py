"""Every other worker who subscribed is told, and nobody's failure is another's."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from bluffhouse.bus import LocalBus, NoBus

if TYPE_CHECKING:
    from bluffhouse.bus import Bus

pytestmark = pytest.mark.anyio


async def test_every_other_end_is_told_until_it_stops() -> None:
    bus = LocalBus()
    other: Bus = bus.beside()
    heard: list[tuple[str, str, int]] = []
    stop = await other.subscribe("t1", lambda table, seq: heard.append(("a", table, seq)))
    await other.subscribe("t1", lambda table, seq: heard.append(("b", table, seq)))
    await bus.subscribe("t1", lambda table, seq: heard.append(("self", table, seq)))
    bus.publish("t1", 1)
    stop()
    stop()
    bus.publish("t1", 5)
    assert heard == [("a", "t1", 1), ("b", "t1", 1), ("b", "t1", 5)]
    assert not bus.missed()


async def test_nobody_hears_of_tables_they_did_not_ask_for() -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[tuple[str, int]] = []
    await other.subscribe("t1", lambda table, seq: heard.append((table, seq)))
    bus.publish("t2", 1)
    bus.publish("t1", 2)
    assert heard == [("t1", 2)]


async def test_a_subscriber_that_fails_keeps_nobody_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []

    def fail(table: str, seq: int) -> None:
        raise RuntimeError(f"{table} {seq}")

    await other.subscribe("t1", fail)
    await other.subscribe("t1", lambda _, seq: heard.append(seq))
    with caplog.at_level(logging.ERROR):
        bus.publish("t1", 7)
    assert heard == [7]
    assert "t1, seq 7" in caplog.text


async def test_a_subscriber_may_stop_while_it_is_told() -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []

    def hear_once(_: str, seq: int) -> None:
        heard.append(seq)
        stop()

    stop = await other.subscribe("t1", hear_once)
    bus.publish("t1", 1)
    bus.publish("t1", 2)
    assert heard == [1]


async def test_a_closed_end_is_told_nothing() -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []
    await other.subscribe("t1", lambda _, seq: heard.append(seq))
    await other.close()
    bus.publish("t1", 1)
    assert heard == []


async def test_without_a_bus_everybody_has_to_look() -> None:
    bus: Bus = NoBus()
    (await bus.subscribe("t1", lambda table, seq: None))()
    bus.publish("t1", 1)
    assert bus.missed()
    await bus.close()
