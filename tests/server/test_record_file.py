"""A record that somebody has as a file: replayed as anybody saw it, refused with the line, kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse.server.limits import RECORDS
from tests.server.world import chooser, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.world import Person

pytestmark = pytest.mark.anyio

BEGUN = "game: vabanque\nseats: 3\n---\ndealer first s0\ns0 stand 1\ns0 chip 1\n"


async def read(person: Person, text: str, **how: Any) -> tuple[int, Any]:
    answer = await person.http.post("/api/records", json={"text": text, **how})
    return answer.status_code, answer.json()


async def test_a_finished_game_is_the_same_from_its_file(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        await ann.create("vabanque", 3, bots="novice")
        await ann.start()
        async with ann.page() as page:
            await page.play(chooser(4))
        at = f"/api/tables/{ann.table}/record"
        text = (await ann.http.get(f"{at}.txt")).text
        for seen_by in ("open", "onlooker", "s1"):
            _, replayed = await read(ann, text, seen_by=seen_by)
            kept = await ann.get(f"{at}?seen_by={seen_by}")
            for part in ("opening", "view", "wealth", "winners", "seen_by"):
                assert replayed[part] == kept[part]
            assert [step["events"] for step in replayed["steps"]] == [step["events"] for step in kept["steps"]]
            assert replayed["lobby"]["status"] == "over"
            assert {chair["name"] for chair in replayed["lobby"]["chairs"]} == {""}


async def test_a_game_that_was_not_finished_is_replayed_as_far_as_it_went(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        status, replayed = await read(ann, BEGUN)
        assert (status, len(replayed["steps"]), replayed["lobby"]["status"]) == (200, 3, "ended")
        assert await ann.get("/api/tables/mine") == {"tables": []}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("nothing of the kind", 1),
        ("game: chess\nseats: 2\n---\n", 1),
        ("game: vabanque\nseats: 9\n---\n", 2),
        (BEGUN + "s1 chip 99\n", 7),
        (BEGUN + "\x00\n", 7),
    ],
)
async def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        status, problem = await read(ann, text)
        assert (status, problem["code"]) == (422, "record file")
        assert problem["sentence"].startswith(f"line {line}: ")


async def test_a_seat_that_nobody_had_saw_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        assert (await read(ann, BEGUN, seen_by="s7"))[1]["code"] == "seat"
        assert (await read(ann, BEGUN, seen_by="everybody"))[0] == 422


async def test_size_and_number_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, rate_scale=1.0) as server, server.person("Ann") as ann:
        assert (await read(ann, BEGUN + " " * 17_000))[0] == 413
        statuses = [(await read(ann, BEGUN))[0] for _ in range(int(RECORDS.times) + 1)]
        assert statuses == [200] * int(RECORDS.times) + [429]
