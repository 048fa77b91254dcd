"""Every game sits the same exam: each check for every game, variant and number of chairs. No game is named here."""

import random

import pytest

from bluffhouse import games
from tests.games import exam, move_order, worlds
from tests.games.sample import ALL, TIMES, Cell, cells, heuristic_game, random_game, walk

every_cell = pytest.mark.parametrize("cell", ALL, ids=str)
every_game = pytest.mark.parametrize("name", games.NAMES)


@every_cell
def test_games_end_and_replay(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(3 * TIMES):
        record = random_game(cell.game, cell.options, cell.seats, rng)
        exam.ends(record)
        exam.replays(record)
        exam.conserved(record)


@every_cell
def test_heuristic_games_end(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        record = heuristic_game(cell.game, cell.options, cell.seats, rng)
        exam.ends(record)
        exam.replays(record)
        exam.conserved(record)
        exam.memory(record)


@every_cell
def test_values(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        exam.values(random_game(cell.game, cell.options, cell.seats, rng), rng, points=10)


@every_cell
def test_order_of_moves(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        exam.order(random_game(cell.game, cell.options, cell.seats, rng))
    assert move_order.pinned().get(str(cell)) == move_order.digest(cell), (
        "the order of moves has changed: trained players and stored action numbers hang on it. If it is meant, raise "
        "the game’s version and run: python -m tests.games.move_order"
    )


def test_pinned_orders_are_of_games_that_exist() -> None:
    assert list(move_order.pinned()) == [str(cell) for cell in ALL]


@every_cell
def test_sealed_moves_commute(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        exam.sealed(random_game(cell.game, cell.options, cell.seats, rng), rng, points=4)


@every_cell
def test_look_alikes_do_not_slip_in(cell: Cell) -> None:
    rng = cell.rng
    exam.look_alikes(random_game(cell.game, cell.options, cell.seats, rng), rng, points=30 * TIMES)


@every_cell
def test_perfect_memory(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        exam.memory(random_game(cell.game, cell.options, cell.seats, rng))


@every_cell
def test_unknown_events_are_sent_to_nobody(cell: Cell) -> None:
    exam.fails_closed(cell.game, cell.seats)


@every_cell
def test_guesses_fit_the_view(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        exam.guesses(random_game(cell.game, cell.options, cell.seats, rng), rng, points=4)
        exam.guesses(heuristic_game(cell.game, cell.options, cell.seats, rng), rng, points=2)


@every_cell
def test_two_worlds_are_one(cell: Cell) -> None:
    rng = cell.rng
    for _ in range(TIMES):
        worlds.secrecy(random_game(cell.game, cell.options, cell.seats, rng), rng, cuts=2)


@every_cell
def test_secret_fields_tell_the_others_nothing(cell: Cell) -> None:
    rng = cell.rng
    compared = 0
    for _ in range(TIMES):
        compared += worlds.secret_fields(random_game(cell.game, cell.options, cell.seats, rng), rng, points=20)
    assert compared >= 20 * TIMES, f"only {compared} pairs of moves were compared: the check is blind"


@every_game
def test_twins_differ(name: str) -> None:
    rng = random.Random(name)
    differing = total = 0
    for cell in cells(name):
        record = random_game(cell.game, cell.options, cell.seats, rng)
        length = len(record.moves)
        found, of = worlds.told_apart(record, [rng.randrange(length // 4, 3 * length // 4) for _ in range(5)], rng)
        differing += found
        total += of
    assert differing >= 0.9 * total, f"only {differing} of {total} twins differ"


@every_game
def test_some_game_has_what_a_check_looks_for(name: str) -> None:
    """Sealed answers and secret moves: where a game has none, the checks of them pass without looking."""
    rng = random.Random(name)
    cell = cells(name)[0]
    record = random_game(cell.game, cell.options, cell.seats, rng)
    assert any(worlds.secrets(move) for _, move in record.moves)
    together = max(len(cell.game.actors(made.state)) for made in walk(record))
    assert (exam.sealed(record, rng, points=1) > 0) == (together > 1)
