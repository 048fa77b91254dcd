"""How much one bot wins against copies of another: every share that is asked for, played, and where it falls short.

    python -m tests.bots.claims                       # all of them, some hours
    python -m tests.bots.claims --only random --games 40

A claim holds where the whole 95 % interval lies on its side.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import Final

from tests.bots.standing import standing

CHEAP: Final = 2000
DEAR: Final = 400


@dataclass(frozen=True, slots=True)
class Claim:
    """One bot wins at least, or at most, this share against copies of another."""

    game: str
    seats: int
    one: str
    others: str
    least: float = 0.0
    most: float = 1.0
    games: int = DEAR

    def holds(self, share: float, within: float) -> bool:
        return share - within >= self.least and share + within <= self.most

    def __str__(self) -> str:
        bound = f"at least {self.least}" if self.least else f"at most {self.most}"
        return f"{self.game:<14}{self.one:<11}against {self.seats - 1} {self.others:<12}{bound:<14}"


CLAIMS: Final = (
    Claim("vabanque", 4, "master", "random", least=0.85),
    Claim("vabanque", 4, "master", "heuristic", least=0.70),
    Claim("vabanque", 4, "master", "flat:200", least=0.38),
    Claim("vabanque", 4, "master", "ismcts:1000", least=0.45),
    Claim("vabanque", 4, "master", "network", least=0.50),
    Claim("vabanque", 4, "network", "master", most=0.15),
    Claim("vabanque", 4, "flat:200", "master", most=0.20),
    Claim("vabanque", 4, "network", "heuristic", least=0.60, games=CHEAP),
    Claim("vabanque", 4, "network", "flat:200", least=0.30),
    Claim("vabanque", 4, "exploit:64", "network", most=0.60),
    Claim("bankueberfall", 3, "master", "random", least=0.75),
    Claim("bankueberfall", 3, "master", "heuristic", least=0.50),
    Claim("bankueberfall", 3, "master", "flat:200", least=0.42),
)


def measured(claim: Claim, count: int, seed: int) -> tuple[float, float]:
    """The share and half its 95 % interval."""
    bots = [claim.one, *[claim.others] * (claim.seats - 1)]
    found = standing(claim.one, bots, game=claim.game, seats=claim.seats, count=count, seed=seed)
    return found.share, found.within


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Play out what is claimed of the bots.")
    parser.add_argument("--games", type=int, help="for each claim (2000 where they are cheap, else 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="claims in which this word stands")
    asked = parser.parse_args(words)
    failed = False
    for claim in (claim for claim in CLAIMS if asked.only in str(claim)):
        count = asked.games or claim.games
        share, within = measured(claim, count, asked.seed)
        failed |= not claim.holds(share, within)
        verdict = "holds" if claim.holds(share, within) else "DOES NOT HOLD"
        print(f"{claim}{share:.3f} ± {within:.3f} in {count} games: {verdict}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
