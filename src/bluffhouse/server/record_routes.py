"""Records over plain requests: finished games of the house, games that somebody has as text, first rounds."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from bluffhouse.core.record import BadRecord
from bluffhouse.server import lessons, limits, records
from bluffhouse.server.http import HallHere, TableId, answers, limit, problem
from bluffhouse.wire import rest

router = APIRouter(prefix="/api")

NO_RECORD = "there is no finished game of that name"
TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.get("/tables/{table}/record", responses=answers(404))
async def record(
    hall: HallHere, table: TableId, seen_by: Annotated[str, Query(pattern=rest.SEEN_BY)] = "onlooker"
) -> rest.GameRecord:
    """A finished game as a seat (s0, s1 …) or an onlooker saw it, or all open."""
    finished = await hall.house.store.record(table)
    if finished is None:
        raise problem(404, "record", NO_RECORD)
    try:
        return records.seen(finished, seen_by)
    except ValueError as fault:
        raise problem(422, "seat", str(fault)) from None


@router.get("/tables/{table}/record.txt", response_class=Response, responses=answers(404) | TEXT)
async def record_text(hall: HallHere, table: TableId) -> PlainTextResponse:
    """A finished game as text, all open: what `bluffhouse replay` reads."""
    finished = await hall.house.store.record(table)
    if finished is None:
        raise problem(404, "record", NO_RECORD)
    name = f"{finished.table.game}-{finished.table.code}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(records.text(finished), headers=headers)


@router.post("/records", responses=answers())
async def read_record(request: Request, hall: HallHere, given: rest.RecordText) -> rest.GameRecord:
    """A game that somebody has as text, replayed; nothing of it is kept."""
    limit(hall, limits.RECORDS, request.client.host if request.client else "")
    try:  # in a thread: a long game takes longer than the tables should wait
        return await asyncio.to_thread(lambda: records.seen(records.from_text(given.text), given.seen_by))
    except BadRecord as fault:
        raise problem(422, "record file", str(fault)) from None
    except ValueError as fault:
        raise problem(422, "seat", str(fault)) from None


@router.post("/records/verdict", responses=answers())
async def check_record(request: Request, hall: HallHere, given: rest.RecordText) -> rest.Verdict:
    """Whether the dealer's draws of a finished game follow from what the house had bound itself to."""
    limit(hall, limits.RECORDS, request.client.host if request.client else "")
    try:
        return await asyncio.to_thread(records.verdict, given.text)
    except BadRecord as fault:
        raise problem(422, "record file", str(fault)) from None


@router.post("/lessons", responses=answers(404))
async def first_round(request: Request, hall: HallHere, given: rest.LessonAnswers) -> rest.Lesson:
    """The first round of somebody who learns a game, played on to the next question."""
    limit(hall, limits.LESSONS, request.client.host if request.client else "")
    try:
        return await asyncio.to_thread(lessons.lesson, given.game, given.answers)
    except LookupError as fault:
        raise problem(404, "game", str(fault)) from None
    except lessons.BadAnswer as fault:
        raise problem(422, "answer", str(fault)) from None
