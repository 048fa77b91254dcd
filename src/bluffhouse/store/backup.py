"""A whole database as one file, and back: written while the house is open, from one moment's look at everything.

The file is compressed text, a line of JSON for some rows, the same for SQLite and PostgreSQL: what was saved from one
can be restored to the other. The last line says how many rows there are; a file without it is not whole.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from typing import IO, TYPE_CHECKING, Any, Final

from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from bluffhouse.store.database import BadDatabase, connect, read_address
from bluffhouse.store.migrate import migrate
from bluffhouse.store.migrations.r0005_all_rows_are_chained import chain_rows
from bluffhouse.store.schema import METADATA
from bluffhouse.store.writer import down

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Table, TextClause
    from sqlalchemy.ext.asyncio import AsyncConnection

FORMAT: Final = 1
ROWS: Final = 500  # of a line
PASSING: Final = ("workers", "pages")
"""Who works and looks on right now: worth nothing on another machine."""

TABLES: Final = tuple(table for table in METADATA.sorted_tables if table.name not in PASSING)
"""In the order in which rows may refer to each other."""


class BadBackup(ValueError):
    """The file is none of ours, damaged, or not whole; one sentence."""


async def save(url: str, path: Path) -> Mapping[str, int]:
    """Write everything that is committed now; how many rows of what. The file appears only when it is whole."""
    part = path.with_name(f"{path.name}.part")
    engines = connect(read_address(url), streams=True)
    try:
        async with engines[1].execution_options(isolation_level=_snapshot(url)).connect() as connection:
            await connection.execute(text(BEGIN[connection.dialect.name]))
            with gzip.open(part, "wt", encoding="utf-8", compresslevel=5) as file:
                counts = await _write(connection, file)
    except (SQLAlchemyError, OSError) as fault:
        part.unlink(missing_ok=True)
        raise down(fault) from fault
    finally:
        for engine in engines:
            await engine.dispose()
    part.replace(path)
    return counts


def _snapshot(url: str) -> str:
    return "REPEATABLE READ" if read_address(url).get_backend_name() == "postgresql" else "AUTOCOMMIT"


BEGIN: Final = {"sqlite": "BEGIN", "postgresql": "SET TRANSACTION READ ONLY"}
"""From the first look on everything is seen as it was then, whatever is committed meanwhile."""


async def _write(connection: AsyncConnection, file: IO[str]) -> Counter[str]:
    revision = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    file.write(json.dumps({"bluffhouse backup": FORMAT, "revision": revision}) + "\n")
    counts: Counter[str] = Counter()
    for table in TABLES:
        async with connection.stream(select(table).order_by(*table.primary_key)) as rows:
            async for some in rows.mappings().partitions(ROWS):
                file.write(json.dumps({table.name: [list(row.values()) for row in some]}) + "\n")
                counts[table.name] += len(some)
    file.write(json.dumps({"end": counts}) + "\n")
    return counts


async def restore(url: str, path: Path) -> Mapping[str, int]:
    """Fill an empty database with what was saved: all of it or nothing. BadBackup and BadDatabase say what is wrong."""
    engines = connect(read_address(url))
    try:
        async with engines[0].begin() as connection:
            await connection.run_sync(migrate)
            for table in TABLES:
                if (await connection.execute(select(func.count()).select_from(table))).scalar_one():
                    raise BadDatabase("the database is not empty, and what is there is not thrown away")
            counts = await _fill(connection, path)
            await connection.run_sync(chain_rows)  # an old backup may hold rows from before there was a chain
            await connection.execute(text("ANALYZE"))  # else a large log is read from end to end for every table
            return counts
    except (SQLAlchemyError, ConnectionError) as fault:
        raise down(fault) from fault
    finally:
        for engine in engines:
            await engine.dispose()


async def _fill(connection: AsyncConnection, path: Path) -> Counter[str]:
    known = {table.name: table for table in TABLES}
    counts: Counter[str] = Counter()
    end: dict[str, int] | None = None
    for line in _lines(path):
        if end is not None:
            raise BadBackup("something follows the end of the backup")
        for name, told in line.items():
            if name == "end":
                end = told
            elif name not in known:
                raise BadBackup("the backup holds something that this program does not know; is it of a newer one?")
            else:
                await _put(connection, known[name], told)
                counts[name] += len(told)
    if end is None or Counter(end) != counts:
        raise BadBackup("the backup is not whole")
    return counts


async def _put(connection: AsyncConnection, table: Table, told: list[list[Any]]) -> None:
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in told]
    if connection.dialect.name == "postgresql":  # where it is asked for row by row, and answers as often
        await connection.execute(_all_at_once(table.name, names), {"rows": json.dumps(rows)})
    else:
        await connection.execute(insert(table), rows)


def _all_at_once(table: str, names: list[str]) -> TextClause:
    listed = ", ".join(f'"{name}"' for name in names)
    source = f'json_populate_recordset(NULL::"{table}", CAST(:rows AS json))'
    return text(f'INSERT INTO "{table}" ({listed}) SELECT {listed} FROM {source}')  # noqa: S608 - names of our schema


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """What each line says, after the first."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            head = json.loads(file.readline() or "null")
            if not isinstance(head, dict) or head.get("bluffhouse backup") != FORMAT:
                raise BadBackup("this is no backup of a house")
            for line in file:
                yield json.loads(line)
    except (EOFError, gzip.BadGzipFile, ValueError) as fault:
        if isinstance(fault, BadBackup):
            raise
        raise BadBackup("the backup is damaged or not whole") from fault
