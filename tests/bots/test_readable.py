"""The exploiter of many games at once: it wins more than its share, and only where it searches."""

from __future__ import annotations

from bluffhouse.bots.network import shipped
from bluffhouse.games.vabanque.model import Phase
from tests.bots.readable import Exploited


def test_who_owns_the_policy_wins_more_than_a_share() -> None:
    """The shipped one mixes so much that 24 games would not show it: this one does nearly always what it likes most."""
    share, within = Exploited(shipped("vabanque").sharper(4), 24, worlds=8).won()
    assert share > 0.6
    assert 0 < within < 0.25


def test_without_a_search_it_plays_as_the_others_do() -> None:
    same, other = Exploited(shipped("vabanque"), 8, worlds=2), Exploited(shipped("vabanque"), 8, worlds=2)
    same.phases, other.rounds = (Phase.STAND,), (5,)
    assert same.won() == other.won()
