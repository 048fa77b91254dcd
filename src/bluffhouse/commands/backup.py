"""`bluffhouse backup` and `bluffhouse restore`: the whole house as one file, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.environment import settings_for
from bluffhouse.store import BadDatabase, StoreDown
from bluffhouse.store.backup import BadBackup, restore, save

if TYPE_CHECKING:
    from argparse import Namespace


def run(arguments: Namespace) -> int:
    path, settings = Path(arguments.file), settings_for(arguments.word)
    if settings is None:
        return 2
    url = settings.database_url()
    try:
        if arguments.back:
            say(phrases.restored(path.name, asyncio.run(restore(url, path))))
        elif path.exists():
            complain(arguments.word, phrases.there_already(path.name))
            return 2
        else:
            say(phrases.saved(path.name, asyncio.run(save(url, path))))
    except (BadBackup, BadDatabase) as fault:
        complain(arguments.word, str(fault))
        return 2
    except StoreDown as fault:
        complain(arguments.word, phrases.no_database(str(fault)))
        return 1
    return 0
