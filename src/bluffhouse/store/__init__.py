"""What is kept: SQLite and PostgreSQL through SQLAlchemy Core, and nobody outside sees either.

`Store.open(url)` connects and migrates; `address(path)` is the URL of a SQLite file.
"""

from bluffhouse.store.chain import Broken, beginning, check, linked
from bluffhouse.store.database import BadDatabase, address
from bluffhouse.store.jobs import Thought
from bluffhouse.store.model import (
    ENDED,
    FINISHED,
    OVER,
    PAUSED,
    PLAYING,
    RUNNING,
    WAITING,
    Answer,
    Chair,
    Finished,
    Guest,
    Invite,
    Row,
    StoreDown,
    Table,
    Taken,
)
from bluffhouse.store.store import Store

__all__ = [
    "ENDED",
    "FINISHED",
    "OVER",
    "PAUSED",
    "PLAYING",
    "RUNNING",
    "WAITING",
    "Answer",
    "BadDatabase",
    "Broken",
    "Chair",
    "Finished",
    "Guest",
    "Invite",
    "Row",
    "Store",
    "StoreDown",
    "Table",
    "Taken",
    "Thought",
    "address",
    "beginning",
    "check",
    "linked",
]
