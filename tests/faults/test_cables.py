"""Cables between machines that are namespaces: packets vanish when one is pulled, and come again."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults import cables

if TYPE_CHECKING:
    from collections.abc import Iterator

PORT = 4213
ECHO = (
    "import socket, sys\n"
    "with socket.create_server((sys.argv[1], int(sys.argv[2]))) as door:\n"
    "    print('open', flush=True)\n"
    "    while True:\n"
    "        line, _ = door.accept()\n"
    "        with line:\n"
    "            while data := line.recv(65536):\n"
    "                line.sendall(data)\n"
)


@pytest.fixture
def cable() -> Iterator[cables.Cable]:
    """To a machine at which somebody repeats what is said."""
    if not cables.offered():
        pytest.skip("namespaces are for root on Linux")
    with cables.laid() as cable:
        command = cable.inside(sys.executable, "-c", ECHO, cable.there, str(PORT))
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            try:
                assert child.stdout is not None
                assert child.stdout.readline() == b"open\n"
                yield cable
            finally:
                child.kill()


def said_again(line: socket.socket, word: bytes) -> bytes:
    line.sendall(word)
    return line.recv(len(word))


def test_whoever_is_at_the_end_of_a_pulled_cable_is_not_told_and_hears_the_rest_when_it_is_mended(
    cable: cables.Cable,
) -> None:
    with socket.create_connection((cable.there, PORT), timeout=0.5) as line:
        assert said_again(line, b"one") == b"one"
        cable.pull()
        with pytest.raises(TimeoutError):
            said_again(line, b"two")
        with pytest.raises(TimeoutError):
            socket.create_connection((cable.there, PORT), timeout=0.5)
        cable.mend()
        line.settimeout(10)
        assert line.recv(3) == b"two"


def test_a_pinched_cable_lets_little_through(cable: cables.Cable) -> None:
    much = b"x" * 50_000
    with socket.create_connection((cable.there, PORT), timeout=20) as line:
        cable.pinch()
        begin = time.monotonic()
        line.sendall(much)
        heard = 0
        while heard < len(much):
            heard += len(line.recv(65536))
        assert time.monotonic() - begin > 0.5  # 256 kbit/s; without it less than a hundredth


def test_a_machine_is_gone_with_its_cable(cable: cables.Cable) -> None:
    with cables.laid() as other:
        assert other.machine in machines(cable)
    assert other.machine not in machines(cable)
    assert cable.machine in machines(cable)


def machines(cable: cables.Cable) -> str:
    """All there are: every machine knows of them."""
    return subprocess.run(cable.inside("ip", "netns", "list"), check=True, capture_output=True, text=True).stdout
