"""How likely the particles are, given where the others put their cards: a player of habits puts each kind elsewhere.

Only cards that this seat still cannot see are asked about. What their owner knew at that moment is what of today's
cards lay there already; the hand they chose from is taken to be today's, with the card in place of one drawn since.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.bots.bankueberfall import habits as habits_file
from bluffhouse.bots.bankueberfall.habits import placing
from bluffhouse.bots.bankueberfall.keeping import kept
from bluffhouse.bots.bankueberfall.particles import KIND, Particles, knows
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.bankueberfall.model import BANKS, KINDS, BankDealt, BankRobbed, CardPlaced

if TYPE_CHECKING:
    from bluffhouse.bots.bankueberfall.habits import Habits, Number, Numbers
    from bluffhouse.bots.bankueberfall.particles import Weights
    from bluffhouse.games.bankueberfall.model import View

    Moments = dict[tuple[int, int], list[int]]

DOUBT: Final = 0.3
"""How often somebody is taken to place at random: nobody is sure to have these habits."""


def weighed(particles: Particles, habits: Habits) -> Particles:
    """The particles with the weights that the others' placements give them."""
    view = particles.view
    weights = particles.weights.copy()
    for (bank, place), lengths in _moments(view).items():
        card = view.banks[bank][place]
        if card.kind is None and card.by != DEALER:
            weights *= _chances(particles, bank, place, lengths, habits)
    return particles.weighed(weights)


def _moments(view: View) -> Moments:
    """For every card at a bank, how many of the cards that are at the banks now lay there before it."""
    lengths = [0] * BANKS
    moments: Moments = {}
    for event in view.story:
        match event:
            case BankDealt(bank=bank) | CardPlaced(bank=bank):
                moments[bank, lengths[bank]] = lengths.copy()
                lengths[bank] += 1
            case BankRobbed(bank=bank):
                moments = {place: [*of[:bank], 0, *of[bank + 1 :]] for place, of in moments.items() if place[0] != bank}
                lengths[bank] = 0
            case _:
                pass  # no card comes or goes
    return moments


def _chances(particles: Particles, bank: int, place: int, lengths: list[int], habits: Habits) -> Weights:
    """In each world, how likely the owner of a card was to put it there rather than do anything else."""
    view, owner = particles.view, particles.view.banks[bank][place].by
    kinds = particles.card(bank, place).astype(np.int64)
    known, missing = _seen_then(particles, owner, lengths)
    hands = particles.hands[:, owner].copy()
    every = np.arange(particles.size)
    if view.hand_sizes[owner]:
        hands[every, hands.argmax(axis=1)] -= view.pile_size > 0  # one of them was drawn since
    hands[every, kinds] += 1
    chances = np.empty(particles.size)
    _placed((known, missing, hands), kinds, bank, habits, chances)
    return chances


def _seen_then(particles: Particles, seat: Seat, lengths: list[int]) -> tuple[Numbers, Numbers]:
    """World x bank x kind and bank: what a seat knew when so many cards lay at the banks, and how many it did not."""
    view, every = particles.view, np.arange(particles.size)
    known = np.zeros((particles.size, BANKS, len(KINDS)), np.int64)
    missing = np.zeros(BANKS, np.int64)
    for bank, length in enumerate(lengths):
        for place, card in enumerate(view.banks[bank][:length]):
            if not knows(seat, card):
                missing[bank] += 1
                continue
            kind = particles.card(bank, place) if card.kind is None else KIND[card.kind]
            known[every, bank, kind] += 1
    return known, missing


@kept(__file__, habits_file.__file__)
def _placed(
    seen: tuple[Numbers, Numbers, Numbers], kinds: Numbers, bank: Number, habits: Habits, chances: Weights
) -> None:
    known, missing, hands = seen
    worths = np.empty((hands.shape[1], len(missing)))
    for world in range(len(kinds)):
        placing(known[world], missing, hands[world], habits, worths)
        best, total, choices = worths[kinds[world], bank], 0.0, 0
        for kind in range(worths.shape[0]):
            if hands[world, kind] > 0:
                choices += worths.shape[1]
                for other in range(worths.shape[1]):
                    total += math.exp(worths[kind, other] - best)
        chances[world] = DOUBT / choices + (1 - DOUBT) / total
