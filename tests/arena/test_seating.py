"""Who sits where: every chair in turn, everybody as often, the same luck for the rotations of a deal."""

from collections import Counter

import pytest

from bluffhouse.arena.seating import fixtures


@pytest.mark.parametrize("bots", [["a", "b", "c", "d"], ["a", "b"], ["a", "b", "b", "b"]])
def test_everybody_sits_in_every_chair_as_often(bots: list[str]) -> None:
    planned = list(fixtures(bots, 4, 40, seed=1))
    for seat in range(4):
        sat = Counter(fixture.bots[seat] for fixture in planned)
        filled = [bots[chair % len(bots)] for chair in range(4)]
        assert sat == {bot: 10 * filled.count(bot) for bot in bots}


def test_of_many_bots_all_play_about_as_often_and_none_twice_at_a_table() -> None:
    bots = list("abcdefg")
    planned = list(fixtures(bots, 4, 400, seed=3))
    played = Counter(bot for fixture in planned for bot in fixture.bots)
    assert max(played.values()) - min(played.values()) <= 4
    assert all(len(set(fixture.bots)) == 4 for fixture in planned)
    assert len({frozenset(fixture.bots) for fixture in planned}) > 10


def test_a_deal_is_one_table_in_all_rotations() -> None:
    planned = list(fixtures(list("abcdef"), 3, 9, seed=5))
    assert [fixture.deal for fixture in planned] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    for deal in range(3):
        tables = [fixture.bots for fixture in planned if fixture.deal == deal]
        assert len({frozenset(table) for table in tables}) == 1
        assert all({table[seat] for table in tables} == set(tables[0]) for seat in range(3))
