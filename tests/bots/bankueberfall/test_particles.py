"""Particles fit the view to the last card, lie as the game's own guesses do, and lean to where habits put cards."""

from random import Random

import numpy as np
import pytest

from bluffhouse.bots.bankueberfall.belief import belief
from bluffhouse.bots.bankueberfall.habits import HABITS, PLACING, TRAITS
from bluffhouse.bots.bankueberfall.library import tuned
from bluffhouse.bots.bankueberfall.likelihood import weighed
from bluffhouse.bots.bankueberfall.particles import KIND, draw
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.encode import gone
from bluffhouse.games.bankueberfall.model import COPIES, KINDS, Kind, Options
from bluffhouse.sim.batch import generator
from tests.bots.bankueberfall.views import views
from tests.games.bankueberfall.builders import dealt, play

S0, S1 = Seat(0), Seat(1)
THIEF = KIND[Kind.THIEF]


@pytest.mark.parametrize(
    ("seats", "options"), [(2, Options()), (3, Options()), (4, Options()), (5, Options(fifth_seat=True))]
)
def test_no_particle_contradicts_the_view(seats: int, options: Options) -> None:
    for view in views(seats, seats, options)[::4]:
        particles = weighed(draw(view, 20, generator(1)), tuned(seats)).resampled(30, generator(2))
        for bank, row in enumerate(view.banks):
            seen = np.array([sum(card.kind is kind for card in row) for kind in KINDS])
            assert (particles.banks[:, bank] >= seen).all()
            assert (particles.banks[:, bank].sum(axis=1) == len(row)).all()
        assert (particles.hands.sum(axis=2) == view.hand_sizes).all()
        assert (particles.hands[:, view.me or 0] == [view.hand.count(kind) for kind in KINDS]).all()
        assert (particles.pile.sum(axis=1) == view.pile_size).all()
        everything = particles.banks.sum(axis=1) + particles.hands.sum(axis=1) + particles.pile + gone(view)
        assert (everything == COPIES).all()


@pytest.mark.parametrize("seats", [2, 3])
def test_they_lie_as_the_games_guesses_do(seats: int) -> None:
    """Of every bank: how many cards of each kind there are on average."""
    view = views(seats, 5)[40]
    below = Random(1).randrange
    guesses = [GAME.guess(view, below) for _ in range(1500)]
    counted = np.array(
        [[[card.kind for card in row].count(kind) for row in one.banks for kind in KINDS] for one in guesses]
    )
    drawn = draw(view, 1500, generator(3)).banks.reshape(1500, -1)
    noise = np.sqrt((counted.var(axis=0) + drawn.var(axis=0)) / 1500)
    assert (np.abs(counted.mean(axis=0) - drawn.mean(axis=0)) <= 4.5 * noise).all()
    assert drawn.var(axis=0).max() > 0


def test_what_a_seat_knows_in_a_world_is_its_own_spied_on_and_face_up() -> None:
    state = play(
        dealt(banks="2 10 2 2 3", hands={0: "thief 5 5 5 5"}),
        *("dealer tile placement", "s0 place thief 1", "dealer hand s0 x"),
        *("dealer tile spy", "s1 spy 1 1", "dealer tile reveal", "s2 reveal 1 0"),
        *("dealer tile placement",),
    )
    particles = draw(GAME.view(state, S0), 50, generator(1))
    assert (particles.seen_by(S0)[:, 1, THIEF] == 1).all()
    assert (particles.seen_by(S1)[:, 1, THIEF] == 1).all()
    assert (particles.seen_by(Seat(2))[:, 1, THIEF] == 0).all()
    assert (particles.seen_by(Seat(2))[:, 1, KIND[Kind.TEN]] == 1).all()


def fond_of_thieves() -> np.typing.NDArray[np.float64]:
    """Habits that put a Thief down before anything else."""
    habits = np.zeros(HABITS)
    habits[PLACING + 5 * TRAITS] = 4.0
    return habits


def test_a_card_put_down_by_one_who_is_fond_of_thieves_is_likely_a_thief() -> None:
    state = play(dealt(2), "dealer tile placement", "s0 place 5 3", "dealer hand s0 x", "dealer tile placement")
    view = GAME.view(state, S1)
    plain = draw(view, 4000, generator(4))
    told = weighed(plain, fond_of_thieves())
    assert told.chances(3, 1)[THIEF] > 2 * plain.chances(3, 1)[THIEF]
    assert told.chances(3, 0)[THIEF] == pytest.approx(plain.chances(3, 0)[THIEF], abs=0.03)  # the dealer has no habits
    assert told.weights.sum() == pytest.approx(1)


def test_a_belief_names_every_card_unseen_and_is_the_same_twice() -> None:
    for view in views(3, 8)[::9]:
        told = belief(view)
        hidden = [(bank, n) for bank, row in enumerate(view.banks) for n, card in enumerate(row) if card.kind is None]
        assert [(card.place, card.number) for card in told] == hidden
        assert all(card.owner == view.banks[card.place][card.number].by for card in told)
        assert all(sum(card.chances.values()) == pytest.approx(1) for card in told)
        assert all(set(card.chances) == set(KINDS) for card in told)
        assert belief(view) == told


def test_a_belief_knows_when_a_kind_is_used_up() -> None:
    state = play(dealt(2, hands={0: "10 10 5 5 5"}), "dealer tile placement")
    assert all(card.chances["10"] == 0 for card in belief(GAME.view(state, S0)))
    assert any(card.chances["10"] > 0 for card in belief(GAME.view(state, S1)))
    assert all(card.owner == DEALER for card in belief(GAME.view(state, S0)))
