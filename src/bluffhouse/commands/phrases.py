"""The sentences for whoever runs a house; what is said at a table is in `messages`, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HOW_TO_CLOSE: Final = "Ctrl-C closes it; tables and games are kept."


def house_is_open(address: str) -> str:
    return f"The house is open: {address}"


def cannot_listen(host: str, port: int, reason: str) -> str:
    return f"cannot listen on {host}, port {port}: {reason}"


def few_sockets(room: int) -> str:
    return f"this system lets a process open few files, so there is room for {room} sockets; `ulimit -n` allows more"


def how_many_workers(most: int) -> str:
    return f"--workers is a whole number from 1 to {most}"


WORKERS_SHARE = "several workers need a PostgreSQL between them; name it in BLUFFHOUSE_DATABASE"
BOTS_THINK = "The bots think here from now on; Ctrl-C ends it, and others take over what is left."
NO_WORKER = "a worker does not answer; what it said is above"


def nothing_to_verify(name: str) -> str:
    return f"{name}: the record does not tell the seed of its draws, so there is nothing to check"


def fair(name: str, draws: int, commitment: str) -> str:
    return f"{name}: all {draws} draws follow from what was promised ({commitment})"


def saved(name: str, counts: Mapping[str, int]) -> str:
    return f"{name} holds {counts.get('tables', 0)} tables with {counts.get('log', 0)} moves."


def restored(name: str, counts: Mapping[str, int]) -> str:
    return f"{counts.get('tables', 0)} tables with {counts.get('log', 0)} moves are back from {name}."


def there_already(name: str) -> str:
    return f"{name} is there already, and a backup is not written over another"


def no_database(reason: str) -> str:
    return f"the database cannot be used: {reason}"
