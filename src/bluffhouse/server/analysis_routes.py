"""Looking games over, and hints for whoever practises against bots."""

import asyncio
from collections import OrderedDict
from typing import Final

from fastapi import APIRouter

from bluffhouse import games
from bluffhouse.bots.hints import Hint, hint
from bluffhouse.core.game import Seat
from bluffhouse.core.record import AnyGame
from bluffhouse.games import is_newest
from bluffhouse.play.lobby import Status
from bluffhouse.server import limits, records
from bluffhouse.server.arithmetic import Failed, computed
from bluffhouse.server.botseat import SEED
from bluffhouse.server.http import HallHere, RoomHere, SignedIn, TableId, answers, problem
from bluffhouse.wire import analysis as wire

router = APIRouter(prefix="/api")

KEPT: Final = 64

_found: OrderedDict[str, wire.Analysis] = OrderedDict()
"""The last ones asked for: a finished game does not change."""


@router.get("/tables/{table}/analysis", responses=answers(404, 409))
async def look_over(hall: HallHere, table: TableId) -> wire.Analysis:
    """A finished game: everybody's chances after every move, what choices cost, what decided it."""
    finished = await hall.house.store.record(table)
    if finished is None:
        raise problem(404, "record", "there is no finished game of that name")
    if not is_newest(games.find(finished.table.game, finished.table.version)):
        raise problem(409, "analysis", "this game was played by older rules and cannot be looked over any more")
    if table not in _found:
        if not hall.house.limits.allow(limits.ANALYSES, ""):
            raise problem(429, "rate", "many games are being looked over just now; try again in a few minutes")
        _keep(table, await _analysed(records.text(finished)))
    return _found[table]


def _keep(table: str, analysis: wire.Analysis) -> None:
    _found[table] = analysis
    while len(_found) > KEPT:
        _found.popitem(last=False)


async def _analysed(record: str) -> wire.Analysis:
    try:
        return wire.Analysis.model_validate(await computed("analyse", "-", "--json", given=record))
    except (Failed, ValueError):
        raise problem(503, "analysis", "this game could not be looked over; try again later") from None


@router.post("/tables/{table}/hint", responses=answers(401, 404, 409))
async def advise(room: RoomHere, guest: SignedIn, hall: HallHere) -> wire.Hint:
    """The best moves as far as the asking seat can know; only against bots, for people would be cheated."""
    if not hall.house.limits.allow(limits.HINTS, guest.id):
        raise problem(429, "rate", "that is enough for now; try again in a few minutes")
    seat = room.seat_of(guest.id)
    if seat is None or any(chair.bot is None for chair in room.chairs if chair.seat != seat):
        raise problem(409, "hint", "hints are for games against bots only")
    table = room.table
    if room.status is not Status.PLAYING or table is None or table.asked[seat] is None:
        raise problem(409, "hint", "there is nothing for you to decide just now")
    game = table.game
    if not is_newest(game):
        raise problem(409, "hint", "this game is played by older rules, of which hints know nothing")
    view, moves = game.view(table.state, Seat(seat)), game.moves(table.state, Seat(seat))
    return _told(game, await asyncio.to_thread(hint, game.name, view, moves, hall.house.below(SEED)))


def _told(game: AnyGame, found: Hint) -> wire.Hint:
    best = [wire.Worth(move=game.write(one.move), share=one.share, within=one.within) for one in found.best]
    dangers = [wire.Danger(kind=one.kind, unseen=one.unseen, chance=one.chance) for one in found.dangers]
    return wire.Hint(best=best, dangers=dangers)
