"""A guessed state fits the view, and every world the view leaves open is drawn as often as it is likely."""

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import permutations
from random import Random

import pytest

from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import COPIES, KINDS, CardPlaced, HandDealt, Kind, Phase, State
from tests.games.bankueberfall.builders import dealt, onward, pile_empty, play

S0, S1, S2 = (Seat(seat) for seat in range(3))
DRAWS = 3000


def assert_as_often(drawn: Counter[Hashable], odds: Mapping[Hashable, float]) -> None:
    """What was drawn fits the odds: the usual sum of squares stays within five standard deviations."""
    assert drawn.keys() <= odds.keys()
    total, times = sum(odds.values()), drawn.total()
    expected = {what: times * weight / total for what, weight in odds.items()}
    spread = sum((drawn[what] - often) ** 2 / often for what, often in expected.items())
    freedom = len(odds) - 1
    assert spread < freedom + 5 * (2 * freedom) ** 0.5


def guesses(state: State, seat: Seat | None, times: int = DRAWS, seed: int = 1) -> list[State]:
    seen, random = GAME.view(state, seat), Random(seed)
    return [GAME.guess(seen, random.randrange) for _ in range(times)]


def cards_at(state: State, bank: int) -> tuple[Kind | None, ...]:
    return tuple(card.kind for card in state.banks[bank])


def unseen(hand: tuple[Kind, ...]) -> Counter[Kind]:
    left = Counter(dict(zip(KINDS, COPIES, strict=True)))
    left.subtract(hand)
    return left


def test_at_the_start_a_card_at_a_bank_is_any_that_is_not_in_the_own_hand() -> None:
    state = dealt(hands={0: "10 10 x thief 5"})
    left = unseen(state.hands[0])
    drawn: Counter[Hashable] = Counter(cards_at(guess, 2)[0] for guess in guesses(state, S0))
    assert_as_often(drawn, {kind: float(count) for kind, count in left.items() if count})


def test_two_cards_at_banks_are_drawn_without_putting_back() -> None:
    state = dealt(2)
    left = unseen(state.hands[1])
    pairs: dict[Hashable, float] = {(a, b): left[a] * (left[b] - (a is b)) for a in left for b in left}
    drawn: Counter[Hashable] = Counter((cards_at(guess, 0)[0], cards_at(guess, 4)[0]) for guess in guesses(state, S1))
    assert_as_often(drawn, {pair: weight for pair, weight in pairs.items() if weight})


def test_the_others_hands_and_the_pile_are_what_is_left() -> None:
    state = dealt()
    for seat in (S0, S1, S2, None):
        for guess in guesses(state, seat, times=50):
            assert [len(hand) for hand in guess.hands] == [5, 5, 5]
            assert all(list(hand) == sorted(hand, key=KINDS.index) for hand in guess.hands)
            shown = Counter(card.kind for row in guess.banks for card in row)
            shown.update(kind for hand in guess.hands for kind in hand)
            assert [shown[kind] + left for kind, left in zip(KINDS, guess.pile, strict=True)] == list(COPIES)
            if seat is not None:
                assert guess.hands[seat] == state.hands[seat]


def late_in_the_game() -> State:
    """Two seats; the pile is used up; unknown are four banks' cards, what the other holds and has put at bank 0."""
    return onward(dealt(2), lambda now: pile_empty(now) and now.phase is Phase.TILE and len(now.hands[1]) == 2)


@pytest.mark.parametrize("seat", [S0, S1])
def test_late_in_the_game_every_way_the_unseen_cards_can_lie_is_as_likely(seat: Seat) -> None:
    """All orders of the cards the seat has not seen are counted through, one by one."""
    state = late_in_the_game()
    view = GAME.view(state, seat)
    places = [(bank, place) for bank, row in enumerate(view.banks) for place, card in enumerate(row) if not card.kind]
    other = Seat(1 - seat)
    hidden = [state.banks[bank][place].kind for bank, place in places] + list(state.hands[other])
    assert len(hidden) == 7
    worlds: Counter[Hashable] = Counter()
    for order in permutations(hidden):
        worlds[order[: len(places)], frozenset(Counter(order[len(places) :]).items())] += 1
    drawn: Counter[Hashable] = Counter(
        (
            tuple(guess.banks[bank][place].kind for bank, place in places),
            frozenset(Counter(guess.hands[other]).items()),
        )
        for guess in guesses(state, seat, times=1500)
    )
    assert_as_often(drawn, {world: float(ways) for world, ways in worlds.items()})


def test_cards_seen_are_kept_in_every_guess() -> None:
    """s0 put a thief at bank 1, s1 spied on it, s2 turned up the 10 beside it; bank 4 was robbed."""
    state = play(
        dealt(banks="2 10 2 2 3", hands={0: "thief 5 5 5 5"}),
        *("dealer tile placement", "s0 place thief 1", "dealer hand s0 x"),
        *("dealer tile spy", "s1 spy 1 1", "dealer tile reveal", "s2 reveal 1 0"),
        *("dealer tile robbery", "s0 rob 4", "s0 bid 0", "s1 bid 0", "s2 bid 0", "dealer bank 4 x"),
    )
    threes = KINDS.index(Kind.THREE)
    for seat in (S0, S1, S2, None):
        drawn = guesses(state, seat, times=60)
        assert {cards_at(guess, 1)[0] for guess in drawn} == {Kind.TEN}
        thieves = {cards_at(guess, 1)[1] for guess in drawn}
        assert thieves == {Kind.THIEF} if seat in (S0, S1) else len(thieves) > 3
        assert len({cards_at(guess, 4)[0] for guess in drawn}) > 3
        held = [sum(hand.count(Kind.THREE) for hand in guess.hands) for guess in drawn]
        lying = [sum(cards_at(guess, bank).count(Kind.THREE) for bank in range(5)) for guess in drawn]
        assert all(a + b + guess.pile[threes] == 3 for a, b, guess in zip(held, lying, drawn, strict=True))


def test_a_card_seen_when_a_bank_was_robbed_was_dealt_and_placed_as_that_card() -> None:
    state = play(
        dealt(hands={0: "thief 5 5 5 5"}),
        *("dealer tile placement", "s0 place thief 1", "dealer hand s0 x"),
        *("dealer tile robbery", "s1 rob 1", "s0 bid 0", "s1 bid 0", "s2 bid 0", "dealer bank 1 x"),
    )
    drawn: Counter[Hashable] = Counter()
    for guess in guesses(state, S2, times=500):
        assert CardPlaced(S0, Kind.THIEF, 1) in guess.story
        dealings = [event.kind for event in guess.story if isinstance(event, HandDealt) and event.seat == S0]
        drawn.update([place for place, kind in enumerate(dealings[:5]) if kind is Kind.THIEF][:1])
    assert set(drawn) == {0, 1, 2, 3, 4}, "any of the five cards may have been the one put down"


def test_sealed_bids_of_others_may_be_anything_they_own() -> None:
    state = play(dealt(), "dealer tile robbery", "s0 rob 0", "s0 bid 3", "s1 bid 6")
    drawn = guesses(state, S0, times=2200)
    assert {guess.bids[0] for guess in drawn} == {3}
    assert {guess.bids[2] for guess in drawn} == {None}
    assert_as_often(Counter(guess.bids[1] for guess in drawn), dict.fromkeys(range(11), 1.0))


def test_only_the_given_chance_is_used() -> None:
    assert guesses(dealt(), None, times=3, seed=9) == guesses(dealt(), None, times=3, seed=9)
