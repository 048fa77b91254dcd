"""Chance that can be checked: the same for the same moves, even, bound to what was promised."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.record import Record, read, write
from bluffhouse.play import fair
from bluffhouse.play.table import Entry, deal, moves, start, submit

if TYPE_CHECKING:
    from collections.abc import Callable

SEAL = fair.Seal("table", "salt", "seed", ("", "mine", "yours"))


def play(name: str, seed: int, seal: fair.Seal = SEAL) -> Record:
    """A game of three whose people move at random and whose dealer is fair."""
    game = games.find(name)
    chance = random.Random(seed)
    table, made = start(game, game.options(), 3), list[Entry]()
    while not table.over:
        table, dealt = deal(table, fair.below(seal, table.trail))
        made += dealt
        asked = [(seat, question) for seat, question in enumerate(table.asked) if question is not None]
        if asked:
            seat, question = chance.choice(asked)
            step = submit(table, Seat(seat), question, chance.choice(moves(table, Seat(seat))))
            assert isinstance(step, tuple)
            table, entry = step
            made.append(entry)
    told = tuple((entry.actor, game.read(entry.move)) for entry in made)
    return Record(game, 3, table.options, told, fair.proof(seal))


@pytest.mark.parametrize("name", games.NAMES)
def test_a_finished_game_is_drawn_again(name: str) -> None:
    for seed in range(3):
        record = play(name, seed)
        dealt = sum(actor == DEALER for actor, _ in record.moves)
        assert fair.verify(record) == dealt > 0
        assert fair.verify(read(write(record).encode(), games.find).record, record.proof["commitment"]) == dealt


def other_seed(record: Record) -> Record:
    return dataclasses.replace(record, proof={**record.proof, "seed": "another"})


def other_seed_and_commitment(record: Record) -> Record:
    """The house opens a seed that it likes better now."""
    told = {**record.proof, "seed": "another", "commitment": fair.commitment(record.proof["salt"], "another")}
    return dataclasses.replace(record, proof=told)


def other_word(record: Record) -> Record:
    return dataclasses.replace(record, proof={**record.proof, "s1": "not mine"})


def other_table(record: Record) -> Record:
    return dataclasses.replace(record, proof={**record.proof, "table": "elsewhere"})


def no_seed(record: Record) -> Record:
    return dataclasses.replace(record, proof={key: value for key, value in record.proof.items() if key != "seed"})


@pytest.mark.parametrize(
    ("cheat", "sentence"),
    [
        (other_seed, "not the one that the house bound itself to"),
        (other_seed_and_commitment, "fairly drawn is"),
        (other_word, "fairly drawn is"),
        (other_table, "fairly drawn is"),
        (no_seed, "fair-seed"),
    ],
)
def test_who_cheats_is_found(cheat: Callable[[Record], Record], sentence: str) -> None:
    with pytest.raises(fair.Unfair, match=sentence):
        fair.verify(cheat(play("bankueberfall", 1)))


def test_a_card_that_was_swapped_is_found_wherever_it_is() -> None:
    """Two of the dealer's draws exchanged: legal, and not what chance said."""
    record = play("bankueberfall", 2)
    draws = [number for number, (actor, _) in enumerate(record.moves) if actor == DEALER]
    found = 0
    for number in draws[1:6]:
        for move in record.game.moves(_before(record, number), DEALER):
            if move != record.moves[number][1]:
                swapped = (*record.moves[:number], (DEALER, move))
                with pytest.raises(fair.Unfair, match=f"move {number + 1} "):
                    fair.verify(dataclasses.replace(record, moves=swapped))
                found += 1
                break
    assert found == 5


def _before(record: Record, number: int) -> object:
    game = record.game
    state = game.setup(record.options, record.seats)
    for actor, move in record.moves[:number]:
        state = game.apply(state, actor, move).state
    return state


def test_another_promise_than_the_one_that_was_given() -> None:
    record = play("vabanque", 1)
    with pytest.raises(fair.Unfair, match="another commitment"):
        fair.verify(record, "0" * 64)


def test_draws_depend_on_everything_and_on_nothing_else() -> None:
    def some(seal: fair.Seal, trail: str) -> list[int]:
        below = fair.below(seal, trail)
        return [below(1 << 60) for _ in range(4)]

    same = some(SEAL, "trail")
    assert some(SEAL, "trail") == same
    assert len(set(same)) == 4
    for seal in (
        dataclasses.replace(SEAL, seed="other"),
        dataclasses.replace(SEAL, table="other"),
        dataclasses.replace(SEAL, words=("", "mine", "other")),
        dataclasses.replace(SEAL, words=("mine", "", "yours")),
    ):
        assert not set(some(seal, "trail")) & set(same)
    assert not set(some(SEAL, "other")) & set(same)
    assert some(dataclasses.replace(SEAL, salt="other"), "trail") == same, "the salt only hides the seed"
    assert "seed" not in repr(SEAL)


def test_every_number_is_as_likely() -> None:
    """Chi-square over a count that does not divide a power of two; p is outside [0.001, 0.999] once in 500 runs, and
    this run is always the same."""
    below, counts = fair.below(SEAL, ""), Counter[int]()
    for _ in range(20_000):
        counts[below(10)] += 1
    assert 1.15 < sum((counts[number] - 2000) ** 2 / 2000 for number in range(10)) < 27.88
    assert {below(1) for _ in range(5)} == {0}
    assert max(below(1 << 600) for _ in range(50)) > 1 << 590
