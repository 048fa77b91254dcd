"""G9: the server is killed at every disk sync and around every write to a socket; nothing is lost, nothing doubled.

A nightly run sweeps all points (FAULTS_SENDS=all, FAULTS_SYNCS=all) in parts, so that several processes share them.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from tests.faults.crash import Evening, Story, differences
from tests.faults.scene import Scene, count
from tests.faults.victim import Send, Sync, strace_works

if TYPE_CHECKING:
    from pathlib import Path

PARTS = count("PARTS", 1)
pytestmark = [pytest.mark.anyio, *([pytest.mark.xdist_group("crash")] if PARTS == 1 else [])]
"""A few points are all tried in one process, which then plays the undisturbed games once."""
GAMES = os.environ.get("FAULTS_CRASH", "bankueberfall-2 vabanque-3").split()

calm_stories: dict[Scene, Story] = {}


@pytest.fixture(params=GAMES)
def scene(request: pytest.FixtureRequest) -> Scene:
    game, seats = request.param.split("-")
    return Scene(game, int(seats), born=time.time() // 86_400 * 86_400)


@pytest.fixture
async def calm(scene: Scene, tmp_path: Path) -> Story:
    """The same game undisturbed."""
    if scene not in calm_stories:
        calm_stories[scene] = await tried(scene, tmp_path / "calm")
        assert calm_stories[scene].crashes == 0
    return calm_stories[scene]


async def tried(scene: Scene, folder: Path, *points: Send | Sync) -> Story:
    folder.mkdir()
    try:
        await scene.prepare(folder)
        return await Evening(scene, folder).play(*points)
    finally:
        shutil.rmtree(folder)


def check(story: Story, calm: Story) -> None:
    assert differences(story, calm) == []


@pytest.mark.parametrize("part", range(PARTS))
async def test_killed_around_a_write_to_a_socket(scene: Scene, calm: Story, part: int, tmp_path: Path) -> None:
    points = [Send(number, side) for number in range(1, calm.sends + 1) for side in ("before", "after")]
    if os.environ.get("FAULTS_SENDS") == "all":
        mine = points[part::PARTS]
    else:
        mine = random.Random(f"{scene.seats} {part}").sample(points, count("SENDS", 1))
    for number, point in enumerate(mine):
        story = await tried(scene, tmp_path / f"{number}", point)
        assert story.crashes == 1, f"{point} was not reached"
        check(story, calm)
    print(f"{scene.game} {scene.seats}: {len(mine)} of {len(points)} points around writes to sockets")


async def test_killed_twice(scene: Scene, calm: Story, tmp_path: Path) -> None:
    """Once in the game and once soon after it was taken up again."""
    chance = random.Random(scene.seats)
    for number in range(count("TWICE", 1)):
        first = Send(chance.randrange(20, calm.sends * 3 // 4), "after")
        story = await tried(scene, tmp_path / f"{number}", first, Send(chance.randrange(4, 30), "before"))
        assert story.crashes == 2
        check(story, calm)


@pytest.mark.skipif(not strace_works(), reason="there is no strace here, or it may not kill")
@pytest.mark.parametrize("part", range(PARTS))
async def test_killed_at_a_disk_sync(scene: Scene, calm: Story, part: int, tmp_path: Path) -> None:
    """A sync for every move and a few for the start: a whole game without a kill means that all were swept."""
    moves = len(calm.acknowledged)
    everything = os.environ.get("FAULTS_SYNCS") == "all"
    chance = random.Random(f"{scene.seats} {part}")
    points = range(1 + part, 3 * moves, PARTS) if everything else chance.sample(range(4, moves), count("SYNCS", 1))
    killed = 0
    for number in points:
        story = await tried(scene, tmp_path / f"{number}", Sync(number))
        check(story, calm)
        killed += story.crashes
        if not story.crashes:
            assert everything
            assert number > moves
            break
    print(f"{scene.game} {scene.seats}: killed at {killed} disk syncs")
