"""`bluffhouse serve` whose challenges take no time: those of one old day, chosen by a few looks, every day.

The house starts this very module for them, so that nothing else about it is different.
"""

from __future__ import annotations

import dataclasses
import datetime
import sys
from typing import TYPE_CHECKING, Any
from unittest import mock

from bluffhouse import cli
from bluffhouse.bots import daily
from bluffhouse.sim import rollout

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame

OLD = datetime.date(2026, 3, 14)
LESS: dict[str, Any] = {"BOT": "heuristic", "LOOKED_AT": 6, "TRIES": 400, "GUESSES": 40}


def old_challenge(game: AnyGame, day: datetime.date) -> daily.Challenge:
    with mock.patch.multiple(daily, **LESS), mock.patch.object(rollout, "can_be_fast", lambda: False):
        return dataclasses.replace(found(game, OLD), day=day)


found = daily.challenge

if __name__ == "__main__":
    with (
        mock.patch.object(daily, "challenge", old_challenge),
        mock.patch("bluffhouse.server.arithmetic.COMMAND", ("-m", "tests.e2e.hurried")),
    ):
        sys.exit(cli.main())
