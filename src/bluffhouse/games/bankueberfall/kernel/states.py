"""Between single positions and the columns of a batch: for loading guessed worlds, and for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.bankueberfall.encode import MOST_CARDS, PHASES, gone
from bluffhouse.games.bankueberfall.kernel.table import BIDS, KIND_BITS, NO_BANK, OVER, SPY_BITS
from bluffhouse.games.bankueberfall.model import BANKS, KINDS, BankRobbed, Card, Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.games.bankueberfall.kernel.table import Table
    from bluffhouse.games.bankueberfall.model import Kind, Options

NUMBER: Final = {phase: number for number, phase in enumerate(PHASES)} | {Phase.OVER: OVER}
PHASE: Final = {number: phase for phase, number in NUMBER.items()}


def read(table: Table, states: Sequence[State]) -> None:
    """Fill a table with one column a state."""
    for game, state in enumerate(states):
        if (state.options, state.seats) != (states[0].options, states[0].seats):
            raise ValueError("the games of a batch have the same options and number of seats")
        if state.phase not in NUMBER:
            raise ValueError(f"in phase {state.phase} the dealer acts: a batch begins where somebody decides")
        _read_one(table, game, state)


def _read_one(table: Table, game: int, state: State) -> None:
    assert state.turn is not None, "somebody has been drawn to begin"
    table.phase[game] = NUMBER[state.phase]
    table.turn[game] = state.turn
    table.target[game] = NO_BANK if state.target is None else state.target
    table.piece("last")[0, game] = state.phase is Phase.BIDS and not state.hands[state.turn]  # B18
    for bank in state.last:
        table.piece("to_come")[bank, game] = 1
    table.tiles[:, game] = state.tiles
    table.pile[:, game] = state.pile
    table.pile_size[game] = sum(state.pile)
    table.piece("gone")[:, game] = gone(state)
    table.piece("hand")[:, game] = [hand.count(kind) for hand in state.hands for kind in KINDS]
    table.piece("hands")[:, game] = [len(hand) for hand in state.hands]
    table.piece("credits")[:, game] = state.credits
    table.coins[:, game] = state.coins
    table.have_bid[:, game] = [bid is not None for bid in state.bids]
    table.bids[:, game] = [bid or 0 for bid in state.bids]
    for bank, row in enumerate(state.banks):
        for place, card in enumerate(row):
            _read_card(table, game, bank * MOST_CARDS + place, card)


def _read_card(table: Table, game: int, slot: int, card: Card) -> None:
    bank, place = divmod(slot, MOST_CARDS)
    owner = table.layout.dealer if card.by == DEALER else int(card.by)
    kind = KINDS.index(_known(card))
    bit = np.uint64(1 << place)
    rows = {name: table.of_banks(name)[bank, :, game] for name in table.layout.bank}
    rows["length"][0] += 1
    rows["cards"][kind] += 1
    for seat in range(table.seats):
        minds = card.by == seat or seat in card.spies
        rows["known"][seat * len(KINDS) + kind] += minds or card.up
        table.minds[seat * BANKS + bank, game] |= bit * np.uint64(minds)
    if card.up:
        rows["up"][kind] += 1
    else:
        rows["backs"][0] += 1
        rows["down"][owner] += 1
        table.backs[bank, game] |= bit
        for spy in card.spies:
            rows["looked"][spy * (table.seats + 1) + owner] += 1
    table.cards[slot, game] = kind | owner << KIND_BITS
    for spy in card.spies:
        table.spies[slot, game] = table.spies[slot, game] << np.uint16(SPY_BITS) | np.uint16(spy + 1)


def _known(card: Card) -> Kind:
    assert card.kind is not None, "a state knows every card"
    return card.kind


def write(table: Table, options: Options) -> list[State]:
    """A state a column. Of the story they carry only the discards, as if from one robbery: all that encode reads."""
    return [_write_one(table, options, game) for game in range(table.games)]


def _write_one(table: Table, options: Options, game: int) -> State:
    target, turn = int(table.target[game]), int(table.turn[game])
    to_come = table.piece("to_come")[:, game]
    order = [(target - place) % BANKS for place in range(1, BANKS)]
    hands = table.piece("hand")[:, game].reshape(table.seats, -1)
    bidding = table.phase[game] == BIDS
    return State(
        options=options,
        seats=table.seats,
        phase=PHASE[int(table.phase[game])],
        turn=Seat(turn),
        pile=_numbers(table.pile[:, game]),
        tiles=_numbers(table.tiles[:, game]),
        banks=tuple(_write_row(table, bank, game) for bank in range(BANKS)),
        hands=tuple(_cards(hand) for hand in hands),
        coins=_numbers(table.coins[:, game]),
        credits=_numbers(table.piece("credits")[:, game]),
        target=None if target == NO_BANK else target,
        bids=tuple(
            int(bid) if bidding and made else None
            for bid, made in zip(table.bids[:, game], table.have_bid[:, game], strict=True)
        ),
        last=tuple(bank for bank in order if target != NO_BANK and to_come[bank]),
        story=_story(_cards(table.piece("gone")[:, game])),
    )


def _numbers(column: np.typing.NDArray[np.integer]) -> tuple[int, ...]:
    return tuple(int(number) for number in column)


def _cards(counts: np.typing.NDArray[np.uint8]) -> tuple[Kind, ...]:
    return tuple(kind for kind, count in zip(KINDS, counts, strict=True) for _ in range(count))


def _write_row(table: Table, bank: int, game: int) -> tuple[Card, ...]:
    row = []
    for place in range(int(table.of_banks("length")[bank, 0, game])):
        owner, kind = divmod(int(table.cards[bank * MOST_CARDS + place, game]), 1 << KIND_BITS)
        by = DEALER if owner == table.layout.dealer else Seat(owner)
        up = not int(table.backs[bank, game]) >> place & 1
        spies: list[Seat] = []
        code = int(table.spies[bank * MOST_CARDS + place, game])
        while code:
            code, spy = divmod(code, 1 << SPY_BITS)
            spies.insert(0, Seat(spy - 1))
        row.append(Card(KINDS[kind], by, up, tuple(spies)))
    return tuple(row)


def _story(discards: tuple[Kind, ...]) -> tuple[BankRobbed, ...]:
    if not discards:
        return ()
    return (
        BankRobbed(
            bank=0,
            cards=tuple(Card(kind, DEALER, up=True, spies=()) for kind in discards),
            bids=(),
            clearings=(),
            money=(),
            factor=1,
            loot=0,
            highest_first=False,
            payments=(),
            rewarded=(),
            received=(),
            lost=(),
            in_credit=(),
            back=0,
            coins=(),
        ),
    )
