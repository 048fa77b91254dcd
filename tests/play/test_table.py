"""A table in progress: what is asked, what is refused, what each seat is told."""

from __future__ import annotations

import dataclasses
import random
from itertools import pairwise

import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.play import table as play
from tests.play.tables import decide, played

GAMES = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]


@dataclasses.dataclass(frozen=True)
class Row:
    seq: int
    actor: int
    move: str


def logged(table: play.Table, seed: int) -> tuple[play.Table, list[Row]]:
    """A game to its end with its log."""
    chance = random.Random(seed)
    rows: list[Row] = []

    def keep(entry: play.Entry) -> None:
        rows.append(Row(entry.seq, entry.actor, entry.move))

    table, dealt = play.deal(table, chance.randrange)
    for entry in dealt:
        keep(entry)
    while not table.over:
        seat = Seat(next(seat for seat, asked in enumerate(table.asked) if asked is not None))
        asked = table.asked[seat]
        assert asked is not None
        made = play.submit(table, seat, asked, chance.choice(play.moves(table, seat)))
        assert not isinstance(made, play.Refusal)
        table, entry = made
        keep(entry)
        table, dealt = play.deal(table, chance.randrange)
        for entry in dealt:
            keep(entry)
    return table, rows


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_replaying_the_log_gives_the_table(name: str, seats: int) -> None:
    game = games.find(name)
    fresh = play.start(game, game.options(), seats)
    table, rows = logged(fresh, seed=seats)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert play.replay(fresh, rows) == table
    half = play.replay(fresh, rows[: len(rows) // 2])
    assert play.replay(half, rows[len(rows) // 2 :]) == table


@pytest.mark.parametrize("name", games.NAMES)
def test_a_damaged_log_is_refused(name: str) -> None:
    game = games.find(name)
    fresh = play.start(game, game.options(), game.seats[0])
    _, rows = logged(fresh, seed=1)
    with pytest.raises(play.Damaged):
        play.replay(fresh, rows[1:])
    with pytest.raises(play.Damaged):
        play.replay(fresh, [*rows[:5], Row(6, 0, "nonsense")])
    with pytest.raises(play.Damaged):
        play.replay(fresh, [*rows[:5], Row(6, DEALER, rows[5].move), Row(7, DEALER, rows[0].move)])


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_question_is_open_exactly_for_those_who_decide(name: str, seats: int) -> None:
    game = games.find(name)
    for before, after in pairwise(played(game, seats, seed=seats)):
        deciding = game.actors(after.state)
        assert {seat for seat, asked in enumerate(after.asked) if asked is not None} == deciding
        for seat, asked in enumerate(after.asked):
            if asked is not None and asked != before.asked[seat]:
                assert before.seq < asked <= after.seq


def test_sealed_bids_do_not_change_the_others_questions() -> None:
    game = games.find("bankueberfall")
    chance = random.Random(4)
    for table in played(game, 4, seed=4):
        if sum(asked is not None for asked in table.asked) == 4:
            break
    else:
        raise AssertionError("nobody robbed a bank")
    asked = table.asked
    for _ in range(3):
        table = decide(table, chance)
        still = [seat for seat in range(4) if table.asked[seat] is not None]
        assert all(table.asked[seat] == asked[seat] for seat in still)


def test_refusals() -> None:
    game = games.find("vabanque")
    below = random.Random(2).randrange
    table, _ = play.deal(play.start(game, game.options(), 3), below)
    (seat,) = (Seat(seat) for seat, asked in enumerate(table.asked) if asked is not None)
    other = Seat((seat + 1) % 3)
    asked = table.asked[seat]
    assert asked is not None

    def refused(who: Seat, question: int, text: str) -> str:
        made = play.submit(table, who, question, text)
        assert isinstance(made, play.Refusal)
        assert made.sentence
        return made.rule

    assert refused(Seat(9), asked, "stand 0") == "seat"
    assert refused(seat, asked, "jump") == "notation"
    assert refused(seat, asked + 1, "stand 0") == "question"
    assert refused(other, asked, "stand 0") == "V7"
    assert refused(seat, asked, "stand 99") == "V1"
    assert refused(seat, asked, "chip 0") == "V7"


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_table_that_forgot_shows_the_same_view_without_its_story(name: str, seats: int) -> None:
    game = games.find(name)
    for table in played(game, seats, seed=seats + 10):
        for seat in (None, *map(Seat, range(seats))):
            whole = game.view(table.state, seat)
            assert game.view(play.forget(table).state, seat) == dataclasses.replace(whole, story=())


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_updates_add_up_to_all_that_was_told(name: str, seats: int) -> None:
    game = games.find(name)
    for seat in (None, Seat(0), Seat(seats - 1)):
        tables = list(played(game, seats, seed=seats))
        told = list(play.told(tables[0], play.EVERYTHING, seat))
        for before, after in pairwise(tables):
            update = play.update(play.forget(after), before.seq, seat)
            told += update.events
            assert (update.since, update.seq) == (before.seq, after.seq)
        assert tuple(told) == play.told(tables[-1], play.EVERYTHING, seat)


def test_events_of_the_set_up_are_told_first() -> None:
    """In the edition of 2019 the host may name the first player: nobody moves, and yet something happened."""
    game = games.find("vabanque")
    table = play.start(game, game.variants[2], 4)
    assert table.seq == 0
    assert len(play.told(table, play.EVERYTHING, None)) == 3
    assert play.told(table, 0, None) == ()


def test_an_onlooker_chooses_nothing() -> None:
    game = games.find("vabanque")
    table = next(played(game, 3, seed=1))
    assert play.moves(table, None) == ()
    assert play.update(table, 0, None).asked is None
