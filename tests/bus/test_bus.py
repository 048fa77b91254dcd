"""Every other worker who subscribed is told, and nobody's failure is another's."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bluffhouse.bus import LocalBus, NoBus

if TYPE_CHECKING:
    import pytest

    from bluffhouse.bus import Bus


def test_every_other_end_is_told_until_it_stops() -> None:
    bus = LocalBus()
    other: Bus = bus.beside()
    heard: list[tuple[str, str, int]] = []
    stop = other.subscribe(lambda table, seq: heard.append(("a", table, seq)))
    other.subscribe(lambda table, seq: heard.append(("b", table, seq)))
    bus.subscribe(lambda table, seq: heard.append(("self", table, seq)))
    bus.publish("t1", 1)
    stop()
    stop()
    bus.publish("t2", 5)
    assert heard == [("a", "t1", 1), ("b", "t1", 1), ("b", "t2", 5)]
    assert not bus.missed()


def test_a_subscriber_that_fails_keeps_nobody_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []

    def fail(table: str, seq: int) -> None:
        raise RuntimeError(f"{table} {seq}")

    other.subscribe(fail)
    other.subscribe(lambda _, seq: heard.append(seq))
    with caplog.at_level(logging.ERROR):
        bus.publish("t1", 7)
    assert heard == [7]
    assert "t1, seq 7" in caplog.text


def test_a_subscriber_may_stop_while_it_is_told() -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []

    def hear_once(_: str, seq: int) -> None:
        heard.append(seq)
        stop()

    stop = other.subscribe(hear_once)
    bus.publish("t1", 1)
    bus.publish("t1", 2)
    assert heard == [1]


def test_a_closed_end_is_told_nothing() -> None:
    bus = LocalBus()
    other = bus.beside()
    heard: list[int] = []
    other.subscribe(lambda _, seq: heard.append(seq))
    asyncio.run(other.close())
    bus.publish("t1", 1)
    assert heard == []


def test_without_a_bus_everybody_has_to_look() -> None:
    bus: Bus = NoBus()
    bus.subscribe(lambda table, seq: None)()
    bus.publish("t1", 1)
    assert bus.missed()
    asyncio.run(bus.close())
