"""The sensible opponent: sees only a view, and never plays one move for sure."""

from collections import Counter
from random import Random

import pytest

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import DrawFirst, LayCard, Move, MovePawn, PlaceChip, Stand, State, View
from tests.games.vabanque.builders import LAYING, SEATS, everybody, start, table
from tests.games.vabanque.builders import play as after


def positions(seats: int, edition: str, seed: int) -> list[State]:
    """Every position of a random game in which a person decides."""
    players: list[Chooser[View, Move]] = [Chooser(at_random, Random(seed + seat).randrange) for seat in range(seats)]
    turns = play(GAME, start(seats, edition), players, Random(seed).randrange)
    states = [turn.step.state for turn in turns]
    return [state for state in states if GAME.actors(state)]


def choices(state: State, times: int) -> Counter[object]:
    (actor,) = GAME.actors(state)
    seen, legal = GAME.view(state, actor), GAME.moves(state, actor)
    return Counter(GAME.heuristic(seen, legal, Random(seed).randrange) for seed in range(times))


@pytest.mark.parametrize(("seats", "edition"), [(3, "classic"), (4, "2019"), (5, "classic"), (6, "2019")])
def test_it_always_makes_a_legal_move_and_mostly_different_ones(seats: int, edition: str) -> None:
    several = 0
    states = positions(seats, edition, seats)
    for state in states:
        (actor,) = GAME.actors(state)
        chosen = choices(state, 20)
        assert chosen.keys() <= set(GAME.moves(state, actor))
        several += len(chosen) > 1
    assert several > 0.9 * len(states)


@pytest.mark.parametrize("seats", SEATS)
def test_it_never_plays_a_move_for_sure(seats: int) -> None:
    """However good one move looks, the lowest and the highest ticket draw two different ones."""
    for state in positions(seats, "classic", 70 + seats):
        (actor,) = GAME.actors(state)
        seen, legal = GAME.view(state, actor), GAME.moves(state, actor)
        assert GAME.heuristic(seen, legal, lambda _: 0) != GAME.heuristic(seen, legal, lambda n: n - 1)


def test_it_sees_only_a_view() -> None:
    """Whatever the others' cards really are, the same view and the same chance give the same move."""
    for number, state in enumerate(positions(4, "classic", 11)):
        (actor,) = GAME.actors(state)
        other = GAME.guess(GAME.view(state, actor), Random(number).randrange)
        assert GAME.actors(other) == {actor}
        made = [
            GAME.heuristic(GAME.view(world, actor), GAME.moves(world, actor), Random(5).randrange)
            for world in (state, other)
        ]
        assert made[0] == made[1]


def test_every_kind_of_move_can_be_chosen() -> None:
    chips = table(3)
    cards = everybody(chips, "chip 0")
    pawns = everybody(cards, *LAYING)
    standing = after(start(3), "dealer first s1")
    for state, form in ((chips, PlaceChip), (cards, LayCard), (pawns, MovePawn), (standing, Stand)):
        assert all(isinstance(move, form) for move in choices(state, 5))
    begun = start(3)
    drawn = GAME.heuristic(GAME.view(begun, None), GAME.moves(begun, DEALER), Random(1).randrange)
    assert isinstance(drawn, DrawFirst)


def test_it_prefers_the_rich_casino_and_is_wary_of_face_down_cards() -> None:
    """All chips at 2; s0 at casino 0 decides, once with nothing beside 2 and once with all cards of the others."""
    chips = everybody(table(3), "chip 2")
    rich = everybody(chips, "lay raise 6", "lay trap 6", "lay bluff 6")
    risky = chips
    for kind in ("raise", "trap", "bluff"):
        risky = after(risky, f"s0 lay {kind} 6", f"s1 lay {kind} 2", f"s2 lay {kind} 2")
    assert choices(rich, 200)[MovePawn(2)] > 150
    assert choices(risky, 200)[MovePawn(2)] < 60


def test_it_stays_beside_its_own_trap_where_company_is() -> None:
    """s2 of three stands at 4 and moves last; its Trap lies at 5, where the two others went."""
    state = everybody(table(3), "chip 5")
    state = after(state, *(f"s{seat} lay raise 6" for seat in range(3)))
    state = after(state, "s0 lay trap 6", "s1 lay trap 6", "s2 lay trap 5")
    state = after(state, *(f"s{seat} lay bluff 6" for seat in range(3)))
    state = after(state, "s0 move 4", "s1 move 3")
    assert GAME.actors(state) == {Seat(2)}
    assert choices(state, 200)[MovePawn(1)] > 150
