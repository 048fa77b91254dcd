"""Chance that can be checked: the house binds itself to a seed before the first move and opens it after the end.

What is published first is a commitment, the digest of a salt and the seed; then every seat may add a word of its own;
the dealer's draws follow from seed, words and all moves made so far. So the house could not choose the cards, nor could
anybody else, and after the end everybody can draw them again.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from bluffhouse.core.game import DEALER, draw
from bluffhouse.core.record import replay
from bluffhouse.play.table import add_to_trail

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bluffhouse.core.game import Below
    from bluffhouse.core.record import Record

LONGEST_WORD: Final = 64
BLOCK: Final = 32  # bytes of one digest
HEADER: Final = ("table", "salt", "seed", "commitment")
"""What a record says of its chance, besides the words of the seats: `fair-table: …` and so on."""


@dataclass(frozen=True, slots=True)
class Seal:
    """All that the draws follow from; secret until the game is over, but for its commitment and the words."""

    table: str
    """Its id: two tables with the same seed and words are dealt differently."""
    salt: str
    seed: str
    words: tuple[str, ...]
    """By seat; empty where a seat added none."""

    def __repr__(self) -> str:
        return f"Seal({self.table!r})"  # it may end up in a log


class Unfair(ValueError):
    """The draws do not follow from what was promised: a word for programs, a sentence, the move it is about."""

    def __init__(self, reason: Literal["untold", "promise", "draw"], sentence: str, move: int | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.move = move


def commitment(salt: str, seed: str) -> str:
    """What is published before the first move."""
    return hashlib.sha256(f"bluffhouse deal\n{salt}\n{seed}".encode()).hexdigest()


def below(seal: Seal, trail: str) -> Below:
    """The source of the draws that follow when so many moves have been made: always the same for the same moves.

    Numbers are taken from a keyed digest, those that would favour the low ones are left out, as nobody's coin may.
    """
    key = hashlib.sha256("\n".join((seal.seed, seal.table, *seal.words)).encode()).digest()
    drawn = 0

    def draw_below(count: int) -> int:
        nonlocal drawn
        size = BLOCK * (1 + count.bit_length() // (8 * BLOCK))
        fair = (1 << 8 * size) // count * count
        while True:
            blocks = (f"{trail}\n{drawn}\n{part}".encode() for part in range(size // BLOCK))
            number = int.from_bytes(b"".join(hmac.digest(key, block, "sha256") for block in blocks), "big")
            drawn += 1
            if number < fair:
                return number % count

    return draw_below


def proof(seal: Seal) -> dict[str, str]:
    """The seal opened, as lines of a record's header."""
    told = {
        "table": seal.table,
        "salt": seal.salt,
        "seed": seal.seed,
        "commitment": commitment(seal.salt, seal.seed),
    }
    return told | {f"s{seat}": word for seat, word in enumerate(seal.words) if word}


def opened(told: Mapping[str, str], seats: int) -> Seal:
    """The seal that a record's header tells of; Unfair where it does not fit its own commitment."""
    if missing := [key for key in HEADER if key not in told]:
        keys = ", ".join(f"fair-{key}" for key in missing)
        raise Unfair("untold", f"the record does not say {keys}: its draws cannot be checked")
    seal = Seal(told["table"], told["salt"], told["seed"], tuple(told.get(f"s{seat}", "") for seat in range(seats)))
    if not hmac.compare_digest(commitment(seal.salt, seal.seed).encode(), told["commitment"].encode()):
        raise Unfair("promise", "the seed is not the one that the house bound itself to")
    return seal


def verify(record: Record, promised: str | None = None) -> int:
    """Draw every card again and say how many they were; Unfair at the first that was not drawn so.

    `promised` is the commitment somebody wrote down when the game began: it must be the record's.
    """
    seal = opened(record.proof, record.seats)
    if promised is not None and promised != record.proof["commitment"]:
        raise Unfair("promise", "the record has another commitment than the one that was promised")
    return _draws(record, seal)


def _draws(record: Record, seal: Seal) -> int:
    game, trail, drawn = record.game, "", 0
    played = replay(record)
    states = (played.start, *(step.state for step in played.steps))
    source: Below | None = None
    for number, (actor, move) in enumerate(record.moves):
        if actor == DEALER:
            source = source or below(seal, trail)
            drawn += 1
            if (fair := draw(game, states[number], source)) != move:
                told = f"move {number + 1} is «{game.write(move)}», and fairly drawn is «{game.write(fair)}»"
                raise Unfair("draw", told, number + 1)
        else:
            source = None
        trail = add_to_trail(trail, actor, game.write(move))
    return drawn
