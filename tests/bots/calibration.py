"""Are the chances that the analysis tells what happens? Whole games of bots, buckets of predicted chance, a picture.

    python -m tests.bots.calibration                         # measures; fails where a bucket is 3 points off
    python -m tests.bots.calibration --write                 # first finds the curves; draws docs/pictures

The curves are found in other games than those in which the buckets are counted: as many, with another seed.
Chances of one game hang together, so luck moves a bucket further than its count says: hence so many games.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import bluffhouse.sim  # isort: skip  # noqa: F401 - asks for one thread, which must come before NumPy is loaded

import numpy as np
from scipy.optimize import minimize

from bluffhouse import games
from bluffhouse.bots import judge, levels
from bluffhouse.core.game import DEALER, winners
from bluffhouse.core.player import Chooser, play
from bluffhouse.sim.batch import generator
from bluffhouse.sim.rollout import rollouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LEVEL: Final = "regular"
SEATS: Final = 4
MOMENTS: Final = 8
"""Looked at in a game."""
PLAYOUTS: Final = 400
BUCKETS: Final = 10
ENOUGH: Final = 500
"""Chances in a bucket: fewer say nothing to 3 points."""
TOLERANCE: Final = 0.03
APART: Final = 1_000_003
"""How far the seed of the games in which curves are found is from that of the games which examine it."""
CURVES: Final = 2
"""By which chances are bent, one after the other."""
PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"


@dataclass(frozen=True, slots=True)
class Seen:
    """Positions of whole games: what play-outs said, and what happened."""

    shares: NDArray[np.float64]
    won: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bucket:
    count: int
    told: float
    happened: float


def play_games(name: str, count: int, seed: int) -> Seen:
    game = games.find(name)
    mind = levels.mind(LEVEL, game)
    shares: list[NDArray[np.float64]] = []
    won: list[list[float]] = []
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        below = chance.randrange
        turns = list(play(game, game.setup(game.options(), SEATS), [Chooser(mind, below)] * SEATS, below))
        best = winners(game, turns[-1].step.state)
        states = [turn.step.state for turn in turns[:-1] if DEALER not in game.actors(turn.step.state)]
        for state in chance.sample(states, min(MOMENTS, len(states))):
            shares.append(rollouts(name, [state], PLAYOUTS, generator(below(1 << 60)))[0])
            won.append([(seat in best) / len(best) for seat in range(SEATS)])
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{name}: {number + 1} of {count} games")
    return Seen(np.array(shares), np.array(won))


def fitted(seen: Seen) -> list[NDArray[np.float64]]:
    """Curves, each found with those before it in place."""
    found: list[NDArray[np.float64]] = []
    for _ in range(CURVES):
        found.append(_curve(Seen(judge.bent(seen.shares, found), seen.won)))
    return found


def _curve(seen: Seen) -> NDArray[np.float64]:
    """The curve that never falls under which what happened is likeliest: a score at each knot, the first is 0."""

    def missed(rises: NDArray[np.float64]) -> float:
        told = judge.bent(seen.shares, [_risen(rises)])
        return -float((seen.won * np.log(np.clip(told, 1e-4, 1))).sum()) / len(told)

    as_they_are = np.diff(np.log(judge.KNOTS))
    found = minimize(missed, as_they_are, method="Powell", bounds=[(0, 10)] * len(as_they_are))
    return _risen(found.x)


def _risen(rises: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate(([0.0], np.cumsum(rises)))


def buckets(seen: Seen, curves: Sequence[NDArray[np.float64]]) -> list[Bucket]:
    told, won = judge.bent(seen.shares, curves).ravel(), seen.won.ravel()
    places = np.minimum((told * BUCKETS).astype(int), BUCKETS - 1)
    found = []
    for place in range(BUCKETS):
        here = places == place
        if here.any():
            found.append(Bucket(int(here.sum()), float(told[here].mean()), float(won[here].mean())))
    return found


def off(found: list[Bucket]) -> float:
    """The worst bucket that has enough in it."""
    return max(abs(bucket.told - bucket.happened) for bucket in found if bucket.count >= ENOUGH)


def draw(name: str, some: list[Bucket]) -> str:
    """Told across, happened upwards, a dot a bucket by its size; on the diagonal nobody lies."""
    side, gap = 300, 40
    most = max(bucket.count for bucket in some)
    parts = [
        f'<text x="{gap}" y="24">{name}, {SEATS} seats</text>',
        f'<rect x="{gap}" y="{gap}" width="{side}" height="{side}" fill="none" stroke="#888"/>',
        f'<path d="M{gap} {gap + side}L{gap + side} {gap}" stroke="#888" stroke-dasharray="4"/>',
        f'<text x="{gap}" y="{side + 2 * gap - 12}">chance told; upwards: how often it was won</text>',
    ]
    for bucket in some:
        x, y = gap + bucket.told * side, gap + (1 - bucket.happened) * side
        size = 2 + 7 * (bucket.count / most) ** 0.5
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="#0a7d5a" fill-opacity="0.8"/>')
    style = 'font-family="sans-serif" font-size="14" fill="#666"'
    edge = side + 2 * gap
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {edge} {edge}" {style}>{"".join(parts)}</svg>\n'


def _keep(name: str, how: dict[str, Any], some: list[Bucket]) -> None:
    """For the analysis its curves, for people the picture."""
    kept = json.loads(judge.CALIBRATION.read_text(encoding="utf-8")) if judge.CALIBRATION.exists() else {}
    judge.CALIBRATION.write_text(json.dumps(kept | {name: how}, indent=2) + "\n", encoding="utf-8")
    PICTURES.joinpath(f"calibration-{name}.svg").write_text(draw(name, some), encoding="utf-8")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Compare told chances with what happened.")
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", nargs="+", choices=games.NAMES, default=games.NAMES)
    parser.add_argument("--write", action="store_true")
    told = parser.parse_args(words)
    failed = False
    for name in told.game:
        curves = fitted(play_games(name, told.games, told.seed + APART)) if told.write else judge.curves(name)
        found = buckets(play_games(name, told.games, told.seed), curves)
        failed |= off(found) > TOLERANCE
        rounded = [[round(float(score), 3) for score in scores] for scores in curves]
        how = {"curves": rounded, "games": told.games, "seed": told.seed, "level": LEVEL, "seats": SEATS}
        print(f"{name}: curves {rounded}, worst bucket {100 * off(found):.1f} points off")
        for bucket in found:
            print(f"  told {bucket.told:.3f}  happened {bucket.happened:.3f}  ({bucket.count})", flush=True)
        if told.write:
            _keep(name, how, found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
