"""When a bot's move is shown does not tell how long it thought: on a clock that stands, with thoughts that take time.

The twin worlds compare the moments of all frames, but their bots know at once what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.server.seams import until
from bluffhouse.server.thinking import GRID, OPENING
from tests.server.rooms import Ear, inn
from tests.server.world import StillClock

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.server.botseat import Question

pytestmark = pytest.mark.anyio

PAUSE = (0.6, 1.8)


class Slow:
    """Bots that think so long, of the game's time, and then take the first move."""

    deferred = False

    def __init__(self, clock: StillClock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds

    async def choose(self, question: Question) -> Any:
        await until(self._clock, self._clock.now() + self._seconds)
        return question.moves[0]

    def close(self) -> None:
        """Nothing was started."""


class Stopwatch(Ear):
    def send(self, text: str) -> None:
        super().send(text)
        self.told[-1]["moment"] = round(self.room.house.clock.now(), 6)


async def moments(folder: Path, seconds: float) -> list[float]:
    """When each move of bots is shown to somebody who watches, in the first minute of a game."""
    clock = StillClock()
    folder.mkdir()
    async with inn(folder, clock=clock, seed=3, minds=Slow(clock, seconds), bot_pause=PAUSE) as here:
        room = await here.seat(["ann", None, None], start=False)
        watch = Stopwatch(room, "eve")
        ann = Ear(room, "ann")
        for ear in (watch, ann):
            await ear.open()
        await room.mailbox.ask(room.do_start)
        await here.calm()
        for _ in range(40):
            if ann.last("update", "sync")["moves"]:
                await ann.move()
            await here.pass_time(1.5)
        return [frame["moment"] for frame in watch.told if frame["type"] == "update"]


async def test_a_thought_shorter_than_the_pause_is_not_seen(tmp_path: Path) -> None:
    quick = await moments(tmp_path / "quick", 0.0)
    assert len(quick) > 20
    assert await moments(tmp_path / "slow", OPENING[0] - 0.01) == quick


async def test_a_longer_one_is_seen_by_whole_steps_only(tmp_path: Path) -> None:
    """Thoughts that end between the same two steps are the same to everybody."""
    quick = await moments(tmp_path / "quick", 0.0)
    for number, thought in enumerate((2.1, 2.4)):
        late = await moments(tmp_path / f"late{number}", thought)
        steps = next(one - other for one, other in zip(late, quick, strict=False) if one != other) / GRID
        assert steps > 0
        assert steps == pytest.approx(round(steps))
