"""Each row of a log carries a digest of itself and of all before it: a byte that changed on the disk is noticed."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.store.model import Row, Table


class Broken(ValueError):
    """A row is not the one that was written."""


def beginning(table: Table) -> str:
    """Where a table's chain begins: with what is played there, which changes no more either."""
    facts = [table.id, table.game, table.version, sorted(table.options.items()), table.seats, table.time]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def link(before: str, row: Row) -> str:
    told = f"{before}\n{row.seq} {row.actor} {row.elapsed} {row.fence} {row.at!r}\n{row.move}\n{row.by}\n{row.key}"
    return hashlib.sha256(told.encode()).hexdigest()


def linked(before: str, rows: Iterable[Row]) -> list[Row]:
    """The rows, each with its digest."""
    found = []
    for row in rows:
        before = link(before, row)
        found.append(dataclasses.replace(row, chain=before))
    return found


def check(before: str, rows: Sequence[Row]) -> str:
    """The last digest of these rows; Broken names the first that was changed."""
    for row in rows:
        expected = link(before, row)
        if row.chain != expected:
            raise Broken(f"row {row.seq} is not the one that was written")
        before = expected
    return before
