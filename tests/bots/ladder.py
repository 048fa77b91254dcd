"""Are neighbouring levels 55:45 to 75:25 apart, two seats against two? Plays them, or reads what the arena has told.

    python -m tests.bots.ladder --games 400                 # fails where a step is too small or too large
    python -m tests.bots.ladder --told FILE … --write       # lines of `bluffhouse arena … --json`; draws docs/pictures

A step counts as wrong only where its whole 95 % interval lies outside.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bluffhouse import games
from bluffhouse.bots.levels import LEVELS
from tests.bots.standing import standing

SEATS: Final = 4
PAIR: Final = 2
LEAST, MOST = 0.55, 0.75
PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"


@dataclass(frozen=True, slots=True)
class Step:
    """How much the stronger of two neighbours wins with two of four seats."""

    weaker: str
    stronger: str
    games: int
    share: float
    within: float

    @property
    def wrong(self) -> bool:
        return self.share + self.within < LEAST or self.share - self.within > MOST


def measured(name: str, weaker: str, stronger: str, count: int) -> Step:
    found = standing(stronger, [weaker, stronger], game=name, seats=SEATS, count=count, seed=1)
    return Step(weaker, stronger, count, found.together, PAIR * found.within)


def told(lines: list[dict[str, Any]], name: str, weaker: str, stronger: str) -> Step | None:
    """All runs of these two among lines of the arena, taken together; a seed counts once, with its longest run."""
    runs = [line for line in lines if (line["game"], line["seats"]) == (name, SEATS)]
    runs = [line for line in runs if {bot["bot"] for bot in line["bots"]} == {weaker, stronger}]
    by_seed = {line["seed"]: line for line in sorted(runs, key=lambda line: int(line["games"]))}
    if not by_seed:
        return None
    found = [(int(line["games"]), _of(line, stronger)) for line in by_seed.values()]
    count = sum(games for games, _ in found)
    share = sum(games * bot["together"] for games, bot in found) / count
    within = math.hypot(*(games * (bot["within"] or 0.25) for games, bot in found)) / count
    return Step(weaker, stronger, count, share, PAIR * within)


def _of(line: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(bot for bot in line["bots"] if bot["bot"] == name)
    return found


def draw(name: str, steps: list[Step]) -> str:
    """A line a step: its share with the interval, between the marks of 55 and 75 of 100."""
    left, wide, high = 170, 360, 44 * len(steps) + 60
    parts = [f'<text x="10" y="22">{name}: what the stronger pair of seats wins</text>']
    for mark in (0.5, LEAST, MOST, 1.0):
        x = left + (mark - 0.5) * 2 * wide
        parts.append(f'<path d="M{x:.0f} 34V{high - 24}" stroke="#aaa" stroke-dasharray="3"/>')
        parts.append(f'<text x="{x - 10:.0f}" y="{high - 8}">{100 * mark:.0f}</text>')
    for row, step in enumerate(steps):
        y = 58 + 44 * row
        low, middle, top = (
            left + (min(max(share, 0.5), 1.0) - 0.5) * 2 * wide
            for share in (step.share - step.within, step.share, step.share + step.within)
        )
        parts.append(f'<text x="10" y="{y + 5}">{step.stronger} : {step.weaker}</text>')
        parts.append(f'<path d="M{low:.0f} {y}H{top:.0f}" stroke="#0a7d5a" stroke-width="3"/>')
        parts.append(f'<circle cx="{middle:.0f}" cy="{y}" r="6" fill="#0a7d5a"/>')
    style = 'font-family="sans-serif" font-size="14" fill="#666"'
    size = f"0 0 {left + wide + 30} {high}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" {style}>{"".join(parts)}</svg>\n'


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Measure the steps of the ladder.")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--told", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(words)
    lines = [json.loads(line) for file in asked.told or () for line in file.read_text(encoding="utf-8").splitlines()]
    failed = False
    for name in games.NAMES:
        steps = []
        for weaker, stronger in itertools.pairwise(LEVELS):
            step = told(lines, name, weaker, stronger) if asked.told else measured(name, weaker, stronger, asked.games)
            if step is not None:
                steps.append(step)
                failed |= step.wrong
                share = f"{100 * step.share:.0f} : {100 - 100 * step.share:.0f} ± {100 * step.within:.0f}"
                print(f"{name:<14} {stronger:<8} {weaker:<8} {share:<18} {step.games} games", flush=True)
        if asked.write:
            PICTURES.joinpath(f"ladder-{name}.svg").write_text(draw(name, steps), encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
