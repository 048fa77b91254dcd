"""The small parts of the server, each by itself."""

from __future__ import annotations

import os
import random
import signal
from typing import TYPE_CHECKING, Any

import pytest

from bluffhouse import games
from bluffhouse.bots import levels
from bluffhouse.core.game import Seat
from bluffhouse.server import security
from bluffhouse.server.botseat import OwnMinds, PoolMinds, Question, decide, pause
from bluffhouse.server.limits import Limits, Rate
from bluffhouse.server.seams import LETTERS, Ids
from bluffhouse.server.settings import BadSettings, Settings, from_environment
from tests.play.tables import played
from tests.server.world import StillClock

if TYPE_CHECKING:
    from pathlib import Path


# --- settings ---------------------------------------------------------------------------------------------------------


def test_settings_from_the_environment() -> None:
    settings = from_environment(
        {
            "BLUFFHOUSE_HOST": "0.0.0.0",  # noqa: S104 - only read
            "BLUFFHOUSE_PORT": "80",
            "BLUFFHOUSE_ORIGINS": "https://a.example, https://b.example:8443",
            "BLUFFHOUSE_DATABASE": "postgresql://db/house",
            "BLUFFHOUSE_BOT_PAUSE": "0.5-2",
            "BLUFFHOUSE_METRICS": "on",
            "HOME": "/root",
        }
    )
    assert settings.served_from() == ("https://a.example", "https://b.example:8443")
    assert settings.secure
    assert settings.metrics
    assert settings.bot_pause == (0.5, 2.0)
    assert settings.database_url() == "postgresql://db/house"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("ORIGINS", "play.example.org"),
        ("ORIGINS", "https://a.example/path"),
        ("DATABASE", "mysql://x"),
        ("BOT_PAUSE", "2-1"),
        ("LOG_LEVEL", "loud"),
        ("METRICS", "yes"),
        ("HOST", "a b"),
        ("RATE_SCALE", "0"),
        ("COLOUR", "green"),
    ],
)
def test_every_wrong_setting_is_one_sentence(name: str, text: str) -> None:
    with pytest.raises(BadSettings, match=f"BLUFFHOUSE_{name}"):
        from_environment({f"BLUFFHOUSE_{name}": text})


def test_all_faults_at_once_and_no_open_house_without_an_address() -> None:
    with pytest.raises(BadSettings) as faults:
        from_environment({"BLUFFHOUSE_PORT": "x", "BLUFFHOUSE_HOST": "0.0.0.0"})  # noqa: S104 - only read
    assert len(str(faults.value).splitlines()) == 2


def test_without_settings_this_machine_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "bluffhouse"))
    settings = Settings(port=1234)
    assert settings.served_from() == ("http://127.0.0.1:1234", "http://localhost:1234")
    assert not settings.secure
    assert settings.database_url().endswith("bluffhouse/house.db")


# --- names and tokens -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann ", "Ann"),
        ("Zoë", "Zoë"),
        ("Ann\u00a0B", "Ann B"),
        ("\uff21nn", "Ann"),
        ("李雷", "李雷"),
        ("x 🎲", "x 🎲"),
    ],
)
def test_names_are_normalised(typed: str, shown: str) -> None:
    assert security.clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "a\u202eb",
        "a\u200bb",
        "a\x00b",
        "a\x1bb",
        "a\u2066b",
        "x" * 21,
        "!!!",
        "a" + "\u0301" * 9,
        "\ud800",
        "\ue000a",
    ],
)
def test_names_that_hide_or_steer_are_refused(typed: str) -> None:
    with pytest.raises(security.BadName):
        security.clean_name(typed)


def test_names_too_alike_have_one_skeleton() -> None:
    assert security.skeleton("Pauline") == security.skeleton("раu1іnе") == security.skeleton("PAULINE")
    assert security.skeleton("Ann") != security.skeleton("Anna")


def test_ids_are_long_and_easy_to_read() -> None:
    ids = Ids()
    assert len({ids.token() for _ in range(100)}) == 100
    assert len(LETTERS) ** len(ids.token()) > 2**256
    assert len(LETTERS) ** len(ids.word()) > 2**128
    assert not set("01ilo") & set(LETTERS)
    assert len(security.hashed(ids.token())) == 64


# --- limits -----------------------------------------------------------------------------------------------------------

FEW = Rate("few", 3, 30)


def test_a_bucket_fills_evenly() -> None:
    clock = StillClock()
    limits = Limits(clock)
    assert [limits.allow(FEW, "ann") for _ in range(5)] == [True] * 3 + [False] * 2
    assert limits.allow(FEW, "bob")
    clock.jump(10)
    assert [limits.allow(FEW, "ann") for _ in range(2)] == [True, False]


def test_a_full_memory_refuses_strangers_until_somebody_is_forgotten() -> None:
    clock = StillClock()
    limits = Limits(clock, most=2)
    assert limits.allow(FEW, "ann")
    assert limits.allow(FEW, "bob")
    assert not limits.allow(FEW, "eve")
    assert limits.allow(FEW, "ann")
    clock.jump(100)
    assert limits.allow(FEW, "eve")


# --- bots -------------------------------------------------------------------------------------------------------------


def question(level: str = "heuristic", seed: int = 1) -> tuple[Any, Question]:
    game = games.find("vabanque")
    table = next(played(game, 3, seed=2))
    seat = next(Seat(seat) for seat, asked in enumerate(table.asked) if asked is not None)
    view, moves = game.view(table.state, seat), game.moves(table.state, seat)
    return game, Question("vabanque", game.version, level, view, moves, seed)


@pytest.mark.anyio
async def test_a_pool_thinks_as_the_server_itself_would_and_outlives_a_dead_worker() -> None:
    game, asked = question()
    pool = PoolMinds(1)
    try:
        expected = await OwnMinds().choose(asked)
        assert await pool.choose(asked) == expected
        assert pool._pool is not None
        for worker in pool._pool._processes.values():
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            worker.join()
        below = random.Random(1).randrange
        assert game.read(await decide(pool, game, asked, below)) in asked.moves
        assert await pool.choose(asked) == expected
    finally:
        pool.close()


class Broken:
    deferred = False

    def __init__(self, gives: Any) -> None:
        self._gives = gives

    async def choose(self, _: Question) -> Any:
        if isinstance(self._gives, Exception):
            raise self._gives
        return self._gives

    def close(self) -> None: ...


@pytest.mark.anyio
@pytest.mark.parametrize("gives", ["no move", None, RuntimeError("dizzy")])
async def test_a_bot_that_fails_still_moves(gives: Any) -> None:
    game, asked = question()
    assert game.read(await decide(Broken(gives), game, asked, random.Random(1).randrange)) in asked.moves


def test_the_pause_is_drawn_from_chance_alone() -> None:
    below = random.Random(3).randrange
    pauses = [pause((0.5, 2.0), below) for _ in range(500)]
    assert 0.5 <= min(pauses) < 0.6
    assert 1.9 < max(pauses) <= 2.0
    assert pause((0.0, 0.0), below) == 0.0


def test_levels() -> None:
    game, asked = question()
    for level in levels.LEVELS:
        assert levels.mind(level, game)(asked.view, asked.moves, random.Random(1).randrange) in asked.moves
    with pytest.raises(LookupError, match="novice, regular"):
        levels.mind("genius", game)
