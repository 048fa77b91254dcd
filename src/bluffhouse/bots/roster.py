"""Every bot by name: `random`, `heuristic`, `flat:200`, `ismcts:1000`, `blend:30,heuristic,flat:200`."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.player import at_random

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.game import Below
    from bluffhouse.core.record import AnyGame

MOST: Final = 1_000_000
"""The largest number that may follow a name: more would only be a slip of the finger."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How a bot is made, and the number that may follow its name (None: it takes none)."""

    make: Callable[[AnyGame, int], Mind]
    usual: int | None = None
    counts: str = ""


def _flat(game: AnyGame, playouts: int) -> Mind:
    from bluffhouse.bots.flat import flat  # noqa: PLC0415 - NumPy and the simulator load when they are wanted

    return flat(game, playouts)


def _ismcts(game: AnyGame, simulations: int) -> Mind:
    from bluffhouse.bots.ismcts import ismcts  # noqa: PLC0415 - the same

    return ismcts(game, simulations)


def _network(game: AnyGame, _: int) -> Mind:
    from bluffhouse.bots.network import NetworkMind, shipped  # noqa: PLC0415 - the same

    return NetworkMind(shipped(game.name))


def _habits(game: AnyGame, _: int) -> Mind:
    return _of_its_own("habits", game, 0)


def _search(game: AnyGame, worlds: int) -> Mind:
    return _of_its_own("search", game, worlds)


def _exploit(game: AnyGame, worlds: int) -> Mind:
    return _of_its_own("exploit", game, worlds)


def _of_its_own(name: str, game: AnyGame, worlds: int) -> Mind:
    """Each game has its own search, in its folder here."""
    where = f"{__package__}.{game.name}"
    part = importlib.import_module(f"{where}.search") if importlib.util.find_spec(where) else None
    make: Callable[[int], Mind] | None = getattr(part, name, None)
    if make is None:
        raise LookupError(f"the bot {name!r} does not play {game.name}")
    return make(worlds)


ROSTER: Final[dict[str, Entry]] = {
    "random": Entry(lambda game, _: at_random),
    "heuristic": Entry(lambda game, _: game.heuristic),
    "flat": Entry(_flat, 200, "play-outs for each move"),
    "ismcts": Entry(_ismcts, 1000, "simulations a decision"),
    "network": Entry(_network),
    "habits": Entry(_habits),
    "search": Entry(_search, 64, "worlds for each move"),
    "exploit": Entry(_exploit, 64, "worlds for each move"),
}
BLEND: Final = "blend"


def mind(spec: str, game: AnyGame) -> Mind:
    """The bot of that name at a game; LookupError with a sentence where there is none."""
    name, colon, rest = spec.partition(":")
    if name == BLEND:
        return _blend(spec, rest, game)
    if name not in ROSTER:
        raise LookupError(f"there is no bot {spec!r}; there are: {', '.join([*ROSTER, BLEND])}")
    entry = ROSTER[name]
    if entry.usual is None:
        if colon:
            raise LookupError(f"the bot {name!r} takes no number, so {spec!r} means nothing")
        return entry.make(game, 0)
    return entry.make(game, _number(spec, rest, entry) if colon else entry.usual)


def _number(spec: str, word: str, entry: Entry) -> int:
    if not (word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= MOST):
        raise LookupError(f"in {spec!r} a whole number from 1 to {MOST} is to say how many {entry.counts}")
    return int(word)


def _blend(spec: str, rest: str, game: AnyGame) -> Mind:
    share, *both = rest.split(",")
    if not (share.isascii() and share.isdecimal() and int(share[:9]) <= 100 and len(both) == 2):
        raise LookupError(f"{spec!r} is no blend; one is written blend:30,heuristic,flat:200 (30 of 100 heuristic)")
    return blend(mind(both[0], game), mind(both[1], game), int(share))


def blend(weaker: Mind, stronger: Mind, percent: int) -> Mind:
    """Decides like the weaker one so often in 100: mistakes a person would make, not noise."""

    def choose(view: Any, moves: Sequence[Any], below: Below) -> Any:
        return (weaker if below(100) < percent else stronger)(view, moves, below)

    return choose
