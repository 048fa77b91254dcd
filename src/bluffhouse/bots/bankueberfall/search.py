"""The strongest player of Banküberfall: particles of what lies hidden, play-outs by habits, bids by regret matching."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.bots.bankueberfall import bidding
from bluffhouse.bots.bankueberfall.library import tuned
from bluffhouse.bots.bankueberfall.likelihood import weighed
from bluffhouse.bots.bankueberfall.particles import KIND, draw, knows
from bluffhouse.bots.bankueberfall.playing import FREE, Worlds, decisions, of_particles, play_outs
from bluffhouse.core.chance import pick
from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.kernel.robbery import found
from bluffhouse.games.bankueberfall.model import (
    BANKS,
    CREDIT,
    KINDS,
    Bid,
    Phase,
    PlaceCard,
    RevealCard,
    RobBank,
    Skip,
    SpyOn,
)
from bluffhouse.sim.batch import generator, win_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bluffhouse.bots.bankueberfall.habits import Habits
    from bluffhouse.bots.bankueberfall.particles import Particles
    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.game import Below
    from bluffhouse.games.bankueberfall.model import Move, View

    Shares = NDArray[np.float64]

PARTICLES: Final = 500
CONTENTS: Final = 32
"""Imagined contents of a bank that bids are weighed on."""
DRAWS: Final = 8
"""Of what everybody would bid by habit, for each of them."""
TRUST: Final = 0.5
"""How often the others are taken to bid by habit, else as well as can be."""
SWING: Final = 6.0
"""Coins: about how much a robbery may change between two seats."""
LIKELY: Final = 200
"""Choices by habit from which the moves worth a search are taken …"""
MOST: Final = 8
"""… and how many of them at most."""
STAGES: Final = 3
"""After each stage the better half of the moves is searched on."""
WARMTH: Final = 0.02
"""Win shares this close are about as likely to be chosen …"""
CUSTOM: Final = 0.5
"""… where habit does not tell them apart: the power to which its odds count."""
SEEDS: Final = 1 << 63


def search(worlds: int) -> Mind:
    """The bot that tries its moves in about so many worlds each."""
    return Search(worlds)


def habits(_: int) -> Mind:
    """The bot that decides by habit alone."""
    return ByHabit()


@dataclass(frozen=True, slots=True)
class ByHabit:
    """A mind without a search: the habits kept for its number of seats, or its own."""

    own: Habits | None = None

    def __call__(self, view: View, moves: Sequence[Move], below: Below) -> Move:
        """One world will do: habits look at nothing in it that their seat does not know."""
        rng, habits = generator(below(SEEDS)), tuned(view.seats) if self.own is None else self.own
        chosen = int(decisions(of_particles(draw(view, 1, rng)), _me(view), habits, rng)[0])
        match view.phase:
            case Phase.BIDS:
                return Bid(chosen)
            case Phase.PLACE:
                return PlaceCard(KINDS[chosen // BANKS], chosen % BANKS)
            case Phase.ROB:
                return RobBank(chosen)
            case _:
                unknown = [move for move in moves if isinstance(move, SpyOn) and _teaches(view, move, chosen)]
                return unknown[below(len(unknown))] if unknown else Skip()


def _teaches(view: View, move: SpyOn, bank: int) -> bool:
    """Whether this seat would see something new at that bank."""
    return move.bank == bank and view.banks[bank][move.card].kind is None


class Search:
    """A mind. What worse moves are not tried in any more, the better ones are."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds

    def __call__(self, view: View, moves: Sequence[Move], below: Below) -> Move:
        if len(moves) == 1:
            return moves[0]
        rng = generator(below(SEEDS))
        habits = tuned(view.seats)
        particles = weighed(draw(view, PARTICLES, rng), habits).resampled(PARTICLES, rng)
        if view.phase is Phase.BIDS:
            amounts, odds = bidding.solve(robbery(particles, habits, rng), _me(view), rng)
            return pick([Bid(int(amount)) for amount in amounts], odds.tolist(), below)
        worlds = of_particles(particles)
        usual = _usual(view, moves, decisions(worlds, _me(view), habits, rng)[:LIKELY])
        kept, shares = self._search(particles, worlds, list(usual), habits, rng)
        custom = np.array([usual[move] for move in kept]) ** CUSTOM
        return pick(kept, (custom * np.exp((shares - shares.max()) / WARMTH)).tolist(), below)

    def _search(
        self, particles: Particles, worlds: Worlds, moves: list[Move], habits: Habits, rng: np.random.Generator
    ) -> tuple[list[Move], Shares]:
        """The moves that last to the end, with the win shares they came to: sequential halving (Karnin 2013)."""
        me, tables = _me(particles.view), np.tile(habits, (1, worlds.seats, 1))
        won, times = np.zeros(len(moves)), 0
        playouts = self.worlds * len(moves)
        for stage in range(STAGES):
            each = max(1, playouts // STAGES // len(moves))
            chosen = (np.arange(each) + int(rng.integers(particles.size))) % particles.size
            after = [_after(particles, worlds, chosen, move) for move in moves]
            ends = play_outs(_joined(after), tables, rng)
            won += win_shares(ends.T.astype(np.int32))[me].reshape(len(moves), each).sum(axis=1, dtype=np.float64)
            times += each
            if stage + 1 < STAGES and len(moves) > 2:
                best = np.sort(np.argsort(-won, kind="stable")[: (len(moves) + 1) // 2])
                moves, won = [moves[number] for number in best], won[best]
        return moves, won / times


def _me(view: View) -> Seat:
    assert view.me is not None, "an onlooker decides nothing"
    return view.me


def _usual(view: View, moves: Sequence[Move], likely: NDArray[np.int64]) -> dict[Move, int]:
    """The moves worth a search, with how often habit makes them (and once more).

    Of the placements those that habit makes most, of everything else all, of cards nobody can tell apart one.
    """
    numbers, times = np.unique(likely, return_counts=True)
    made = dict(zip(numbers.tolist(), times.tolist(), strict=True))
    if view.phase is Phase.PLACE:
        most = sorted(made, key=lambda number: -made[number])[:MOST]
        return {PlaceCard(KINDS[number // BANKS], number % BANKS): 1 + made[number] for number in most}
    apart = {_look(view, move): move for move in reversed(moves)}.values()
    if view.phase is Phase.REVEAL:
        return dict.fromkeys(apart, 1)
    return {move: 1 + made.get(getattr(move, "bank", FREE), 0) for move in apart}


def _look(view: View, move: Move) -> object:
    """What a card looks like to everybody: its bank, its owner, what this seat knows, who spied on it."""
    if not isinstance(move, SpyOn | RevealCard):
        return move
    card = view.banks[move.bank][move.card]
    return move.bank, card.by, card.kind, card.spies


def _after(particles: Particles, worlds: Worlds, chosen: NDArray[np.intp], move: Move) -> Worlds:
    """The chosen worlds with a move as the first choice there; what it tells is known to whom it tells it."""
    view, after = particles.view, worlds.pick(chosen)
    match move:
        case PlaceCard(kind, bank):
            after.moments[:, -1] = KIND[kind] * BANKS + bank
        case RobBank(bank):
            after.moments[:, -1] = bank
        case SpyOn(bank, place) | RevealCard(bank, place):
            card = view.banks[bank][place]
            kind_of = particles.card(bank, place)[chosen] if card.kind is None else KIND[card.kind]
            learns = [_me(view)] if isinstance(move, SpyOn) else range(view.seats)
            for seat in learns:
                if not knows(Seat(seat), card):
                    after.known[np.arange(len(chosen)), seat, bank, kind_of] += 1
            after.moments[:, -1] = 0
        case _:
            after.moments[:, -1] = 0  # to skip is a choice, too
    return after


def _joined(parts: list[Worlds]) -> Worlds:
    rows, known, moments = (np.concatenate(pieces) for pieces in zip(*(part.arrays for part in parts), strict=True))
    return Worlds(rows, known, moments, parts[0].past_unpaid)


def robbery(particles: Particles, habits: Habits, rng: np.random.Generator) -> bidding.Robbery:
    """The robbery that is on, as this seat may imagine it."""
    view, few = particles.view, particles.resampled(CONTENTS, rng)
    assert view.target is not None, "bids are for a bank"
    worlds = of_particles(few)
    seats = [Seat(seat) for seat in range(view.seats)]
    draws = [[decisions(worlds, seat, habits, rng) for seat in seats] for _ in range(DRAWS)]
    return bidding.Robbery(
        cards=few.banks[:, view.target].T.astype(np.uint8),
        groups=np.stack([_groups(worlds.known[:, seat, view.target].T.astype(np.uint8)) for seat in seats]),
        coins=view.coins,
        wealth=tuple(own - CREDIT * red for own, red in zip(view.coins, view.credits, strict=True)),
        warmth=SWING * robberies_left(view) ** 0.5,
        habits=np.array(draws, np.int16),
        trust=TRUST,
        past_unpaid=view.options.pay_past_unpaid,
    )


def _groups(known: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Contents are alike to a seat that knows of the same end and of about the same loot: to tens."""
    scene = found(known)
    looks = np.stack((scene.police, scene.thieves, scene.highest_first, scene.loot // 10))
    return np.unique(looks, axis=1, return_inverse=True)[1].reshape(-1)


def robberies_left(view: View) -> float:
    """About how many robberies are to come, this one included: five cards of the pile to one, then the hands."""
    if view.phase is Phase.BIDS and not view.hand_sizes[view.turn or 0]:
        return 1.0 + len(view.last)
    return 1.0 + BANKS + view.pile_size / 5 + min(view.hand_sizes) * view.seats / 4
