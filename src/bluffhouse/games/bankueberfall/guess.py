"""A whole state that fits what a seat knows: every card it has not seen may be any that is left, each as likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bluffhouse.core.chance import some
from bluffhouse.core.game import Below, Seat
from bluffhouse.games.bankueberfall.model import (
    BANKS,
    COPIES,
    KINDS,
    BankDealt,
    BankRobbed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    HandDealt,
    Kind,
    State,
    View,
)

if TYPE_CHECKING:
    from bluffhouse.games.bankueberfall.model import Event


def guess(view: View, below: Below) -> State:
    memory = Memory(seats=view.seats, below=below)
    for event in view.story:
        memory.follow(event)
    kinds, pile = memory.fill()
    return State(
        options=view.options,
        seats=view.seats,
        phase=view.phase,
        turn=view.turn,
        pile=pile,
        tiles=view.tiles,
        banks=tuple(
            tuple(Card(kinds[slot], card.by, card.up, card.spies) for slot, card in zip(row, cards, strict=True))
            for row, cards in zip(memory.banks, view.banks, strict=True)
        ),
        hands=tuple(tuple(sorted((kinds[slot] for slot in hand), key=KINDS.index)) for hand in memory.hands),
        coins=view.coins,
        credits=view.credits,
        target=view.target,
        bids=tuple(_bid(view, Seat(seat), below) for seat in range(view.seats)),
        last=view.last,
        story=tuple(memory.told(event, kinds) for event in enumerate(view.story)),
    )


def _bid(view: View, seat: Seat, below: Below) -> int | None:
    if not view.have_bid[seat]:
        return None
    return view.bid if seat == view.me else below(view.coins[seat] + 1)


@dataclass(slots=True)
class Memory:
    """Follows every single card (a slot) from the pile to hands and banks, as one who watched."""

    seats: int
    below: Below
    slots: list[Kind | None] = field(default_factory=list)
    """What each card drawn so far is, where it is known."""
    banks: list[list[int]] = field(default_factory=lambda: [[] for _ in range(BANKS)])
    hands: list[list[int]] = field(init=False)
    of_event: list[int | None] = field(default_factory=list)
    """Which card an event of the story is about."""

    def __post_init__(self) -> None:
        self.hands = [[] for _ in range(self.seats)]

    def follow(self, event: Event) -> None:
        slot = None
        match event:
            case BankDealt():
                slot = self._new(event.kind)
                self.banks[event.bank].append(slot)
            case HandDealt():
                slot = self._new(event.kind)
                self.hands[event.seat].append(slot)
            case CardPlaced():
                slot = self._from_hand(event)
                self.banks[event.bank].append(slot)
            case CardSpied() | CardRevealed():
                slot = self.banks[event.bank][event.card]
                self.slots[slot] = event.kind or self.slots[slot]
            case BankRobbed():
                for shown, card in zip(self.banks[event.bank], event.cards, strict=True):
                    self.slots[shown] = card.kind
                self.banks[event.bank] = []
            case _:
                pass  # about no single card
        self.of_event.append(slot)

    def _new(self, kind: Kind | None) -> int:
        self.slots.append(kind)
        return len(self.slots) - 1

    def _from_hand(self, event: CardPlaced) -> int:
        """The own card is known; of somebody else's hand any card may have been the one."""
        hand = self.hands[event.seat]
        if event.kind is None:
            return hand.pop(self.below(len(hand)))
        return hand.pop([self.slots[slot] for slot in hand].index(event.kind))

    def fill(self) -> tuple[list[Kind], tuple[int, ...]]:
        """Every card's kind, and the pile that is left."""
        left = Counter(dict(zip(KINDS, COPIES, strict=True)))
        left.subtract(kind for kind in self.slots if kind is not None)
        left_over = list(left.elements())
        unseen = some(left_over, len(left_over), self.below)
        kinds = [kind if kind is not None else unseen.pop() for kind in self.slots]
        pile = Counter(unseen)
        return kinds, tuple(pile[kind] for kind in KINDS)

    def told(self, numbered: tuple[int, Event], kinds: list[Kind]) -> Event:
        """The event with its card's kind filled in."""
        number, event = numbered
        slot = self.of_event[number]
        if slot is None:
            return event
        match event:
            case BankDealt():
                return BankDealt(event.bank, kinds[slot])
            case HandDealt():
                return HandDealt(event.seat, kinds[slot])
            case CardPlaced():
                return CardPlaced(event.seat, kinds[slot], event.bank)
            case CardSpied():
                return CardSpied(event.seat, event.bank, event.card, kinds[slot])
            case _:
                return event
