"""Two referees, one truth: the house's rules and the second referee play the same games and must never differ.

`python -m tests.referee.compare --games 200000` plays that many random games of every game, on all cores.
"""

import argparse
import importlib
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from bluffhouse import games
from bluffhouse.core.game import DEALER, winners

PORTION = 250
SMALL = 6


class Differs(AssertionError):
    """The two referees disagree; says about what, and the moves that led there."""


def compare(name: str, seed: int) -> int:
    """Play one random game twice, in step; the number of moves made."""
    game = games.find(name)
    rng = random.Random(seed)
    options = game.variants[seed % len(game.variants)]
    seats = rng.choice(game.chairs(options))
    timid = rng.random() < 0.5  # small bids and low numbers every other game: they lead to other places
    state = game.setup(options, seats)
    referee = importlib.import_module(f"tests.referee.{name}").Referee(seats, _words(options))
    ours = importlib.import_module(f"tests.referee.{name}_facts")
    lines: list[str] = []

    def same(what: str, one: object, other: object) -> None:
        if one != other:
            played = "\n".join(lines)
            raise Differs(f"{name} {options} {seats} seats, seed {seed}: {what}: {one} against {other}\n{played}")

    while True:
        actors = game.actors(state)
        same("actors", set(actors), referee.actors())
        same("facts", ours.facts(state), _facts(referee, ours.SETTLED))
        same("wealth", list(game.wealth(state)), referee.wealth())
        same("winners", list(winners(game, state)), referee.winners())
        if not actors:
            same("over", True, referee.over())
            return len(lines)
        actor = rng.choice(sorted(actors))
        moves = game.moves(state, actor)
        written = [game.write(move) for move in moves]
        same("legal moves", sorted(written), sorted(referee.legal(actor)))
        if actor == DEALER:
            weights = {game.write(move): weight for move, weight in game.odds(state)}
            same("weights", weights, referee.weights())
            pick = rng.choices(range(len(moves)), [weights[text] for text in written])[0]
        else:
            pick = rng.randrange(min(SMALL, len(moves)) if timid else len(moves))
        state = game.apply(state, actor, moves[pick]).state
        referee.play(actor, written[pick])
        lines.append(f"{actor} {written[pick]}")


def _words(options: Any) -> dict[str, object]:
    return {field: getattr(options, field) for field in options.__slots__}


def _facts(referee: Any, settled: str) -> dict[str, object]:
    return {**referee.facts(), "settled": (getattr(referee, settled) or [None])[-1]}


def _portion(name: str, seeds: range) -> int:
    return sum(compare(name, seed) for seed in seeds)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="how many of each game")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    chosen = parser.parse_args(arguments)
    for name in games.NAMES:
        began = time.monotonic()
        last = chosen.start + chosen.games
        portions = [range(seed, min(last, seed + PORTION)) for seed in range(chosen.start, last, PORTION)]
        moves = done = 0
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            for finished in as_completed([pool.submit(_portion, name, seeds) for seeds in portions]):
                moves += finished.result()
                done += 1
                if done % max(1, len(portions) // 20) == 0 or done == len(portions):
                    took = time.monotonic() - began
                    print(f"{name}: {done * 100 // len(portions):3} %, {moves} moves, {took:.0f} s", flush=True)
        print(f"{name}: {chosen.games} games played twice, {moves} moves, no difference", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
