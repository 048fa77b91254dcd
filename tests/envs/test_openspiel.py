"""The OpenSpiel games sit OpenSpiel's own tests and keep its promises, for every game and seat count."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.record import Record
from bluffhouse.envs import memory, openspiel
from bluffhouse.sim import kernel
from tests.games.sample import ALL, Cell, companion, random_game

SEATS = [(name, seats) for name in games.NAMES for seats in games.find(name).seats]
EVERY = pytest.mark.parametrize(("name", "seats"), SEATS)


def load(name: str, seats: int, **options: Any) -> Any:
    return pyspiel.load_game(f"bluffhouse_{name}", {"seats": seats, **options})


def some_action(state: Any, chance: random.Random) -> int:
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(chance.choices(actions, odds)[0])
    return int(chance.choice(state.legal_actions()))


def walk(game: Any, seed: int) -> Any:
    """Every state of a random game, the same object as it is changed."""
    chance, state = random.Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(some_action(state, chance))
        yield state


@EVERY
def test_their_random_sim_test(name: str, seats: int) -> None:
    pyspiel.random_sim_test(load(name, seats), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("cell", ALL, ids=str)
def test_every_variant_can_be_loaded_from_its_string(cell: Cell) -> None:
    game = pyspiel.load_game(openspiel.short_name(cell.name), openspiel.parameters(cell.options, cell.seats))
    again = pyspiel.load_game(str(game))
    assert again.options == game.options == cell.options
    assert again.num_players() == cell.seats
    *_, last = walk(again, 3)
    assert sum(last.returns()) == pytest.approx(1)


@EVERY
def test_chance_and_moves_are_those_of_the_rules(name: str, seats: int) -> None:
    rules = games.find(name)
    for state in walk(load(name, seats), seed=seats):
        position = state.position
        if state.is_chance_node():
            odds = rules.odds(position.state)
            whole = sum(weight for _, weight in odds)
            assert [chance for _, chance in state.chance_outcomes()] == [weight / whole for _, weight in odds]
        elif not state.is_terminal():
            player = state.current_player()
            assert Seat(player) == min(rules.actors(position.state))
            moves = rules.moves(position.state, Seat(player))
            told = {state.action_to_string(player, action) for action in state.legal_actions()}
            assert told == {rules.write(move) for move in moves}
            view = rules.view(position.state, Seat(player))
            mask = kernel.encoder(name).legal(view, moves)
            assert state.legal_actions() == list(np.flatnonzero(mask))
    wealth = rules.wealth(state.position.state)
    best = [own == max(wealth) for own in wealth]
    assert state.returns() == [won / sum(best) for won in best]


@EVERY
def test_bounds_hold_and_are_reached_nearly(name: str, seats: int) -> None:
    game = load(name, seats)
    longest, numbers = 0, 0
    for seed in range(3):
        *_, last = walk(game, seed)
        actors = [made.actor for made in last.position.trail]
        longest = max(longest, sum(actor != DEALER for actor in actors))
        assert actors.count(DEALER) <= game.max_chance_nodes_in_history()
        story = last.position.state.story
        numbers = max(numbers, *(len(memory.numbers(game.game, story, Seat(seat))) for seat in range(seats)))
    assert game.max_game_length() / 2 < longest <= game.max_game_length()
    assert numbers < memory.STORY_NUMBERS


@EVERY
def test_resampling_changes_nothing_the_player_knows(name: str, seats: int) -> None:
    """OpenSpiel's ResampleInfostateTest; and the made-up history leads to the made-up world."""
    game = load(name, seats)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differing = 0
    for number, state in enumerate(walk(game, seed=10 + seats)):
        if state.is_chance_node() or number % 7:
            continue
        for player in range(seats):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert len(other.full_history()) == len(state.full_history())
            differing += other.history() != state.history()
            replayed = game.new_initial_state()
            for action in other.history():
                replayed.apply_action(action)
            assert str(replayed) == str(other)
            assert replayed.position.state == other.position.state
    assert differing > 10


def states_along(game: Any, record: Record) -> Any:
    """The record played through OpenSpiel; where several answer sealed, the records' order is kept by sorting."""
    state = game.new_initial_state()
    yield state
    for actor, move in in_order_of_seats(record):
        assert state.position.actor == actor
        state.apply_action(next(action for action, made in state.position.actions.items() if made == move))
        yield state


def in_order_of_seats(record: Record) -> list[tuple[Seat, Any]]:
    """Sealed answers come in any order in a record, and in order of seats here: nobody can tell."""
    bids = {type(move).__name__ for _, move in record.moves if type(move).__name__ == "Bid"}
    made: list[tuple[Seat, Any]] = []
    for kind, group in itertools.groupby(record.moves, key=lambda pair: type(pair[1]).__name__):
        several = list(group)
        if kind in bids:
            rounds = [several[start : start + record.seats] for start in range(0, len(several), record.seats)]
            several = [pair for answers in rounds for pair in sorted(answers, key=lambda pair: pair[0])]
        made += several
    return made


