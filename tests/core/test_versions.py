"""Rules of before are found by their version, and a record is read by those it names."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.core.record import BadRecord, read, write
from tests.games.sample import random_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.core.record import AnyGame


def test_old_rules_are_found_by_their_version(change: Callable[..., AnyGame]) -> None:
    old = games.find("vabanque")
    new = change()
    assert games.find("vabanque") is new
    assert games.find("vabanque", 2) is new
    assert games.find("vabanque", 1) is old
    assert games.is_newest(new)
    assert not games.is_newest(old)
    with pytest.raises(LookupError, match="version 3 of the rules of vabanque is not known here; the newest is 2"):
        games.find("vabanque", 3)


def test_a_record_is_read_by_the_rules_it_names(change: Callable[..., AnyGame]) -> None:
    old = games.find("vabanque")
    record = random_game(old, old.options(), 3, random.Random(1))
    text = write(record)
    assert "version" not in text, "the first version goes without saying"
    new = change()
    assert read(text.encode(), games.find).record.game is old
    newer = write(replace(record, game=new))
    assert "\nversion: 2\n" in newer
    with pytest.raises(AssertionError, match="new rules"):
        read(newer.encode(), games.find)
    with pytest.raises(BadRecord, match="line 1: version 7 of the rules"):
        read(newer.replace("version: 2", "version: 7").encode(), games.find)
    with pytest.raises(BadRecord, match=r"line \d: version is a whole number, not 'new'"):
        read(newer.replace("version: 2", "version: new").encode(), games.find)
