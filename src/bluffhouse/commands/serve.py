"""`bluffhouse serve`: a server for many tables, set up by the environment."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.environment import settings_for
from bluffhouse.server import logs
from bluffhouse.server.descriptors import room_for_sockets
from bluffhouse.server.run import listen, serve
from bluffhouse.server.staff import NoWorker, Staff
from bluffhouse.store import BadDatabase, StoreDown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from bluffhouse.server.settings import Settings

MOST_WORKERS: Final = 64


def run(arguments: Namespace) -> int:
    settings = settings_for("serve")
    if settings is None:
        return 2
    if (refusal := _too_many(settings, arguments.workers)) is not None:
        complain("serve", refusal)
        return 2
    logs.set_up(settings.log_level)
    return open_house("serve", settings, lambda address: say(phrases.house_is_open(address)), arguments.workers)


def _too_many(settings: Settings, workers: int) -> str | None:
    """Why there cannot be so many workers."""
    if not 1 <= workers <= MOST_WORKERS:
        return phrases.how_many_workers(MOST_WORKERS)
    return phrases.WORKERS_SHARE if workers > 1 and not settings.shared else None


def open_house(command: str, settings: Settings, started: Callable[[str], None], workers: int = 1) -> int:
    """Listen and serve until the process is told to stop; `started` is told the address once it answers."""
    try:
        listening = listen(settings.host, settings.port)
    except OSError as error:
        complain(command, phrases.cannot_listen(settings.host, settings.port, error.strerror or str(error)))
        return 1
    with listening:
        settings = dataclasses.replace(_fitted(command, settings), port=listening.getsockname()[1])
        address = settings.served_from()[0]
        try:
            if workers == 1:
                serve(settings, listening, lambda: started(address))
            else:
                Staff(settings, listening, workers).run(lambda: started(address))
        except NoWorker:
            complain(command, phrases.NO_WORKER)
            return 1
        except (BadDatabase, StoreDown) as fault:
            complain(command, phrases.no_database(str(fault)))
            return 1
    return 0


def _fitted(command: str, settings: Settings) -> Settings:
    """No more sockets than this system has open files for: one too many would fail, instead of being told to wait."""
    room = room_for_sockets()
    if room is None or room >= settings.most_sockets:
        return settings
    complain(command, phrases.few_sockets(room))
    return dataclasses.replace(settings, most_sockets=room)
