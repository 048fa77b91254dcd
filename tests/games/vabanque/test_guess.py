"""A guessed state fits the view, and every world the view leaves open is drawn as often as it is likely."""

import functools
from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import ALL_KINDS, CardLaid, Kind, State
from tests.games.vabanque.builders import everybody, play, table

S0, S1, S2 = (Seat(seat) for seat in range(3))
DRAWS_A_WORLD = 40
FIRST, SECOND = "002264456", "13"


def laid(casinos: str, kinds: tuple[tuple[Kind, ...], ...]) -> State:
    """Three seats, all chips at 0, then cards laid at these casinos, each seat's in the order of its kinds."""
    state = everybody(table(3), "chip 0")
    for place, casino in enumerate(casinos):
        state = play(state, f"s{place % 3} lay {kinds[place % 3][place // 3]} {casino}")
    return state


def paid(state: State, casinos: str, kinds: tuple[tuple[Kind, ...], ...]) -> State:
    """Nobody moves, the round is paid; in the next round all chips go to 0 and cards are laid at these casinos."""
    state = everybody(everybody(state, "move 0"), "chip 0")
    for place, casino in enumerate(casinos):
        seat = state.order[place % 3]
        state = play(state, f"s{seat} lay {kinds[seat][place // 3]} {casino}")
    return state


ORDERS = list(permutations(ALL_KINDS))
TRUE = (ORDERS[0], ORDERS[3], ORDERS[4])


def worlds_of_a_round(casinos: str) -> list[State]:
    """Every way in which three hands can have been laid at these casinos."""
    places = [len(range(seat, len(casinos), 3)) for seat in range(3)]
    heads = [sorted({order[:count] for order in ORDERS}) for count in places]
    return [laid(casinos, kinds) for kinds in product(*heads)]


def assert_right_odds(true: State, worlds: list[State], seat: Seat | None, seed: int, *, expected: int) -> None:
    """The worlds that look to the seat like the true one are drawn equally often, and no others."""
    seen = GAME.view(true, seat)
    possible = {world for world in worlds if GAME.view(world, seat) == seen}
    assert true in possible
    assert len(possible) == expected
    random = Random(seed)
    drawn = Counter(GAME.guess(seen, random.randrange) for _ in range(DRAWS_A_WORLD * expected))
    assert set(drawn) == possible
    spread = sum((count - DRAWS_A_WORLD) ** 2 / DRAWS_A_WORLD for count in drawn.values())
    freedom = expected - 1
    assert spread < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("seat", "expected"), [(S0, 36), (S1, 36), (S2, 36), (None, 216)])
def test_all_cards_lie_each_order_of_the_others_is_as_likely(seat: Seat | None, expected: int) -> None:
    casinos = "012345601"
    assert_right_odds(laid(casinos, TRUE), worlds_of_a_round(casinos), seat, 1, expected=expected)


@pytest.mark.parametrize(("seat", "expected"), [(S0, 18), (S1, 18), (S2, 36), (None, 108)])
def test_some_cards_are_still_in_hand(seat: Seat | None, expected: int) -> None:
    """s0 and s1 have laid two, s2 one: 6, 6 and 3 ways."""
    casinos = "00123"
    assert_right_odds(laid(casinos, TRUE), worlds_of_a_round(casinos), seat, 2, expected=expected)


def test_nothing_lies_and_nothing_is_guessed() -> None:
    state = everybody(table(3), "chip 0")
    for seat in (S0, S1, S2, None):
        assert GAME.guess(GAME.view(state, seat), Random(3).randrange) == state


@functools.cache
def worlds_of_two_rounds() -> tuple[State, ...]:
    """A round is paid and of the next two cards are laid: every way in which that can have been."""
    heads = sorted({order[:1] for order in ORDERS})
    return tuple(
        paid(world, SECOND, (TRUE[0], *kinds)) for world in worlds_of_a_round(FIRST) for kinds in product(heads, heads)
    )


@pytest.mark.parametrize(("seat", "expected"), [(S0, 18), (S1, 3), (S2, 6), (None, 18)])
def test_cards_opened_in_past_rounds_are_kept_and_unseen_ones_vary(seat: Seat | None, expected: int) -> None:
    """The pawns stand at 0, 2 and 4. Of s0 all was opened, of s2 two cards (which tells the third), of s1 one: 2 ways.

    In the second round s1, now the richest, and s2 have laid one card each: 3 ways each.
    """
    true = paid(laid(FIRST, TRUE), SECOND, TRUE)
    assert true.order == (1, 2, 0)
    assert_right_odds(true, list(worlds_of_two_rounds()), seat, 4, expected=expected)


def test_v12_what_was_opened_is_in_every_guess_and_what_went_back_unseen_is_not() -> None:
    """s1 laid its first card where s0's pawn stands, the others where nobody came."""
    state = everybody(laid("000666666", TRUE), "move 0")
    guesses = [GAME.guess(GAME.view(state, S0), Random(seed).randrange) for seed in range(30)]
    of_s1 = [
        tuple(event.kind for event in guess.story if isinstance(event, CardLaid) and event.seat == S1)
        for guess in guesses
    ]
    assert {kinds[0] for kinds in of_s1} == {TRUE[1][0]}
    assert len({kinds[1] for kinds in of_s1}) == 2
    assert all(set(kinds) == set(ALL_KINDS) for kinds in of_s1)


def test_the_own_cards_are_never_guessed() -> None:
    state = laid("012345601", TRUE)
    for seed in range(20):
        guess = GAME.guess(GAME.view(state, S1), Random(seed).randrange)
        own = [card for cards in guess.laid for card in cards if card.owner == S1]
        assert own == [card for cards in state.laid for card in cards if card.owner == S1]


def test_only_the_given_chance_is_used() -> None:
    seen = GAME.view(laid("012345601", TRUE), None)
    assert GAME.guess(seen, Random(9).randrange) == GAME.guess(seen, Random(9).randrange)
