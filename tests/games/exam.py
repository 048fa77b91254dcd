"""The exam every game sits, but for its secrets (`worlds.py`): each check fails with a sentence, or passes silently."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import itertools
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.core.codec import from_json, to_json
from bluffhouse.core.game import DEALER, Illegal, Seat, Step, step, winners
from bluffhouse.core.record import AnyGame, Record, read, replay, write
from tests.games.sample import companion, go_on, viewers, walk

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

MOST_ORDERS = 24  # of sealed answers that are tried
STRANGERS = (DEALER, Seat(99), Seat(-7))
"""Added to the seats wherever somebody who is not at the table might knock."""


def ends(record: Record) -> None:
    """After the last move nobody may act, and somebody has won."""
    game = record.game
    steps = list(walk(record))
    for before in steps[:-1]:
        assert game.actors(before.state), "ends: a game that is over was played on"
        assert not winners(game, before.state), "ends: somebody has won before the end"
    state = steps[-1].state
    assert not game.actors(state), "ends: somebody may still act"
    wealth = game.wealth(state)
    assert len(wealth) == record.seats, f"ends: {len(wealth)} fortunes for {record.seats} seats"
    best = tuple(seat for seat in range(record.seats) if wealth[seat] == max(wealth))
    assert winners(game, state) == best, "ends: the richest win"
    for actor in (*range(record.seats), *STRANGERS):
        assert not game.moves(state, Seat(actor)), f"ends: {actor} has moves though the game is over"


def values(record: Record, rng: random.Random, points: int) -> None:
    """States, views, moves and events are values: they hash, compare and survive JSON both ways."""
    game = record.game
    steps = list(walk(record))
    for number in sorted(rng.sample(range(len(steps)), min(points, len(steps)))):
        made = steps[number]
        _survives(game.forms.state, made.state)
        for seat in viewers(record.seats):
            _survives(game.forms.view, game.view(made.state, seat))
            for event in made.events:
                if (seen := game.mask(event, seat)) is not None:
                    _survives(game.forms.event, seen)
        for event in made.events:
            _survives(game.forms.event, event)
        for actor in game.actors(made.state):
            for move in game.moves(made.state, actor):
                _survives(game.forms.move, move)


def _survives(form: Any, value: Any) -> None:
    again = from_json(form, json.loads(json.dumps(to_json(value), allow_nan=False)))
    assert again == value, f"values: {value} comes back from JSON as {again}"
    assert repr(again) == repr(value), f"values: {value} comes back from JSON with other types: {again!r}"
    assert hash(again) == hash(value), f"values: {value} hashes otherwise after JSON"


def order(record: Record) -> None:
    """Asked twice, `moves` says the same; no move twice; the dealer's are those of `odds`; others have none."""
    game = record.game
    for made, twice in zip(walk(record), walk(record), strict=True):
        state, actors = made.state, game.actors(made.state)
        assert hash(state) == hash(twice.state), "order: the same moves lead to states of different hashes"
        for actor in (*(Seat(seat) for seat in range(record.seats)), *STRANGERS):
            moves = list(game.moves(state, actor))
            assert moves == list(game.moves(twice.state, actor)), "order: the same state has other moves"
            assert len(set(moves)) == len(moves), f"order: {actor} has a move twice: {moves}"
            assert bool(moves) == (actor in actors), f"order: {actor} has {len(moves)} moves where {set(actors)} act"
        assert len(actors) <= 1 or DEALER not in actors, "order: the dealer never acts together with seats"
        _odds(game, state, actors)


def _odds(game: AnyGame, state: Any, actors: frozenset[Seat]) -> None:
    odds = list(game.odds(state))
    if DEALER not in actors:
        assert not odds, "order: there are odds though the dealer does not act"
        return
    assert [move for move, _ in odds] == list(game.moves(state, DEALER)), "order: odds and moves differ"
    assert all(type(weight) is int and weight >= 1 for _, weight in odds), f"order: odds {odds} are no whole numbers"


def sealed(record: Record, rng: random.Random, points: int) -> int:
    """Several actors answer in any order: the same state, the same things told. Says how many points it looked at."""
    game = record.game
    several = [made.state for made in walk(record) if len(game.actors(made.state)) > 1]
    for state in rng.sample(several, min(points, len(several))):
        answers = {actor: rng.choice(game.moves(state, actor)) for actor in sorted(game.actors(state))}
        reached: dict[frozenset[Seat], Any] = {}
        told: list[Counter[Any]] = []
        for actors in itertools.islice(_orders(sorted(answers), rng), MOST_ORDERS):
            told.append(_answer(game, state, [(actor, answers[actor]) for actor in actors], reached))
        assert all(events == told[0] for events in told), "sealed: another order tells other things"
    return len(several)


def _orders(actors: list[Seat], rng: random.Random) -> list[tuple[Seat, ...]]:
    found = list(itertools.permutations(actors))
    rng.shuffle(found)
    return found


def _answer(
    game: AnyGame, state: Any, answers: Sequence[tuple[Seat, Any]], reached: dict[frozenset[Seat], Any]
) -> Counter[Any]:
    told: Counter[Any] = Counter()
    done: frozenset[Seat] = frozenset()
    for actor, move in answers:
        made = step(game, state, actor, move)
        told.update(made.events)
        state, done = made.state, done | {actor}
        assert reached.setdefault(done, state) == state, f"sealed: the order of {set(done)} changes the state"
    return told


