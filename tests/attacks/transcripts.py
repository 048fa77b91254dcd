"""Can somebody learn what is hidden from all that a seat's socket got? `python -m tests.attacks.transcripts`.

Games of players who choose blindly; one seat's frames are written down with their moments. At a few moments of each
game an attacker is asked for the kind of cards that the seat cannot see, and may use whatever is in those frames:
values, lengths, order, times. Another one, just the same, is trained to name those cards in worlds made up from the
seat's view alone (`game.guess`): that is as much as the rules give away. One line of JSON; exit code 1 where the first
is right more often by more than half a point, and chance does not explain it. With `--plant` cards carry a number that
goes by their kind, and the run is good when that is noticed.

Questions about one game are not independent: an attacker is never trained on the game it is asked about, and the
interval is taken over games.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse import games
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.server.botseat import OwnMinds
from bluffhouse.store import address
from tests.attacks.classifier import named
from tests.server.proofs.leaks import ids_by_kind
from tests.server.proofs.quick import QuickStore, quick
from tests.server.rooms import Ear, inn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.server.botseat import Question
    from bluffhouse.server.room import Room
    from tests.server.rooms import Inn

SEATS: Final = 4
ME: Final = Seat(0)
MOST: Final = 0.5  # points
FINE: Final = 0.5
"""The interval must not reach further than so many points to either side, or the run says too little."""
FRAMES: Final = 12
"""So many of the last frames are read value by value."""
COLUMNS: Final = 400
FIRST: Final = 300
WORLDS: Final = 4
"""Made-up worlds for each game: more make the comparison finer."""
GAMES: Final = {"vabanque": 12_000, "bankueberfall": 8_000}
LONGEST: Final = {"vabanque": 70, "bankueberfall": 60}
"""Moves until the latest moment at which is asked, always a decision of the seat's own."""
MOMENTS: Final = 4
"""At so many moments of a game an attacker is asked …"""
CARDS: Final = 2
"""… for so many cards."""


@dataclass(frozen=True, slots=True)
class Sample:
    game: int
    known: dict[str, float]
    secret: str
    made_up: tuple[str, ...]


