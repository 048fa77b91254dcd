"""Whole games as one seat is told them, played by bots: what the tests of the page are fed with.

Run from the root of the project: .venv/bin/python web/dev/record_frames.py
"""

from __future__ import annotations

import json
import pathlib
import random
import sys
from typing import TYPE_CHECKING, Any

from bluffhouse.core.game import Seat
from bluffhouse.core.words import read_options, write_options
from bluffhouse.games import find
from bluffhouse.play import table as play
from bluffhouse.play.clock import Pace
from bluffhouse.play.lobby import Status
from bluffhouse.wire import server as wire
from bluffhouse.wire.values import values

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("Ada", "Benedetta", "Carlotta", "Donaldo", "Emil", "Fleur")
OUT = pathlib.Path(__file__).parent.parent / "tests" / "fixtures"
GAMES: tuple[tuple[str, int, int, int | None, dict[str, str]], ...] = (
    ("vabanque", 3, 3, 0, {}),
    ("vabanque", 6, 5, 0, {"edition": "2019"}),
    ("bankueberfall", 3, 4, 0, {}),
    ("bankueberfall", 2, 8, None, {}),
)
"""Name, seats, seed, whose page (None: an onlooker's) and options."""


def lobby(table: play.Table) -> wire.Lobby:
    chairs = [
        wire.Chair(seat=seat, kind="bot" if seat else "person", name=NAMES[seat], level="heuristic" if seat else None)
        for seat in range(table.seats)
    ]
    return wire.Lobby(
        table="t1",
        code="ABCDE",
        game=table.game.name,
        version=table.game.version,
        options=write_options(table.options),
        seats=table.seats,
        time=wire.TimeRule(pace=Pace.NONE, decision=0, bank=0),
        watch="invited",
        delay=0,
        chat=True,
        listed=False,
        status=Status.PLAYING,
        chairs=chairs,
        host=0,
        created=0.0,
        rematch_of=None,
        rematch=None,
    )


def told(table: play.Table, since: int, seat: Seat | None) -> dict[str, Any]:
    """What a sync and an update have in common."""
    update, value = play.update(play.forget(table), since, seat), values(table.game)
    return {
        "table": "t1",
        "seq": update.seq,
        "since": since,
        "events": [value.event(event) for event in update.events],
        "view": value.view(update.view),
        "moves": list(update.moves),
        "asked": update.asked,
        "clocks": wire.Clocks(bank=[0] * table.seats, running=[None] * table.seats),
    }


def frames(name: str, seats: int, seed: int, me: int | None, words: dict[str, str]) -> Iterator[wire.Sent]:
    game, below = find(name), random.Random(seed).randrange  # noqa: S311 - the same games every time
    seat = None if me is None else Seat(me)
    table, _ = play.deal(play.start(game, read_options(game.options, words), seats), below)
    here = wire.Presence(table="t1", seats=["here", *["bot"] * (seats - 1)], votes={}, waiting=False)
    yield wire.Sync(seat=seat, device=[], host=True, lobby=lobby(table), presence=here, **told(table, -1, seat))
    while not table.over:
        actor, since = min(game.actors(table.state)), table.seq
        move = game.heuristic(game.view(table.state, actor), game.moves(table.state, actor), below)
        made = play.submit(table, actor, table.asked[actor] or 0, game.write(move))
        if isinstance(made, play.Refusal):
            raise SystemExit(made.sentence)
        table, _ = play.deal(made[0], below)
        yield wire.Update(**told(table, since, seat))


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, seats, seed, me, words in GAMES:
        path = OUT / f"{name}-{seats}-{'onlooker' if me is None else 'seat'}.json"
        told_frames = [json.loads(wire.text(frame)) for frame in frames(name, seats, seed, me, words)]
        path.write_text(json.dumps({"game": name, "frames": told_frames}, ensure_ascii=False, separators=(",", ":")))
        sys.stdout.write(f"{path.name} {path.stat().st_size}\n")


main()
