"""A Banküberfall view as numbers for a network, and moves as action numbers; one size for 2 to 5 seats.

Seats are counted clockwise from the own one (me, then 4 others), banks clockwise from the own bank (seat i sits behind
bank i), so that the table looks the same from everywhere. Seats that this table has not stay 0.

| rows    | piece     | one row each for                  | value                                               | scale |
|---------|-----------|-----------------------------------|-----------------------------------------------------|-------|
| 0-4     | phase     | place, spy, reveal, rob, bids     | 1 for what is being decided                         | 1     |
| 5-8     | seats     | 2-5 seats                         | 1 for this table                                    | 1     |
| 9       | past      |                                   | 1 if paying goes on past an unpaid bid (B15)        | 1     |
| 10      | last      |                                   | 1 in the last round of robberies (B18)              | 1     |
| 11-15   | to_come   | 5 banks                           | 1 if the last round still comes to it               | 1     |
| 16-20   | target    | 5 banks                           | 1 for the one being robbed                          | 1     |
| 21-25   | turn      | me, 4 others                      | 1 for whose turn it is                              | 1     |
| 26-30   | have_bid  | me, 4 others                      | 1 for who has sealed a bid                          | 1     |
| 31-40   | hand      | 10 kinds                          | cards in the own hand                               | 1/4   |
| 41-45   | hands     | me, 4 others                      | cards in the hand                                   | 1/4   |
| 46-49   | tiles     | placement, spy, reveal, robbery   | tiles that still lie face down                      | 1/4   |
| 50-59   | gone      | 10 kinds                          | cards seen in robberies, discarded since            | 1/4   |
| 60-109  | known     | 5 banks x 10 kinds                | cards there that I know: own, spied on or face up   | 1/4   |
| 110-159 | up        | 5 banks x 10 kinds                | cards there that lie face up                        | 1/4   |
| 160-184 | unknown   | 5 banks x (4 others, dealer)      | cards there that I do not know, by who put them     | 1/4   |
| 185-214 | down      | 5 banks x (me, 4 others, dealer)  | cards there that lie face down, by who put them     | 1/4   |
| 215-239 | spied     | 5 banks x (me, 4 others)          | face-down cards there that they have spied on       | 1/4   |
| 240-244 | credits   | me, 4 others                      | red credit coins                                    | 1/4   |
| 245     | pile      |                                   | cards in the pile                                   | 1/32  |
| 246-250 | coins     | me, 4 others                      | coins, at most 255                                  | 1/32  |
| 251-255 | riches    | me, 4 others                      | coins beyond 255                                    | 1/32  |
| 256     | bid       | me                                | the own sealed bid, at most 255                     | 1/32  |
| 257     | high_bid  | me                                | what the own sealed bid has beyond 255              | 1/32  |

Every value fits a byte; as float32 each row is multiplied by its scale.

| actions | move                                                                                                   |
|---------|--------------------------------------------------------------------------------------------------------|
| 0-49    | 5 x kind + bank: put a card of that kind there                                                         |
| 50-219  | 50 + 34 x bank + number: spy on that face-down card there, or turn it up (the phase says which)        |
| 220     | skip                                                                                                   |
| 221-225 | rob that bank                                                                                          |
| 226-538 | bid 0-312                                                                                              |

A bank's face-down cards are numbered by what the seat knows: first those unknown to it, then the others, each in the
order of the row. So number 0 is the oldest card there that is worth a look, if there is any.

No move is without a number. MOST_CARDS: of 45 cards four are dealt to other banks, one at least stays in every other
hand, and r refill robbed banks; the pile of 40 - 5 x seats goes to r refills and the placements, of which there are at
most four to a robbery and four more, so that r is at least 6, 5, 4, 3 with 2-5 seats: 34 are left for one bank.
MOST_COINS: a credit leaves at most 19, four Policemen add 5 each, and a share is no larger than the coins it was bid
from: no way to split the 111 of money and four X over robberies makes more of 39 than 312. The tests try both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.core.game import DEALER
from bluffhouse.games.bankueberfall.model import (
    BANKS,
    KINDS,
    TILES,
    BankRobbed,
    Bid,
    Kind,
    Move,
    Phase,
    PlaceCard,
    RevealCard,
    RobBank,
    Skip,
    SpyOn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from bluffhouse.core.game import Seat
    from bluffhouse.games.bankueberfall.model import Card, State, View

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 5
MOST_CARDS: Final = 34
"""At one bank."""
MOST_COINS: Final = 312
BYTE: Final = 255
PHASES: Final = (Phase.PLACE, Phase.SPY, Phase.REVEAL, Phase.ROB, Phase.BIDS)

SIZES: Final = {
    "phase": len(PHASES),
    "seats": MOST_SEATS - FEWEST_SEATS + 1,
    "past": 1,
    "last": 1,
    "to_come": BANKS,
    "target": BANKS,
    "turn": MOST_SEATS,
    "have_bid": MOST_SEATS,
    "hand": len(KINDS),
    "hands": MOST_SEATS,
    "tiles": len(TILES),
    "gone": len(KINDS),
    "known": BANKS * len(KINDS),
    "up": BANKS * len(KINDS),
    "unknown": BANKS * MOST_SEATS,
    "down": BANKS * (MOST_SEATS + 1),
    "spied": BANKS * MOST_SEATS,
    "credits": MOST_SEATS,
    "pile": 1,
    "coins": MOST_SEATS,
    "riches": MOST_SEATS,
    "bid": 1,
    "high_bid": 1,
}


def _rows(sizes: Mapping[str, int]) -> dict[str, slice]:
    ends = np.cumsum(list(sizes.values()))
    return {name: slice(int(end) - size, int(end)) for (name, size), end in zip(sizes.items(), ends, strict=True)}


PIECES: Final = _rows(SIZES)
"""Name of a piece -> its rows of the observation."""
FEATURES: Final = sum(SIZES.values())


def _scale() -> NDArray[np.float32]:
    scale = np.ones(FEATURES, np.float32)
    scale[PIECES["hand"].start :] = 1 / 4
    scale[PIECES["pile"].start :] = 1 / 32
    return scale


SCALE: Final = _scale()
"""What each row's byte is multiplied with to become its float32."""

