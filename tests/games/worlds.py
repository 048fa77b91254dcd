"""The exam's part on secrets: two worlds that differ only in what a seat may not know must be one world to it.

The second world comes from the game's own `twins.py`, which knows the rules and neither views nor masks."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
from collections import defaultdict
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from bluffhouse.core.codec import to_json
from bluffhouse.core.game import DEALER, SECRET, Seat, Step
from tests.games.sample import companion, viewers, walk

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bluffhouse.core.record import AnyGame, Record

PROBES = 5  # refused moves that are compared after each move
BYTES = 8  # views a game that are compared as text too: it is slow, and equal values seldom differ there
RUBBISH: tuple[Any, ...] = (None, 7, "lay trap 4", (), object)


def secrecy(record: Record, rng: random.Random, cuts: int) -> None:
    """Everything at once: for everybody, two worlds at the end of the game and at some points on the way."""
    moments, sealed = _moments(record), _sealed(record)
    for seat in viewers(record.seats):
        two_worlds(record, seat, rng)
        for _ in range(cuts):
            two_worlds(cut(record, rng.choice(rng.choice(moments))), seat, rng)
        if sealed:
            two_worlds(cut(record, rng.choice(sealed)), seat, rng)
    secret_fields(record, rng, 4 * cuts)


def _moments(record: Record) -> list[list[int]]:
    """The lengths to cut a game to, by the sort of the last move: so that what is rare is looked at too."""
    after: dict[type, list[int]] = defaultdict(list)
    for number, (_, move) in enumerate(record.moves, start=1):
        after[type(move)].append(number)
    return [numbers for numbers in after.values() if len(numbers) > 1]


def _sealed(record: Record) -> list[int]:
    """The lengths at which some have given their sealed answer and others have not: the shortest-lived secrets."""
    asked = [record.game.actors(made.state) for made in walk(record)]
    pairs = enumerate(itertools.pairwise(asked), start=1)
    return [number for number, (before, after) in pairs if after and after < before]


def cut(record: Record, length: int) -> Record:
    """The game as it stood after so many moves."""
    return dataclasses.replace(record, moves=record.moves[:length])


def two_worlds(record: Record, seat: Seat | None, rng: random.Random) -> bool:
    """Compare all that a seat ever sees in a game and its twin; says whether the twin differs at all."""
    made = companion(record.game.name, "twins").twin(record.moves, record.seats, record.options, seat, rng)
    twin = dataclasses.replace(record, moves=tuple(made))
    only_hidden(record, twin, seat)
    _same_lines(record, twin, seat)
    probes = _probes(record, rng)
    last = len(record.moves)
    careful = {last, *rng.sample(range(last + 1), min(BYTES, last + 1))}
    for number, (left, right) in enumerate(zip(walk(record), walk(twin), strict=True)):
        where = f"{record.game.name}, {record.seats} seats, move {number}, {'onlooker' if seat is None else f's{seat}'}"
        _same_told(record.game, left, right, seat, where)
        _same_view(record.game, left.state, right.state, seat, where, as_text=number in careful)
        if seat is not None:
            _same_choice(record.game, left.state, right.state, seat, where)
            tried = len(probes) if number > last - record.seats else PROBES  # a sealed answer lives as long as that
            for move in rng.sample(probes, min(tried, len(probes))):
                said, other = (_answer(record.game, state, seat, move) for state in (left.state, right.state))
                assert said == other, f"two worlds: {where}: {move} is answered «{said}» and «{other}»"
    return twin.moves != record.moves


def only_hidden(record: Record, twin: Record, seat: Seat | None) -> None:
    """The twin maker is honest: it changes only what is marked SECRET in moves that the seat may not know."""
    hidden = companion(record.game.name, "twins").hidden(record.moves, record.seats, record.options, seat)
    assert len(twin.moves) == len(record.moves), "twins: another number of moves"
    for number, ((actor, move), (other_actor, other)) in enumerate(zip(record.moves, twin.moves, strict=True)):
        assert (actor, type(move)) == (other_actor, type(other)), f"twins: move {number} is of another sort"
        if move != other:
            assert number in hidden and actor != seat, f"twins: move {number} ({move}) is known to {seat}"
        if actor != DEALER:  # the seats see no line of the dealer's: what they learn of it is the event
            assert _public(move) == _public(other), f"twins: {move} and {other} differ in more than secrets"


def _same_lines(record: Record, twin: Record, seat: Seat | None) -> None:
    """The own lines of a record say nothing of the others' secrets, whatever was written before them."""
    here = [record.game.write(move) for _, move in record.moves]
    there = [record.game.write(move) for _, move in twin.moves]
    for (actor, _), line, other in zip(record.moves, here, there, strict=True):
        assert actor != seat or line == other, f"two worlds: s{seat}’s own line is «{line}» and «{other}»"


def _same_told(game: AnyGame, left: Step[Any, Any], right: Step[Any, Any], seat: Seat | None, where: str) -> None:
    told = [seen for event in left.events if (seen := game.mask(event, seat)) is not None]
    other = [seen for event in right.events if (seen := game.mask(event, seat)) is not None]
    assert told == other, f"two worlds: {where}: told {told} and {other}"
    assert repr(told) == repr(other), f"two worlds: {where}: events of other types: {told!r} and {other!r}"
    assert _text(tuple(told)) == _text(tuple(other)), f"two worlds: {where}: events differ as JSON"