@EVERY
def test_an_information_state_is_the_same_in_twin_worlds(name: str, seats: int) -> None:
    """Worlds that differ only in what a seat may not know (tests/games/*/twins.py) are one information state to it."""
    game, rng = load(name, seats), random.Random(seats)
    record = random_game(game.game, game.options, seats, rng)
    record = Record(record.game, seats, record.options, tuple(in_order_of_seats(record)))
    told_apart = 0
    for player in range(seats):
        length = rng.randrange(len(record.moves) // 2, len(record.moves))
        moves = record.moves[:length]
        twin = companion(name, "twins").twin(moves, seats, game.options, Seat(player), rng)
        here = states_along(game, Record(record.game, seats, record.options, moves))
        there = states_along(game, Record(record.game, seats, record.options, tuple(twin)))
        for number, (left, right) in enumerate(zip(here, there, strict=True)):
            assert left.information_state_string(player) == right.information_state_string(player)
            assert left.observation_string(player) == right.observation_string(player)
            if number % 5 == 0:
                assert left.information_state_tensor(player) == right.information_state_tensor(player)
                assert left.observation_tensor(player) == right.observation_tensor(player)
            if left.current_player() == player:
                assert left.legal_actions() == right.legal_actions()
        told_apart += str(left) != str(right)
    assert told_apart > 0


def test_a_later_bidder_does_not_see_the_earlier_bid() -> None:
    game = load("bankueberfall", 3)
    seen = 0
    for state in walk(game, seed=2):
        sealed = state.position.sealed()
        if len(sealed) != 1 or state.current_player() != 1:
            continue
        seen += 1
        other = game.new_initial_state()
        *before, bid = state.history()
        for action in before:
            other.apply_action(action)
        other.apply_action(next(action for action in other.legal_actions() if action != bid))
        for player, same in ((0, False), (1, True), (2, True)):
            strings = state.information_state_string(player), other.information_state_string(player)
            tensors = state.observation_tensor(player), other.observation_tensor(player)
            assert (strings[0] == strings[1]) is same
            assert (tensors[0] == tensors[1]) is same
        assert "s0 sealed" in state.information_state_string(1)
    assert seen > 3


@EVERY
def test_perfect_recall_on_the_way(name: str, seats: int) -> None:
    """Along a game no seat ever forgets: its memory only grows, and no two seats or moments share one."""
    game = load(name, seats)
    met: set[str] = set()
    before = [""] * seats
    for state in walk(game, seed=77):
        if state.is_chance_node() or state.is_terminal():
            continue
        now = [state.position.memory(Seat(seat)).split("s0 ")[0] for seat in range(seats)]
        if not state.position.sealed():
            assert all(text.startswith(old) for text, old in zip(now, before, strict=True))
            before = now
        key = state.information_state_string()
        assert key not in met
        met.add(key)


@pytest.mark.parametrize("name", games.NAMES)
def test_observation_pieces_are_the_encoders(name: str) -> None:
    game = load(name, 3)
    encoder: Any = kernel.encoder(name)
    seen = make_observation(game)
    full = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert list(seen.dict) == ["player", *encoder.PIECES]
    assert list(full.dict) == ["player", *encoder.PIECES, "story"]
    for number, state in enumerate(walk(game, seed=1)):
        if number % 9:
            continue
        for player in range(3):
            seen.set_from(state, player)
            expected = encoder.encode(game.game.view(state.position.state, Seat(player))) * encoder.SCALE
            assert np.array_equal(seen.tensor[3:], expected)
            assert list(seen.dict["player"]) == [float(seat == player) for seat in range(3)]
            for piece, rows in encoder.PIECES.items():
                assert np.array_equal(seen.dict[piece], expected[rows])


@pytest.mark.parametrize("name", games.NAMES)
def test_other_observers(name: str) -> None:
    game = load(name, 3)
    kinds = pyspiel.PrivateInfoType

    def kind(*, public: bool, private: Any) -> Any:
        return pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)

    public = make_observation(game, kind(public=True, private=kinds.NONE))
    private = make_observation(game, kind(public=False, private=kinds.SINGLE_PLAYER))
    *_, last = walk(game, seed=1)
    public.set_from(last, 0)
    assert public.tensor is None
    assert public.string_from(last, 1) == public.string_from(last, 0) == last.position.memory(None)
    assert len({private.string_from(last, player) for player in range(3)}) == 3
    assert make_observation(game, kind(public=False, private=kinds.NONE)).string_from(last, 0) == ""
    with pytest.raises(ValueError, match="one player's, or public"):
        game.make_py_observer(kind(public=True, private=kinds.ALL_PLAYERS))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(params={"colour": "red"})


@pytest.mark.parametrize(("name", "seats"), [(name, min(games.find(name).seats)) for name in games.NAMES])
def test_their_ismcts_plays_a_whole_game(name: str, seats: int) -> None:
    game, chance = load(name, seats), random.Random(1)
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random_state), 1.4, 3, random_state=random_state)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = some_action(state, chance)
        else:
            action = int(bot.step(state)) if state.current_player() == 0 else some_action(state, chance)
            assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("name", games.NAMES)
def test_their_mccfr_runs(name: str) -> None:
    np.random.seed(1)  # theirs draws from it
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(name, 3))
    solver.iteration()
    assert solver.average_policy() is not None


def test_python_ends_well_after_games_were_loaded() -> None:
    """What OpenSpiel's registry holds of ours is let go of after Python has ended."""
    program = "import pyspiel, bluffhouse.envs.openspiel; print(pyspiel.load_game('bluffhouse_vabanque'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "bluffhouse_vabanque()\n"), done.stderr