def look_alikes(record: Record, rng: random.Random, points: int) -> None:
    """A move that equals a legal one but is of other stuff (a word, 1.0, True) is refused or does exactly the same."""
    game = record.game
    steps = list(walk(record))
    for number in rng.sample(range(len(record.moves)), min(points, len(record.moves))):
        state, (actor, move) = steps[number].state, record.moves[number]
        for like in _likes(move):
            with contextlib.suppress(Illegal):
                made = step(game, state, actor, like)
                same = repr(made) == repr(steps[number + 1])
                assert same, f"look-alikes: {like!r} passes for {move!r}, but leads elsewhere"


def _likes(move: Any) -> list[Any]:
    found = []
    for field in dataclasses.fields(move):
        value = getattr(move, field.name)
        plain = (
            [value.value]
            if isinstance(value, enum.Enum)
            else [float(value), *([bool(value)] if value in (0, 1) else [])]
        )
        found += [dataclasses.replace(move, **{field.name: like}) for like in plain]
    return found


def replays(record: Record) -> None:
    """Written down and read again, a game is the same game; and its text is the same text."""
    text = write(record)
    again = read(text.encode(), games.find)
    assert again == replay(record), "replays: the record read back leads elsewhere"
    start, *steps = walk(record)
    assert (again.start, again.steps) == (start.state, tuple(steps)), "replays: the record read back has other steps"
    assert write(again.record) == text, "replays: the record read back is written otherwise"


def guesses(record: Record, rng: random.Random, points: int) -> None:
    """A guessed state fits the view, gives that seat the same choices, keeps the rules and can be played on."""
    game = record.game
    invariants = companion(game.name, "invariants").invariants
    steps = list(walk(record))
    for number in rng.sample(range(len(steps)), min(points, len(steps))):
        state = steps[number].state
        for seat in viewers(record.seats):
            view = game.view(state, seat)
            guessed = game.guess(view, rng.randrange)
            where = f"guesses: {game.name}, after move {number}, for {seat}:"
            assert game.view(guessed, seat) == view, f"{where} the guess does not fit the view"
            assert repr(game.view(guessed, seat)) == repr(view), f"{where} the guess has other types than the view"
            assert game.actors(guessed) == game.actors(state), f"{where} somebody else acts"
            assert game.wealth(guessed) == game.wealth(state), f"{where} other fortunes"
            if seat is not None:
                same = list(game.moves(guessed, seat)) == list(game.moves(state, seat))
                assert same, f"{where} the guess changes its own moves"
            _own_secrets(game, state, guessed, seat, where)
            _survives(game.forms.state, guessed)
            invariants(guessed)
        seat = rng.choice(viewers(record.seats))
        made = go_on(game, game.guess(game.view(state, seat), rng.randrange), rng)
        for _, _, later in made:
            invariants(later.state)
        if made:
            assert not game.actors(made[-1][2].state), "guesses: a guessed game does not end"


def _own_secrets(game: AnyGame, state: Any, guessed: Any, seat: Seat | None, where: str) -> None:
    """Every event that the seat sees whole is in the guess as it was, place by place."""
    truly = [event for event in state.story if game.mask(event, seat) is not None]
    thoughts = [event for event in guessed.story if game.mask(event, seat) is not None]
    assert len(thoughts) == len(truly), f"{where} another number of events"
    for true, thought in zip(truly, thoughts, strict=True):
        if game.mask(true, seat) == true:
            assert thought == true, f"{where} it knew {true} and now guesses {thought}"


def memory(record: Record) -> None:
    """A view's story is all that its seat was ever told; only notices of sealed answers may be left out."""
    game = record.game
    steps = list(walk(record))
    passing = _passing(game, record, steps)
    for before, after in itertools.pairwise(steps):
        old, new = before.state.story, after.state.story
        assert new[: len(old)] == old, "memory: the story so far has changed"
        kept = tuple(event for event in after.events if type(event) not in passing)
        assert new[len(old) :] == kept, f"memory: told {kept}, but the story goes on with {new[len(old) :]}"
    for made in steps:
        for seat in viewers(record.seats):
            told = tuple(seen for event in made.state.story if (seen := game.mask(event, seat)) is not None)
            assert game.view(made.state, seat).story == told, f"memory: {seat} was told something else"


def _passing(game: AnyGame, record: Record, steps: Sequence[Step[Any, Any]]) -> set[type]:
    """The types of event told while sealed answers are missing: the view shows what they say in fields of its own."""
    found: set[type] = set()
    for (actor, _), before, after in zip(record.moves, steps, steps[1:], strict=False):
        asked, missing = game.actors(before.state), game.actors(after.state)
        if missing and missing == asked - {actor}:
            assert len(after.events) > 0, "memory: a sealed answer is told to nobody"
            found |= {type(event) for event in after.events}
    return found


class Unheard:
    """An event nobody has thought of."""


def fails_closed(game: AnyGame, seats: int) -> None:
    """What no mask knows is sent to nobody."""
    for seat in viewers(seats):
        try:
            seen = game.mask(Unheard(), seat)
        except AssertionError:
            continue
        assert seen is None, f"fails closed: an unknown event is shown to {seat}"


def conserved(record: Record) -> None:
    """What the game's own folder says is true of every position."""
    invariants = companion(record.game.name, "invariants").invariants
    for made in walk(record):
        invariants(made.state)
