"""Second worlds of Banküberfall, made from the rules alone: every card is followed from its draw to the discards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.notation import read, write

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bluffhouse.core.game import Seat

CARDS = {"2": 4, "3": 4, "4": 4, "5": 11, "10": 2, "x": 4, "seductress": 4, "policeman": 4, "detective": 4, "thief": 4}
BANKS = 5  # B1
TRIES = 20  # new worlds drawn until one differs


@dataclass(slots=True)
class Watcher:
    """A seat or an onlooker (None) who follows every card; a card’s number is the place of its draw in the record."""

    seats: int
    seat: Seat | None
    kinds: dict[int, str] = field(default_factory=dict)
    """What each card drawn is."""
    seen: set[int] = field(default_factory=set)
    """The cards whose faces the watcher has seen."""
    banks: list[list[int]] = field(default_factory=lambda: [[] for _ in range(BANKS)])
    hands: dict[int, list[int]] = field(default_factory=dict)
    placings: dict[int, int] = field(default_factory=dict)
    """Which card a move has put down."""
    robbing: list[int] = field(default_factory=list)
    """The banks whose robbery has been called, in order."""
    bids: list[int] = field(default_factory=list)
    """The sealed bids of the robbery going on, by their place in the record."""

    def follow(self, place: int, actor: Seat, move: Any) -> None:
        match write(move).split(" "):
            case ["bank", bank, kind]:
                self.kinds[place] = kind
                self.banks[int(bank)].append(place)
            case ["hand", who, kind]:
                self.kinds[place] = kind
                self.hands.setdefault(int(who[1:]), []).append(place)
                if int(who[1:]) == self.seat:
                    self.seen.add(place)
            case ["place", kind, bank]:
                self._place(place, actor, kind, int(bank))
            case ["spy", bank, card]:
                if actor == self.seat:  # B7
                    self.seen.add(self.banks[int(bank)][int(card)])
            case ["reveal", bank, card]:
                self.seen.add(self.banks[int(bank)][int(card)])  # B8
            case ["rob", bank]:
                self.robbing = [int(bank)]
            case ["bid", _]:
                self._bid(place)
            case _:
                pass  # who begins, tiles and skipped deeds are public

    def _place(self, place: int, actor: Seat, kind: str, bank: int) -> None:
        hand = self.hands[actor]
        card = next(card for card in hand if self.kinds[card] == kind)
        hand.remove(card)
        self.placings[place] = card
        self.banks[bank].append(card)
        if not hand and len(self.kinds) == sum(CARDS.values()):  # B18: the own bank first, then counter-clockwise
            self.robbing = [(actor - further) % BANKS for further in range(BANKS)]

    def _bid(self, place: int) -> None:
        self.bids.append(place)
        if len(self.bids) == self.seats:  # B11, B12: all is shown, and B17: goes
            bank = self.robbing.pop(0)
            self.seen.update(self.banks[bank])
            self.banks[bank] = []
            self.bids = []


def _watch(moves: Sequence[tuple[Seat, Any]], seats: int, seat: Seat | None) -> Watcher:
    watcher = Watcher(seats, seat)
    for place, (actor, move) in enumerate(moves):
        watcher.follow(place, actor, move)
    return watcher


def hidden(moves: Sequence[tuple[Seat, Any]], seats: int, options: Any, seat: Seat | None) -> frozenset[int]:
    """The moves whose card or bid may have been another for all that `seat` knows at the end of the record."""
    watcher = _watch(moves, seats, seat)
    draws = {place for place in watcher.kinds if place not in watcher.seen}
    placings = {place for place, card in watcher.placings.items() if card not in watcher.seen}
    bids = {place for place in watcher.bids if moves[place][0] != seat}
    return frozenset(draws | placings | bids)


def twin(
    moves: Sequence[tuple[Seat, Any]], seats: int, options: Any, seat: Seat | None, rng: random.Random
) -> list[tuple[Seat, Any]]:
    """The same game with the unseen cards and the pile shuffled among each other, and other sealed bids."""
    watcher = _watch(moves, seats, seat)
    choices = _bids(watcher, moves, seats, options)
    made = list(moves)
    for _ in range(TRIES):
        changes = _redealt(watcher, moves, rng) | {
            # nothing and everything are what code gets wrong: as likely as all between
            place: rng.choice((bids[0], bids[-1], rng.choice(bids)))
            for place, bids in choices.items()
        }
        for place, move in changes.items():
            made[place] = (moves[place][0], move)
        if made != list(moves):
            break
    return made


def _redealt(watcher: Watcher, moves: Sequence[tuple[Seat, Any]], rng: random.Random) -> dict[int, Any]:
    """Every card the watcher has not seen may be any other such card, or one of the pile."""
    unseen = [card for card in watcher.kinds if card not in watcher.seen]
    pile = Counter(CARDS)
    pile.subtract(watcher.kinds.values())
    kinds = [*(watcher.kinds[card] for card in unseen), *pile.elements()]
    rng.shuffle(kinds)
    become = dict(zip(unseen, kinds, strict=False))  # the rest stays in the pile, which has no line
    lines = {}
    for card, kind in become.items():
        word, where, _ = write(moves[card][1]).split(" ")
        lines[card] = read(f"{word} {where} {kind}")
    for place, card in watcher.placings.items():
        if card in become:
            _, _, bank = write(moves[place][1]).split(" ")
            lines[place] = read(f"place {become[card]} {bank}")
    return lines


def _bids(watcher: Watcher, moves: Sequence[tuple[Seat, Any]], seats: int, options: Any) -> dict[int, Sequence[Any]]:
    """B11: what the others who have sealed a bid might have bid as well; coins are public, so any legal bid."""
    foreign = [place for place in watcher.bids if moves[place][0] != watcher.seat]
    if not foreign:
        return {}
    state = GAME.setup(options, seats)
    for actor, move in moves[: min(watcher.bids)]:
        state = GAME.apply(state, actor, move).state
    return {place: GAME.moves(state, moves[place][0]) for place in foreign}
