"""Machines that play whole games with illegal moves thrown in, and the notation on all they meet."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bluffhouse import games
from bluffhouse.core.game import DEALER, Illegal, Seat, draw, step
from bluffhouse.core.record import read_move, write_move
from tests.games.sample import LONGEST, TIMES, cells, companion, random_game
from tests.games.worlds import RUBBISH, spoilt

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame

every_game = pytest.mark.parametrize("name", games.NAMES)
usual = settings(
    deadline=None,
    database=None,
    derandomize=TIMES == 1,  # a long run looks for new cases, the usual one is the same every time
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def rules_of(name: str) -> set[str]:
    """The numbers of the rules in a game's RULES.md."""
    page = Path(games.__file__).parent / name / "RULES.md"
    return set(re.findall(r"\b[A-Z]\d+\b", page.read_text()))


@functools.cache
def some_moves(name: str) -> list[Any]:
    """Every move of one random game for each way to play it, each once."""
    found: dict[Any, None] = {}
    for cell in cells(name):
        record = random_game(cell.game, cell.options, cell.seats, cell.rng)
        found |= dict.fromkeys(move for _, move in record.moves)
    return list(found)


@functools.cache
def texts(name: str) -> st.SearchStrategy[str]:
    """Lines with a word changed for one that looks like it, lines of any such words, and any text."""
    game = games.find(name)
    lines = {game.write(move) for move in some_moves(name)}
    known = {word for line in lines for word in line.split(" ")}
    wrong = ["", "00", "07", "+3", "-1", "1_0", "٣", "²", "3.0", "s-1", "s01", "S1", "9999", "10000"]
    one_a_verb = {line.partition(" ")[0]: line for line in sorted(lines)}
    changed = st.builds(_changed, st.sampled_from(list(one_a_verb.values())), st.integers(0, 3), st.sampled_from(wrong))
    of_words = st.lists(st.sampled_from([*sorted(known), *wrong]), min_size=1, max_size=4).map(" ".join)
    return changed | of_words | st.text(max_size=20)


def _changed(line: str, place: int, word: str) -> str:
    words = line.split(" ")
    words[place % len(words)] = word
    return " ".join(words)