class Notes:
    """What is known for each question: a row each, a column for each value that many have and that is not always the
    same. Which these are the first ones say: the whole of all transcripts would not fit into memory."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.secrets: list[str] = []
        self.made_up: list[tuple[str, ...]] = []
        self._first: list[dict[str, float]] = []
        self._columns: list[str] = []
        self._rows: list[NDArray[np.float32]] = []

    def add(self, one: Sample) -> None:
        self.games.append(one.game)
        self.secrets.append(one.secret)
        self.made_up.append(one.made_up)
        if self._columns:
            self._rows.append(self._row(one.known))
            return
        self._first.append(one.known)
        if len(self._first) == FIRST:
            self._choose()

    def matrix(self) -> NDArray[np.float32]:
        if not self._columns:
            self._choose()
        return np.stack(self._rows)

    def _choose(self) -> None:
        counts = Counter(key for known in self._first for key in known)
        one = self._first[0]
        moves = {key for known in self._first for key, value in known.items() if one.get(key) != value}
        self._columns = [key for key, _ in counts.most_common() if key in moves][:COLUMNS]
        self._rows = [self._row(known) for known in self._first]
        self._first.clear()

    def _row(self, known: dict[str, float]) -> NDArray[np.float32]:
        return np.array([known.get(key, np.nan) for key in self._columns], dtype=np.float32)


def hidden(position: Any) -> list[tuple[int, int]]:
    """Where in a view cards lie that it does not name: the row, and the place in it."""
    rows = position.laid if hasattr(position, "laid") else position.banks
    return [(row, place) for row, cards in enumerate(rows) for place, card in enumerate(cards) if card.kind is None]


def kind(state: Any, at: tuple[int, int]) -> str:
    rows = state.laid if hasattr(state, "laid") else state.banks
    return str(rows[at[0]][at[1]].kind)


# --- games ------------------------------------------------------------------------------------------------------------


class Blind(OwnMinds):
    """Any card of the hand is as likely as another, and not any kind: else a kind would be the likelier to lie on the
    table the fewer of it there are, and worlds made up from the rules alone would be easier to guess than real ones."""

    async def choose(self, question: Question) -> Any:
        hand = question.view.hand
        cards = [move for move in question.moves for _ in range(hand.count(getattr(move, "kind", None)) or 1)]
        return cards[random.Random(question.seed).randrange(len(cards))]


class Timed(Ear):
    """An ear that notes when it heard what, as text."""

    def __init__(self, room: Room, guest: str) -> None:
        super().__init__(room, guest)
        self.texts: list[tuple[float, str]] = []

    def send(self, text: str) -> None:
        self.texts.append((self.room.house.clock.now(), text))
        super().send(text)


async def samples(here: Inn, name: str, number: int, chance: random.Random) -> list[Sample]:
    """One game; nothing where at no moment that was drawn a card lay hidden."""
    room = await here.seat(["me", *[None] * (SEATS - 1)], name, start=False)
    ear = Timed(room, "me")
    await ear.open()
    await room.mailbox.ask(room.do_start)
    found: list[Sample] = []
    for wanted in sorted(chance.sample(range(5, LONGEST[name]), MOMENTS)):
        await here.calm()
        while room.table is not None and room.table.seq < wanted and not room.table.over:
            if moves := ear.last("update", "sync")["moves"]:
                await ear.move(chance.choice(moves))
            await here.calm()
        found += questions(ear, number, chance)
    ear.close()
    await room.stop()
    here.hall.rooms.pop(room.meta.id, None)
    store = here.hall.house.store
    assert isinstance(store, QuickStore)
    store.drop(room.meta.id)
    return found


def questions(ear: Timed, number: int, chance: random.Random) -> list[Sample]:
    """For a few of the cards that lie hidden now: what the seat was told, and what they are."""
    table = ear.room.table
    assert table is not None
    game = table.game
    if table.over or DEALER in game.actors(table.state):
        return []
    view = game.view(table.state, ME)
    places = hidden(view)
    worlds = [game.guess(view, chance.randrange) for _ in range(WORLDS)]
    told = read(ear.texts)
    found = []
    for at in chance.sample(places, min(CARDS, len(places))):
        known = {"row": float(at[0]), "place": float(at[1])}
        _look_there("there", ear.last("update", "sync"), at, known)
        secrets = tuple(kind(world, at) for world in worlds)
        found.append(Sample(number, known | told, kind(table.state, at), secrets))
    return found


async def play(folder: Path, name: str, count: int, seed: int) -> Notes:
    chance = random.Random(f"{name} {seed}")
    store = await quick(address(folder / "house.db"))
    notes = Notes()
    try:
        async with inn(folder, store=store, seed=seed, minds=Blind()) as here:
            for number in range(count):
                for one in await samples(here, name, number, chance):
                    notes.add(one)
                if number % 500 == 0:
                    print(f"{name}: game {number:,} of {count:,}", file=sys.stderr, flush=True)
    finally:
        await store.close()
    return notes


# --- what was told, as numbers ----------------------------------------------------------------------------------------


def read(texts: list[tuple[float, str]]) -> dict[str, float]:
    """Everything about the frames, the newest first: moments, lengths, digests and every value in them."""
    known = {"frames": float(len(texts)), "characters": float(sum(len(text) for _, text in texts))}
    for back, (moment, text) in enumerate(reversed(texts[-FRAMES:])):
        known[f"{back} moment"] = moment - texts[0][0]
        known[f"{back} length"] = float(len(text))
        _flatten(f"{back}", json.loads(text), known)
    return known


def _look_there(path: str, value: Any, at: tuple[int, int], known: dict[str, float]) -> None:
    """Whatever the newest news hold about the very place that is asked about, in any table of rows."""
    row, place = at
    match value:
        case dict():
            for key, part in value.items():
                _look_there(f"{path}.{key}", part, at, known)
        case list() if len(value) > row and isinstance(value[row], list) and len(value[row]) > place:
            _flatten(path, value[row][place], known)
        case _:
            pass


def _flatten(path: str, value: Any, known: dict[str, float]) -> None:
    match value:
        case dict():
            for key, part in value.items():
                _flatten(f"{path}.{key}", part, known)
        case list():
            known[f"{path} size"] = float(len(value))
            for place, part in enumerate(value):
                _flatten(f"{path}.{place}", part, known)
        case bool() | int() | float():
            known[path] = float(value)
        case str():
            known[path] = float(zlib.crc32(value.encode()) % 1009)  # names are kinds; no order is meant
        case _:
            known[path] = -1.0


def judge(notes: Notes) -> dict[str, Any]:
    """How often each of the two attackers is right, in points of a hundred."""
    known, of_game = notes.matrix(), np.array(notes.games)

    def right(secrets: list[str]) -> NDArray[np.float64]:
        names = sorted(set(secrets))
        secret = np.array([names.index(one) for one in secrets])
        return np.where(named(known, secret, of_game, max_iter=40) == secret, 100.0, 0.0)

    learned = right(notes.secrets)
    rules = np.mean([right([made[world] for made in notes.made_up]) for world in range(WORLDS)], axis=0)
    gain = learned - rules
    by_game = np.bincount(of_game, gain - gain.mean())
    return {
        "games": len(np.unique(of_game)),
        "questions": len(known),
        "values": known.shape[1],
        "learned": round(float(learned.mean()), 2),
        "rules_only": round(float(rules.mean()), 2),
        "gain": round(float(gain.mean()), 2),
        "give_or_take": round(1.96 * float(np.sqrt((by_game**2).sum())) / len(known), 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, help=f"of each of the two ({GAMES})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    arguments = parser.parse_args()
    found = {}
    with ids_by_kind([]) if arguments.plant else contextlib.nullcontext():
        for name in games.NAMES:
            with tempfile.TemporaryDirectory(prefix="bluffhouse-transcripts-") as folder:
                notes = asyncio.run(play(Path(folder), name, arguments.games or GAMES[name], arguments.seed))
            found[name] = judge(notes)
    broken = [name for name, told in found.items() if told["gain"] - told["give_or_take"] > 0 and told["gain"] > MOST]
    coarse = [name for name, told in found.items() if told["give_or_take"] > FINE and not arguments.plant]
    print(json.dumps({"plant": arguments.plant, "games": found, "broken": broken, "too_coarse": coarse}))
    if arguments.plant:
        return 0 if len(broken) == len(found) else 1
    return 1 if broken or coarse else 0


if __name__ == "__main__":
    sys.exit(main())
