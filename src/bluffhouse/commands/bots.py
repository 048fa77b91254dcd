"""`bluffhouse bots`: think for the bots of a house, on this machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.environment import settings_for
from bluffhouse.server import logs
from bluffhouse.store import BadDatabase, StoreDown

if TYPE_CHECKING:
    from argparse import Namespace


def run(arguments: Namespace) -> int:
    settings = settings_for("bots")
    if settings is None:
        return 2
    if not settings.shared:
        complain("bots", phrases.WORKERS_SHARE)
        return 2
    from bluffhouse.server import thinkers  # noqa: PLC0415 - only a house of several machines has the queue's package

    logs.set_up(settings.log_level)
    try:
        asyncio.run(thinkers.run(settings.database, arguments.processes, lambda: say(phrases.BOTS_THINK)))
    except (BadDatabase, StoreDown) as fault:
        complain("bots", phrases.no_database(str(fault)))
        return 1
    return 0