def _same_view(game: AnyGame, left: Any, right: Any, seat: Seat | None, where: str, *, as_text: bool) -> None:
    view, other = game.view(left, seat), game.view(right, seat)
    assert view == other, f"two worlds: {where}: the view differs in {_differing(view, other)}"
    assert game.actors(left) == game.actors(right), f"two worlds: {where}: somebody else acts"
    assert game.wealth(left) == game.wealth(right), f"two worlds: {where}: other fortunes"
    if as_text:
        assert repr(view) == repr(other), f"two worlds: {where}: the view differs in types or in the order of a set"
        assert _text(view) == _text(other), f"two worlds: {where}: the view differs as JSON"


def _differing(view: Any, other: Any) -> str:
    names = [field.name for field in dataclasses.fields(view)]
    return ", ".join(name for name in names if getattr(view, name) != getattr(other, name, None)) or "its type"


def _same_choice(game: AnyGame, left: Any, right: Any, seat: Seat, where: str) -> None:
    moves, others = list(game.moves(left, seat)), list(game.moves(right, seat))
    assert moves == others, f"two worlds: {where}: the legal moves differ: {moves} and {others}"
    assert repr(moves) == repr(others), f"two worlds: {where}: the legal moves differ in type"


def _text(value: Any) -> str:
    return json.dumps(to_json(value))


def _probes(record: Record, rng: random.Random) -> list[Any]:
    """Moves to throw in at any time: those of this game, spoilt ones, and things that are no moves."""
    by_type: dict[type, list[Any]] = defaultdict(list)
    for _, move in record.moves:
        by_type[type(move)].append(move)
    found = [move for moves in by_type.values() for move in rng.sample(moves, min(3, len(moves)))]
    return [*found, *(wrong for move in found for wrong in spoilt(move)), *RUBBISH]


def spoilt(move: Any) -> list[Any]:
    """The move with one of its numbers out of every range."""
    fields = [field.name for field in dataclasses.fields(move) if type(getattr(move, field.name)) is int]
    return [dataclasses.replace(move, **{name: wrong}) for name in fields for wrong in (99, -1)]


def _answer(game: AnyGame, state: Any, seat: Seat, move: Any) -> str:
    """What the door says to a move."""
    if seat in game.actors(state) and move in game.moves(state, seat):
        return "legal"
    refusal = game.why(state, seat, move)
    return f"{refusal.rule}: {refusal.sentence} ({refusal})"


def secret_fields(record: Record, rng: random.Random, points: int) -> int:
    """Moves that differ only in what is marked SECRET tell the others the same. Says how many it compared."""
    game, compared = record.game, 0
    steps = list(walk(record))
    marked = [number for number, (_, move) in enumerate(record.moves) if secrets(move)]
    for number in rng.sample(marked, min(points, len(marked))):
        state, (actor, move) = steps[number].state, record.moves[number]
        alike = [other for other in game.moves(state, actor) if other != move and _public(other) == _public(move)]
        if not alike:
            continue
        pair = (move, rng.choice(alike))
        for seat in viewers(record.seats):
            # A last bid opens the bids: only the game's twin maker can say what stays hidden after a move.
            if all(_stays_hidden(record, number, (actor, made), seat) for made in pair):
                left, right = (game.apply(state, actor, made) for made in pair)
                where = f"{game.name}, {record.seats} seats, {pair[0]} or {pair[1]}, seen by {seat}"
                _same_told(game, left, right, seat, where)
                _same_view(game, left.state, right.state, seat, where, as_text=True)
                compared += 1
    return compared


def _stays_hidden(record: Record, number: int, made: tuple[Seat, Any], seat: Seat | None) -> bool:
    moves = (*record.moves[:number], made)
    return number in companion(record.game.name, "twins").hidden(moves, record.seats, record.options, seat)


def secrets(move: Any) -> frozenset[str]:
    """The fields of a move that are marked SECRET."""
    return _secrets(move.__class__)


@functools.cache
def _secrets(form: Any) -> frozenset[str]:
    hints = get_type_hints(form, include_extras=True)
    return frozenset(
        name for name, hint in hints.items() if get_origin(hint) is Annotated and SECRET in get_args(hint)[1:]
    )


def _public(move: Any) -> tuple[Any, ...]:
    names = (field.name for field in dataclasses.fields(move))
    return (type(move), *(getattr(move, name) for name in names if name not in secrets(move)))


def told_apart(record: Record, cuts: Sequence[int], rng: random.Random) -> tuple[int, int]:
    """How many twins of cut games differ from them, and of how many: a twin that is the same shows nothing."""
    twin = companion(record.game.name, "twins").twin
    differing = 0
    for length, seat in itertools.product(cuts, viewers(record.seats)):
        moves = record.moves[:length]
        differing += tuple(twin(moves, record.seats, record.options, seat, rng)) != moves
    return differing, len(cuts) * (record.seats + 1)