FIRST_PLACE: Final = 0
FIRST_CARD: Final = FIRST_PLACE + len(KINDS) * BANKS
SKIP: Final = FIRST_CARD + BANKS * MOST_CARDS
FIRST_ROB: Final = SKIP + 1
FIRST_BID: Final = FIRST_ROB + BANKS
ACTIONS: Final = FIRST_BID + MOST_COINS + 1


def encode(view: View) -> NDArray[np.uint8]:
    """The observation of the view's own seat, FEATURES bytes; `* SCALE` makes it float32."""
    me = _me(view)
    seen = np.zeros(FEATURES, np.uint8)
    if view.phase in PHASES:
        seen[PIECES["phase"].start + PHASES.index(view.phase)] = 1
    seen[PIECES["seats"].start + view.seats - FEWEST_SEATS] = 1
    seen[PIECES["past"]] = view.options.pay_past_unpaid
    seen[PIECES["tiles"]] = view.tiles
    seen[PIECES["pile"]] = view.pile_size
    seen[PIECES["hand"]] = [view.hand.count(kind) for kind in KINDS]
    seen[PIECES["gone"]] = gone(view)
    _write_robbery(seen, view, me)
    _write_seats(seen, view, me)
    for bank, row in enumerate(view.banks):
        _write_bank(seen, (bank - me) % BANKS, row, view)
    return seen


def gone(position: View | State) -> list[int]:
    """How many cards of each kind have been shown in robberies: all that is in the discards."""
    cards = [card.kind for event in position.story if isinstance(event, BankRobbed) for card in event.cards]
    return [cards.count(kind) for kind in KINDS]


def _write_robbery(seen: NDArray[np.uint8], view: View, me: Seat) -> None:
    if view.turn is not None:  # B18: only then somebody robs with an empty hand
        seen[PIECES["last"]] = view.phase is Phase.BIDS and not view.hand_sizes[view.turn]
    if view.target is not None:
        seen[PIECES["target"].start + (view.target - me) % BANKS] = 1
    for bank in view.last:
        seen[PIECES["to_come"].start + (bank - me) % BANKS] = 1
    bid = view.bid or 0
    seen[PIECES["bid"]] = min(bid, BYTE)
    seen[PIECES["high_bid"]] = max(bid - BYTE, 0)


