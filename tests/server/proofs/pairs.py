"""Two records that are one game to somebody: cut at a random place, one cell {game, seats, phase} after another."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from tests.games.sample import companion, heuristic_game, random_game, viewers, walk
from tests.games.worlds import cut, only_hidden

if TYPE_CHECKING:
    from bluffhouse.core.record import AnyGame, Record

PHASES: Final = {
    "vabanque": ("chips", "cards", "pawns", "over"),
    "bankueberfall": ("place", "spy", "reveal", "rob", "bids", "over"),
}
"""In which somebody may already have a secret and somebody decides; the dealer’s own phases never last."""

SENSIBLE: Final = 50
"""One game in so many is played with sense: it takes long, and random games come to more odd places."""

GAMES: Final = 50
CUTS: Final = 10
"""How many games, and places in a game, are tried until the two worlds differ."""


@dataclass(frozen=True, slots=True)
class Pair:
    number: int
    viewer: Seat | None
    """To whom both are the same; None: an onlooker."""
    phase: str
    record: Record
    twin: Record

    @property
    def cell(self) -> tuple[str, int, str]:
        return self.record.game.name, self.record.seats, self.phase

    def __str__(self) -> str:
        game, seats, phase = self.cell
        who = "onlooker" if self.viewer is None else f"s{self.viewer}"
        return f"pair {self.number}: {game}, {seats} seats, cut at move {len(self.record.moves)} ({phase}), {who}"


def _chairs(game: AnyGame) -> list[tuple[int, list[Any]]]:
    """Every number of seats with the options that allow it."""
    counts = {seats for options in game.variants for seats in game.chairs(options)}
    return [
        (seats, [options for options in game.variants if seats in game.chairs(options)]) for seats in sorted(counts)
    ]


TABLES: Final = [(games.find(name), *chairs) for name in games.NAMES for chairs in _chairs(games.find(name))]


def cells() -> list[tuple[str, int, str]]:
    return [(game.name, seats, phase) for game, seats, _ in TABLES for phase in PHASES[game.name]]


def cell(number: int) -> tuple[AnyGame, int, list[Any], str]:
    """Which table and phase that number stands for: the numbers go round all tables, then on to the next phase."""
    game, seats, variants = TABLES[number % len(TABLES)]
    phases = PHASES[game.name]
    return game, seats, variants, phases[number // len(TABLES) % len(phases)]


def pair(number: int) -> Pair:
    """The pair of that number, always the same."""
    rng = random.Random(f"pair {number}")
    played, seats, variants, wanted = cell(number)
    for _ in range(GAMES):
        play = heuristic_game if number % SENSIBLE == 0 else random_game
        made = play(played, rng.choice(variants), seats, rng)
        lengths = [
            length
            for length, step in enumerate(walk(made))
            if step.state.phase == wanted and DEALER not in played.actors(step.state)
        ]
        for _ in range(CUTS if lengths else 0):
            record = cut(made, rng.choice(lengths))
            viewer = rng.choice(viewers(seats))
            moves = companion(played.name, "twins").twin(record.moves, seats, record.options, viewer, rng)
            twin = dataclasses.replace(record, moves=tuple(moves))
            if twin.moves != record.moves:
                only_hidden(record, twin, viewer)
                return Pair(number, viewer, wanted, record, twin)
    raise AssertionError(f"no two worlds for {played.name}, {seats} seats, {wanted}")


def tickets(record: Record) -> list[tuple[int, int]]:
    """What `below` must give so that the dealer draws the recorded cards: how many there were, and which."""
    game, found = record.game, []
    states = [step.state for step in walk(record)]
    for state, (actor, move) in zip(states, record.moves, strict=False):
        if actor == DEALER:
            odds = game.odds(state)
            place = next(place for place, (drawn, _) in enumerate(odds) if drawn == move)
            found.append((sum(weight for _, weight in odds), sum(weight for _, weight in odds[:place])))
    return found
