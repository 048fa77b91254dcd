"""Records as files: read with a bound, written whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from bluffhouse import games
from bluffhouse.core.record import LONGEST_RECORD, BadRecord, Replay, read, write

ENOUGH: Final = 2 * LONGEST_RECORD  # bytes: what is longer is refused before it ends


class Refused(Exception):
    """What a person asked for cannot be done: one sentence for standard error, exit code 2."""


def load(name: str) -> Replay:
    """Read and replay the record in a file, or from standard input where the name is `-`."""
    try:
        return read(_bytes(name), games.find)
    except OSError as error:
        raise Refused(f"{name}: {error.strerror or error}") from None
    except BadRecord as fault:
        raise Refused(f"{name}: {fault}") from None


def _bytes(name: str) -> bytes:
    if name != "-":
        with Path(name).open("rb") as file:
            return file.read(ENOUGH)
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read(ENOUGH)


def claim(name: str, resumed: str | None) -> Path:
    """The place of a record to be kept; a game that lies there already is only overwritten by its own continuation."""
    path = Path(name).resolve()
    goes_on = resumed is not None and path == Path(resumed).resolve()
    if path.exists() and not goes_on and (not path.is_file() or path.stat().st_size):
        raise Refused(f"{name}: something is there already; name a new file")
    return path


def keep(path: Path, replay: Replay) -> None:
    """Write the record so that a crash leaves the old one or the new one, never half of one."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(write(replay.record), encoding="utf-8")
    part.replace(path)
