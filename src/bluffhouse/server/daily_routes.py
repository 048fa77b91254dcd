"""The daily challenge over plain requests: for anybody, without an account; nothing of the answers is kept here."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from bluffhouse import games
from bluffhouse.bots.daily import NAMES
from bluffhouse.server.arithmetic import Failed
from bluffhouse.server.dailies import BadMove, Dailies, NoDay, TooMany
from bluffhouse.server.http import answers, problem
from bluffhouse.wire import daily as wire

router = APIRouter(prefix="/api")


def _dailies(request: Request) -> Dailies:
    dailies: Dailies = request.app.state.dailies
    return dailies


DailiesHere = Annotated[Dailies, Depends(_dailies)]


def _with_challenge(game: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]) -> str:
    if game not in NAMES:
        known = game in games.NAMES
        raise problem(404, "no challenge", "this game has no challenge yet" if known else "there is no such game here")
    return game


GameHere = Annotated[str, Depends(_with_challenge)]


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except NoDay as fault:
        raise problem(404, "day", str(fault)) from None
    except BadMove as fault:
        raise problem(422, "answer", str(fault)) from None
    except TooMany:
        raise problem(429, "rate", "many challenges are being prepared just now; try again in a few minutes") from None
    except Failed:
        raise problem(503, "daily", "this challenge could not be prepared; try again later") from None


@router.get("/daily", responses=answers())
async def challenge_days(dailies: DailiesHere) -> wire.DailyDays:
    """What can be asked for: a week of days, and the games that have challenges."""
    return wire.DailyDays(days=dailies.days(), games=list(NAMES))


@router.get("/daily/{game}", responses=answers(404))
async def pose_challenge(
    dailies: DailiesHere, game: GameHere, day: Annotated[wire.Day | None, Query()] = None
) -> wire.DailyChallenge:
    """Today's decision, or that of one of the six days before, through the eyes of the seat that has to decide."""
    with _explained():
        return (await dailies.posed(game, day)).question


@router.post("/daily/{game}", responses=answers(404))
async def judge_answer(dailies: DailiesHere, game: GameHere, given: wire.DailyAnswer) -> wire.DailyVerdict:
    """How good a move is against all others, by what that seat could know."""
    with _explained():
        return await dailies.judged(game, given)
