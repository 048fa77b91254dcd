"""Games to sit the exam with: every game, variant and number of chairs, played by seeded players."""

from __future__ import annotations

import importlib
import os
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat, Step, draw
from bluffhouse.core.record import AnyGame, Record
from bluffhouse.core.words import write_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TIMES: Final = int(os.environ.get("BLUFFHOUSE_EXAM", "1"))
"""How many times the usual number of games a run plays."""

LONGEST: Final = 2000
"""More moves than any game of the house can have: a game that is longer does not end."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One way to play a game: what the exam is held for."""

    name: str
    options: Any
    seats: int

    def __str__(self) -> str:
        words = [f"{key}={word}" for key, word in write_options(self.options).items()]
        return " ".join([self.name, *words, f"seats={self.seats}"])

    @property
    def game(self) -> AnyGame:
        return games.find(self.name)

    @property
    def rng(self) -> random.Random:
        """Seeded by the cell alone, so that a failure comes again."""
        return random.Random(str(self))


def cells(name: str) -> list[Cell]:
    game = games.find(name)
    return [Cell(name, options, seats) for options in game.variants for seats in game.chairs(options)]


ALL: Final = [cell for name in games.NAMES for cell in cells(name)]


def companion(name: str, module: str) -> Any:
    """What a game's own test folder brings to the exam: its twins, its invariants, its leaks."""
    return importlib.import_module(f"tests.games.{name}.{module}")


def random_game(game: AnyGame, options: Any, seats: int, rng: random.Random) -> Record:
    """Any legal moves, each as likely; of several actors any may be the next."""

    def choose(state: Any, actor: Seat) -> Any:
        return rng.choice(game.moves(state, actor))

    return _game(game, options, seats, rng, choose)


def heuristic_game(game: AnyGame, options: Any, seats: int, rng: random.Random) -> Record:
    def choose(state: Any, actor: Seat) -> Any:
        return game.heuristic(game.view(state, actor), game.moves(state, actor), rng.randrange)

    return _game(game, options, seats, rng, choose)


def _game(game: AnyGame, options: Any, seats: int, rng: random.Random, choose: Callable[[Any, Seat], Any]) -> Record:
    moves = go_on(game, game.setup(options, seats), rng, choose)
    return Record(game, seats, options, tuple((actor, move) for actor, move, _ in moves))


def go_on(
    game: AnyGame, state: Any, rng: random.Random, choose: Callable[[Any, Seat], Any] | None = None
) -> list[tuple[Seat, Any, Step[Any, Any]]]:
    """Play from a state to the end of the game."""
    made: list[tuple[Seat, Any, Step[Any, Any]]] = []
    while actors := game.actors(state):
        assert len(made) < LONGEST, f"ends: a game of {game.name} has not ended after {LONGEST} moves"
        actor = rng.choice(sorted(actors))
        if actor == DEALER:
            move = draw(game, state, rng.randrange)
        else:
            move = choose(state, actor) if choose else rng.choice(game.moves(state, actor))
        step = game.apply(state, actor, move)
        made.append((actor, move, step))
        state = step.state
    return made


def walk(record: Record) -> Iterator[Step[Any, Any]]:
    """The start, told without events, and the step each move leads to; a move that is not legal fails."""
    game = record.game
    made: Step[Any, Any] = Step(game.setup(record.options, record.seats), ())
    yield made
    for number, (actor, move) in enumerate(record.moves):
        legal = actor in game.actors(made.state) and move in game.moves(made.state, actor)
        assert legal, f"walk: move {number} ({actor} {move}) of a game of {game.name} is not legal"
        made = game.apply(made.state, actor, move)
        yield made


def viewers(seats: int) -> list[Seat | None]:
    """Everybody at the table, and the onlooker."""
    return [None, *(Seat(seat) for seat in range(seats))]