def _write_seats(seen: NDArray[np.uint8], view: View, me: Seat) -> None:
    for place in range(view.seats):
        seat = (me + place) % view.seats
        seen[PIECES["turn"].start + place] = seat == view.turn
        seen[PIECES["have_bid"].start + place] = view.have_bid[seat]
        seen[PIECES["hands"].start + place] = view.hand_sizes[seat]
        seen[PIECES["credits"].start + place] = view.credits[seat]
        seen[PIECES["coins"].start + place] = min(view.coins[seat], BYTE)
        seen[PIECES["riches"].start + place] = max(view.coins[seat] - BYTE, 0)


def _write_bank(seen: NDArray[np.uint8], place: int, row: tuple[Card, ...], view: View) -> None:
    """One bank, which is so many banks on from the own."""
    me = _me(view)
    known, up, unknown, down, spied = (
        seen[PIECES[piece]].reshape(BANKS, -1)[place] for piece in ("known", "up", "unknown", "down", "spied")
    )
    for card in row:
        by = MOST_SEATS if card.by == DEALER else (card.by - me) % view.seats
        if card.kind is None:
            unknown[by - 1] += 1
        else:
            known[KINDS.index(card.kind)] += 1
        if card.up:
            up[KINDS.index(_known(card))] += 1
            continue
        down[by] += 1
        for spy in card.spies:
            spied[(spy - me) % view.seats] += 1


def _known(card: Card) -> Kind:
    assert card.kind is not None, "everybody knows what lies face up"
    return card.kind


def _me(view: View) -> Seat:
    if view.me is None:
        raise ValueError("an onlooker has no seat to count from")
    return view.me


def number(view: View, move: Move) -> int:
    """The action number of a move of the view's own seat."""
    me = _me(view)
    match move:
        case PlaceCard(kind, bank):
            return FIRST_PLACE + KINDS.index(kind) * BANKS + (bank - me) % BANKS
        case SpyOn(bank, card) | RevealCard(bank, card):
            return FIRST_CARD + (bank - me) % BANKS * MOST_CARDS + _backs(view.banks[bank]).index(card)
        case Skip():
            return SKIP
        case RobBank(bank):
            return FIRST_ROB + (bank - me) % BANKS
        case Bid(amount):
            return FIRST_BID + amount
        case _:
            raise ValueError("the dealer's moves have no action number")


def _backs(row: tuple[Card, ...]) -> list[int]:
    """The places of a bank's face-down cards: first those the viewer does not know."""
    return sorted(
        (place for place, card in enumerate(row) if not card.up), key=lambda place: row[place].kind is not None
    )


def move(view: View, action: int) -> Move:
    """The move that an action number means to the view's own seat; whether it is legal is the rules' business."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"actions are numbered 0 to {ACTIONS - 1}, not {action}")
    if action >= FIRST_BID:
        return Bid(action - FIRST_BID)
    if action >= FIRST_ROB:
        return RobBank(_bank(view, action - FIRST_ROB))
    if action == SKIP:
        return Skip()
    if action < FIRST_CARD:
        kind, steps = divmod(action - FIRST_PLACE, BANKS)
        return PlaceCard(KINDS[kind], _bank(view, steps))
    steps, place = divmod(action - FIRST_CARD, MOST_CARDS)
    bank = _bank(view, steps)
    backs = _backs(view.banks[bank])
    if place >= len(backs):
        raise ValueError(f"only {len(backs)} cards lie face down at bank {bank}, there is no number {place}")
    return RevealCard(bank, backs[place]) if view.phase is Phase.REVEAL else SpyOn(bank, backs[place])


def _bank(view: View, steps: int) -> int:
    return (_me(view) + steps) % BANKS


def legal(view: View, moves: Iterable[Move]) -> NDArray[np.bool_]:
    """The moves as a mask over the action numbers."""
    mask = np.zeros(ACTIONS, np.bool_)
    mask[[number(view, option) for option in moves]] = True
    return mask
