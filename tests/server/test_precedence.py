"""Two lines of connections: who plays is read first, the others a few at a time and not while somebody moves."""

from __future__ import annotations

import asyncio
import selectors
import socket
from typing import TYPE_CHECKING

import pytest

from bluffhouse.server import precedence
from bluffhouse.server.precedence import AT_ONCE, POLITE, TOGETHER, Precedence

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(not precedence.OFFERED, reason="only Linux has epoll")

CROWD = 2 * TOGETHER


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def lines(time: Time) -> Iterator[Precedence]:
    found = Precedence(time)
    yield found
    found.close()


@pytest.fixture
def crowd(lines: Precedence) -> Iterator[list[socket.socket]]:
    """Newcomers, each of whom has said something."""
    pairs = [socket.socketpair() for _ in range(CROWD)]
    for ours, theirs in pairs:
        lines.later(ours.fileno())
        lines.register(ours.fileno(), selectors.EVENT_READ, "newcomer")
        theirs.send(b"!")
    yield [ours for ours, _ in pairs]
    for pair in pairs:
        for one in pair:
            one.close()


def heard(lines: Precedence, timeout: float = 0.0) -> list[int]:
    return [key.fd for key, _ in lines.select(timeout)]


def test_a_few_of_the_second_line_are_heard_at_a_time_and_all_of_them_in_turn(
    lines: Precedence, crowd: list[socket.socket]
) -> None:
    turns = [heard(lines) for _ in range(CROWD // AT_ONCE)]
    assert [len(turn) for turn in turns] == [AT_ONCE] * len(turns)
    assert {fd for turn in turns for fd in turn} == {one.fileno() for one in crowd}  # though nobody was read from


def test_who_plays_is_heard_in_every_turn_and_first(lines: Precedence, crowd: list[socket.socket]) -> None:
    player = crowd[-1].fileno()
    lines.first(player)
    lines.first(player)  # and once more, which changes nothing
    for _ in range(5):
        turn = heard(lines)
        assert turn[0] == player
        assert len(turn) == 1 + AT_ONCE


def test_while_somebody_moves_the_second_line_waits_but_not_for_ever(
    lines: Precedence, crowd: list[socket.socket], time: Time
) -> None:
    player = crowd[0].fileno()
    lines.first(player)
    heard(lines)
    lines.gives_way = lambda: True
    assert heard(lines) == [player]
    time.now += POLITE
    assert len(heard(lines)) == 1 + TOGETHER
    assert heard(lines) == [player]
    lines.gives_way = lambda: False
    assert len(heard(lines)) == 1 + AT_ONCE


def test_a_loop_that_may_sleep_wakes_when_the_second_line_may_speak_again(
    lines: Precedence, crowd: list[socket.socket]
) -> None:
    heard(lines)
    lines.gives_way = lambda: True
    assert lines.select(None) == []  # it returns, though nothing has happened that it may tell


def test_a_number_that_is_used_again_is_somebody_else(lines: Precedence, crowd: list[socket.socket]) -> None:
    old = crowd[0].fileno()
    key = lines.unregister(old)
    lines.gone(old)
    lines.register(key.fileobj, key.events, "a store's connection")
    assert heard(lines)[0] == old


def test_one_that_was_closed_before_it_was_forgotten(lines: Precedence, crowd: list[socket.socket]) -> None:
    fd = crowd[0].fileno()
    crowd[0].close()
    assert lines.unregister(fd).fd == fd
    assert fd not in lines.get_map()


def test_what_a_loop_asks_for_is_what_it_is_told(lines: Precedence, crowd: list[socket.socket]) -> None:
    one = crowd[0]
    lines.first(one.fileno())
    with pytest.raises(KeyError):
        lines.register(one, selectors.EVENT_READ)
    lines.modify(one, selectors.EVENT_WRITE, "writer")
    told = dict(lines.select(0))
    assert {key.data: events for key, events in told.items()}["writer"] == selectors.EVENT_WRITE
    lines.modify(one, selectors.EVENT_READ | selectors.EVENT_WRITE, "both")
    told = dict(lines.select(0))
    assert {key.data: events for key, events in told.items()}["both"] == selectors.EVENT_READ | selectors.EVENT_WRITE


def test_asyncio_runs_on_it() -> None:
    lines = Precedence()

    async def talk() -> bytes:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.read(1 << 20))
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            writer.write(b"x" * 100)
            said = await asyncio.to_thread(str, 1)
            answer = await reader.read()
            writer.close()
            return said.encode() + answer

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(lines)) as runner:
        assert runner.run(talk()) == b"1" + b"x" * 100
