"""How the house is: asked by whoever watches over it, not by players.

Routes hold on to nothing: FastAPI remembers their functions for as long as the process lives, and all that they hold.
"""

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from bluffhouse.server.http import HallHere
from bluffhouse.store import StoreDown
from bluffhouse.wire import rest

router = APIRouter()


@router.get("/health")
async def health() -> rest.Health:
    """The process answers."""
    return rest.Health(status="ok")


@router.get("/ready", responses={503: {"model": rest.Health}})
async def ready(hall: HallHere, request: Request, response: Response) -> rest.Health:
    """Tables are loaded and the store answers."""
    up: bool = request.app.state.ready
    try:
        await hall.house.store.ping()
    except StoreDown:
        up = False
    response.status_code = 200 if up else 503
    return rest.Health(status="ok" if up else "not ready")


@router.get("/metrics", include_in_schema=False)
async def metrics(hall: HallHere) -> Response:
    if not hall.house.settings.metrics:
        raise HTTPException(404)
    hall.house.metrics.commits.set(hall.house.store.commits)
    return Response(hall.house.metrics.text(), media_type="text/plain; version=0.0.4")
