"""A game as text: a header of `key: value` lines, a line `---`, then one move a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.game import DEALER, Game, Illegal, Seat, Step, step
from bluffhouse.core.words import read_count, read_option, read_seat, write_options, write_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

AnyGame = Game[Any, Any, Any, Any, Any]

PROOF: Final = "fair-"
VERSION: Final = "version"
UNSAID: Final = 1
"""The version of a game's rules by which a record is read that names none."""
LONGEST_LINE: Final = 200
LONGEST_HEADER: Final = 40
LONGEST_RECORD: Final = 1 << 20  # bytes; a whole game takes some thousands


class BadRecord(ValueError):
    """A record that cannot be read or breaks a rule; says the line, counted from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Record:
    """Who plays what by which options, and every move made: the game can be recomputed from it."""

    game: AnyGame
    seats: int
    options: Any
    moves: tuple[tuple[Seat, Any], ...]
    proof: Mapping[str, str] = field(default_factory=dict)
    """What is told of how chance was drawn, in lines `fair-KEY: VALUE`; the rules do not ask for it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record and all it led to: the state at the start, then one step a move."""

    record: Record
    start: Any
    steps: tuple[Step[Any, Any], ...]

    @property
    def state(self) -> Any:
        """The state after the last move."""
        return self.steps[-1].state if self.steps else self.start


def write(record: Record) -> str:
    """The record as text, ending in a newline."""
    header = {"game": record.game.name, "seats": str(record.seats), **write_options(record.options)}
    if record.game.version != UNSAID:
        header[VERSION] = str(record.game.version)
    header |= {f"{PROOF}{key}": value for key, value in record.proof.items()}
    lines = [f"{key}: {value}" for key, value in header.items()]
    return "\n".join([*lines, "---", *(write_move(record.game, *made) for made in record.moves), ""])


def write_move(game: AnyGame, actor: Seat, move: Any) -> str:
    """One line of a record: who, and what."""
    return f"{'dealer' if actor == DEALER else write_seat(actor)} {game.write(move)}"


def read_move(game: AnyGame, line: str) -> tuple[Seat, Any]:
    """Who and what a line says; ValueError where it is no line of that game."""
    who, _, what = line.partition(" ")
    return (DEALER if who == "dealer" else read_seat(who)), game.read(what)


def replay(record: Record) -> Replay:
    """Play a record's moves through the door that checks them."""
    state = start = record.game.setup(record.options, record.seats)
    steps = []
    for actor, move in record.moves:
        made = step(record.game, state, actor, move)
        steps.append(made)
        state = made.state
    return Replay(record, start, tuple(steps))


def read(data: bytes, find: Callable[[str, int], AnyGame]) -> Replay:
    """Read and replay a record; BadRecord names the first line that is wrong and the rule it breaks."""
    lines = _lines(data)
    header = _header(lines)
    proof = {key.removeprefix(PROOF): header.pop(key)[1] for key in list(header) if key.startswith(PROOF)}
    game, seats, options, start = _table(header, find)
    state, moves, steps = start, [], []
    for number, line in lines:
        try:
            actor, move = read_move(game, line)
            made = step(game, state, actor, move)
        except (Illegal, ValueError) as refusal:
            raise BadRecord(number, str(refusal)) from None
        state = made.state
        moves.append((actor, move))
        steps.append(made)
    return Replay(Record(game, seats, options, tuple(moves), proof), start, tuple(steps))


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The numbered lines that hold something, one by one: a huge file is refused at its first fault."""
    begin, number = 0, 0
    while begin < len(data):
        number += 1
        if begin > LONGEST_RECORD:
            raise BadRecord(number, "the record goes on past 1 MiB, and no game is that long")
        end = data.find(b"\n", begin, begin + LONGEST_LINE + 1)
        if end < 0:
            end = len(data)
        if end - begin > LONGEST_LINE:
            raise BadRecord(number, f"the line is longer than {LONGEST_LINE} characters")
        try:
            line = data[begin:end].decode().rstrip()
        except UnicodeDecodeError:
            raise BadRecord(number, "this is not text in UTF-8") from None
        if not line.isprintable():
            raise BadRecord(number, "the line holds characters that cannot be printed")
        if line:
            yield number, line
        begin = end + 1


def _header(lines: Iterator[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    header: dict[str, tuple[int, str]] = {}
    number = 0
    for number, line in lines:
        if line == "---":
            return header
        key, colon, value = line.partition(":")
        if not colon or len(header) == LONGEST_HEADER:
            raise BadRecord(number, "the header is made of lines «key: value» and ends with a line «---»")
        if key in header:
            raise BadRecord(number, f"{key!r} stands in the header twice")
        header[key] = number, value.strip()
    raise BadRecord(number + 1, "the record ends inside its header, before the line «---»")


def _table(header: dict[str, tuple[int, str]], find: Callable[[str, int], AnyGame]) -> tuple[AnyGame, int, Any, Any]:
    """The game, seats, options and starting state that a header asks for."""
    number = max((line for line, _ in header.values()), default=0) + 1
    for key in ("game", "seats"):
        if key not in header:
            raise BadRecord(number, f"the header does not say {key!r}")
    try:
        game_line, name = header.pop("game")
        number, word = header.pop(VERSION, (game_line, str(UNSAID)))
        version = read_count(VERSION, word)
        number = game_line
        game = find(name, version)
        seats_line, word = header.pop("seats")
        values = {}
        for key, (line, value) in header.items():
            number = line
            values[key] = read_option(game.options, key, value)
        options = game.options(**values)
        number = seats_line
        return game, (seats := read_count("seats", word)), options, game.setup(options, seats)
    except (LookupError, ValueError) as refusal:
        raise BadRecord(number, str(refusal)) from None
