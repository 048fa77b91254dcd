"""The first round that somebody learns a game by: the same for everybody, played by the rules, to its settlement."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.server.lessons import BadAnswer, lesson
from tests.server.world import running

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("game", games.NAMES)
def test_a_first_round_is_played_to_its_settlement_whatever_is_answered(game: str) -> None:
    for choose in (0, -1):
        answers: list[str] = []
        while not (now := lesson(game, answers)).over:
            assert now == lesson(game, answers)
            answers.append(now.moves[choose])
        assert 3 <= len(answers) <= 20
        assert now.moves == []
        assert any(event["type"] in ("CasinoOpened", "BankRobbed") for event in now.record.steps[-1].events)
        with pytest.raises(BadAnswer, match="too many"):
            lesson(game, [*answers, answers[-1]])


def test_the_first_robbery_pays_somebody() -> None:
    for nth in range(6):
        choose = random.Random(nth).choice
        answers: list[str] = []
        while not (now := lesson("bankueberfall", answers)).over:
            answers.append(choose(now.moves))
        robbed = next(event for event in now.record.steps[-1].events if event["type"] == "BankRobbed")
        assert max(robbed["received"]) > 0


@pytest.mark.parametrize("game", games.NAMES)
def test_all_hands_are_open(game: str) -> None:
    answers: list[str] = []
    while not (now := lesson(game, answers)).over:
        answers.append(now.moves[0])
    hidden = [e for step in now.record.steps for e in step.events if e["type"] in ("CardLaid", "CardPlaced")]
    assert {event["seat"] for event in hidden} == {0, 1, 2}
    assert all(event["kind"] is not None for event in hidden)


@pytest.mark.anyio
async def test_answers_go_through_the_door_that_checks_them(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person("Ann") as ann:
        for body, status, code in (
            ({"game": "vabanque", "answers": ["chip 99"]}, 422, "answer"),
            ({"game": "vabanque", "answers": ["nonsense"]}, 422, "answer"),
            ({"game": "chess", "answers": []}, 404, "game"),
        ):
            refused = await ann.http.post("/api/lessons", json=body)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