class Machine(RuleBasedStateMachine):
    """A table at which anybody may try anything at any time."""

    game: AnyGame
    state: Any
    numbers: set[str]
    strangers: list[Any]
    """Moves of all games, spoilt ones and rubbish: hardly ever legal."""

    @initialize(place=st.integers(0, 99))
    def sit_down(self, place: int) -> None:
        tables = cells(self.game.name)
        self.cell = tables[place % len(tables)]
        self.state = self.game.setup(self.cell.options, self.cell.seats)

    def actor(self, place: int) -> Seat:
        actors = sorted(self.game.actors(self.state))
        return actors[place % len(actors)]

    def everybody(self) -> list[Seat]:
        return [Seat(seat) for seat in (*range(self.cell.seats), DEALER, 99, -7)]

    def make(self, actor: Seat, move: Any) -> None:
        line = write_move(self.game, actor, move)
        assert read_move(self.game, line) == (actor, move), f"{line!r} is read as another move"
        before = hash(self.state)
        made = step(self.game, self.state, actor, move)
        assert hash(self.state) == before, "a move has changed the state it was made in"
        self.state = made.state
        companion(self.game.name, "invariants").invariants(self.state)

    @precondition(lambda self: self.game.actors(self.state))
    @rule(who=st.integers(0, 9), what=st.integers(0, 999))
    def play(self, who: int, what: int) -> None:
        actor = self.actor(who)
        moves = self.game.moves(self.state, actor)
        self.make(actor, moves[what % len(moves)])

    @precondition(lambda self: self.game.actors(self.state))
    @rule(length=st.integers(2, 40), seed=st.integers(0, 2**32))
    def play_on(self, length: int, seed: int) -> None:
        """A stretch at once: else no game gets past its first round."""
        rng = random.Random(seed)
        for _ in range(length):
            if not self.game.actors(self.state):
                break
            actor = self.actor(rng.randrange(9))
            if actor == DEALER:
                self.make(actor, draw(self.game, self.state, rng.randrange))
            else:
                self.make(actor, rng.choice(self.game.moves(self.state, actor)))

    @rule(who=st.integers(0, 99), what=st.integers(0, 9999))
    def try_anything(self, who: int, what: int) -> None:
        """Any move of any game, by anybody at any time."""
        actor = self.everybody()[who % len(self.everybody())]
        self.refused(actor, self.strangers[what % len(self.strangers)])

    @precondition(lambda self: self.game.actors(self.state))
    @rule(who=st.integers(0, 99), what=st.integers(0, 9999))
    def try_anothers_move(self, who: int, what: int) -> None:
        """What is legal for one is not for the others."""
        moves = self.game.moves(self.state, self.actor(who))
        for actor in self.everybody():
            if actor not in self.game.actors(self.state):
                self.refused(actor, moves[what % len(moves)])

    @precondition(lambda self: self.game.actors(self.state))
    @rule(who=st.integers(0, 9), what=st.integers(0, 9999))
    def try_out_of_range(self, who: int, what: int) -> None:
        actor = self.actor(who)
        moves = self.game.moves(self.state, actor)
        for wrong in spoilt(moves[what % len(moves)]):
            self.refused(actor, wrong)

    def refused(self, actor: Seat, move: Any) -> None:
        """Unless it happens to be legal, a move is refused by a rule that exists, and nothing has happened."""
        if move in self.game.moves(self.state, actor):
            return
        before, told = self.state, hash(self.state)
        with pytest.raises(Illegal) as refusal:
            step(self.game, self.state, actor, move)
        assert self.state is before and hash(self.state) == told, "a refused move has changed the state"
        assert refusal.value.rule in self.numbers, f"{refusal.value.rule} is no rule of {self.game.name}"
        assert re.fullmatch(r"[VB]\d+: \S.*", str(refusal.value)), f"«{refusal.value}» names no rule"

    def teardown(self) -> None:
        """The rest of the game, so that every one of them comes to its end."""
        if not hasattr(self, "cell"):
            return
        for number in range(LONGEST):
            if not self.game.actors(self.state):
                break
            actor = self.actor(number)
            moves = self.game.moves(self.state, actor)
            self.state = step(self.game, self.state, actor, moves[number % len(moves)]).state
        assert not self.game.actors(self.state), "the game does not end"
        companion(self.game.name, "invariants").invariants(self.state)


@every_game
def test_games_with_illegal_moves_thrown_in(name: str) -> None:
    mixed = [move for other in games.NAMES for move in some_moves(other)]
    strange = [wrong for move in mixed for wrong in spoilt(move)]
    parts = {
        "game": games.find(name),
        "numbers": rules_of(name),
        "strangers": [*mixed, *random.Random(name).sample(strange, min(len(strange), 200)), *RUBBISH, [], {}],
    }
    machine = type(f"{name.title()}Machine", (Machine,), parts)
    # a failing game is printed as it is: to make it smaller takes minutes, and it has 40 steps at most
    phases = (Phase.explicit, Phase.generate)
    limits = settings(usual, max_examples=80 * TIMES, stateful_step_count=40, phases=phases)
    run_state_machine_as_test(machine, settings=limits)  # type: ignore[no-untyped-call]  # Hypothesis leaves it untyped


@every_game
def test_refusals_name_rules_that_exist(name: str) -> None:
    assert len(rules_of(name)) >= 19, "the rules are numbered"


@every_game
def test_every_move_has_one_spelling(name: str) -> None:
    game = games.find(name)
    written = [game.write(move) for move in some_moves(name)]
    assert len(set(written)) == len(written), "two moves are written alike"
    for move, line in zip(some_moves(name), written, strict=True):
        again = game.read(line)
        assert again == move and repr(again) == repr(move), f"{line!r} is read as {again!r}, not {move!r}"


@every_game
@given(data=st.data())
@settings(usual, max_examples=150 * TIMES)
def test_what_is_read_is_written_the_same(name: str, data: st.DataObject) -> None:
    """Texts near the notation and far from it: accepted ones have no second spelling, others a sentence."""
    game = games.find(name)
    text = data.draw(texts(name))
    try:
        move = game.read(text)
    except ValueError as refusal:
        assert str(refusal), "a refusal says why"
        return
    assert game.write(move) == text, f"{text!r} is read, but written {game.write(move)!r}"
    assert game.read(game.write(move)) == move
