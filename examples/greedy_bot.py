#!/usr/bin/env python3
"""A bot as a program of its own, in any language: a question a line on standard input, an answer a line back.

    bluffhouse arena vabanque ./examples/greedy_bot.py random random random --games 40

It knows no rules: at Vabanque it walks to the richest casino in reach, and otherwise it takes any legal move.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any


def choose(question: dict[str, Any]) -> str:
    """One of question["moves"], each a move in the notation of records."""
    moves: list[str] = question["moves"]
    if question["game"] == "vabanque" and moves[0].startswith("move "):
        view = question["view"]
        here, chips = view["pawns"][question["seat"]], view["chips"]
        return max(moves, key=lambda move: sum(chips[(here + int(move.split()[1])) % len(chips)]))
    return random.choice(moves)


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps({"move": choose(json.loads(line))}), flush=True)
