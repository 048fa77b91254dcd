"""Banküberfall's course of play: who may act, what is legal, what follows."""

from __future__ import annotations

import functools
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, assert_never

from bluffhouse.core.game import DEALER, Illegal, Seat, Step
from bluffhouse.games.bankueberfall.model import (
    BANKS,
    COPIES,
    CREDIT,
    CYCLE,
    HAND,
    KINDS,
    START_COINS,
    TILES,
    BankDealt,
    Bid,
    BidSealed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    DealBank,
    DealHand,
    DrawFirst,
    Event,
    FirstDrawn,
    GameEnded,
    HandDealt,
    Kind,
    LastRoundBegan,
    Move,
    NothingToDo,
    Options,
    Phase,
    PlaceCard,
    RevealCard,
    RobBank,
    RobberyCalled,
    Skip,
    Skipped,
    SpyOn,
    State,
    Tile,
    TilesShuffled,
    TileTurned,
    TurnTile,
)
from bluffhouse.games.bankueberfall.robbery import robbed

if TYPE_CHECKING:
    from collections.abc import Sequence

ROBS = tuple(RobBank(bank) for bank in range(BANKS))  # B9: any of the five, an empty one too
DEALING = frozenset({Phase.FIRST, Phase.BANKS, Phase.HANDS, Phase.TILE, Phase.DRAW, Phase.REFILL})
THE_DEALER = frozenset({DEALER})


def chairs(options: Options) -> range:
    """B1: two to four, with the house rule five."""
    return range(2, 6 if options.fifth_seat else 5)


def setup(options: Options, seats: int) -> State:
    if seats not in chairs(options):
        most = chairs(options).stop - 1
        raise Illegal("B1", f"Banküberfall is for 2 to {most} players, not {seats}")
    return State(
        options=options,
        seats=seats,
        phase=Phase.FIRST,
        turn=None,
        pile=COPIES,
        tiles=CYCLE,
        banks=((),) * BANKS,
        hands=((),) * seats,
        coins=(START_COINS,) * seats,
        credits=(0,) * seats,
        target=None,
        bids=(None,) * seats,
        last=(),
        story=(),
    )


def actors(state: State) -> frozenset[Seat]:
    if state.phase in DEALING:
        return THE_DEALER
    if state.phase is Phase.BIDS:
        return frozenset(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None)  # B11: all at the same time
    return frozenset() if state.phase is Phase.OVER else frozenset({_turn(state)})


def _turn(state: State) -> Seat:
    assert state.turn is not None, "somebody has been drawn to begin"
    return state.turn


def moves(state: State, actor: Seat) -> Sequence[Move]:
    """Pinned order: kinds as on the list, banks, cards and amounts ascending, `skip` last."""
    if actor not in actors(state):
        return ()
    match state.phase:
        case Phase.PLACE:
            return _placements(state.hands[actor])
        case Phase.BIDS:
            return _bids(state.coins[actor])
        case Phase.SPY:
            return (*_spies(state), Skip())
        case Phase.REVEAL:
            return (*_reveals(state), Skip())
        case Phase.ROB:
            return ROBS
        case _:
            return tuple(move for move, _ in odds(state))


def _placements(hand: tuple[Kind, ...]) -> tuple[PlaceCard, ...]:
    return tuple(chain.from_iterable(map(_at_every_bank, dict.fromkeys(hand))))


@functools.cache
def _at_every_bank(kind: Kind) -> tuple[PlaceCard, ...]:
    return tuple(PlaceCard(kind, bank) for bank in range(BANKS))


@functools.cache
def _bids(coins: int) -> tuple[Bid, ...]:
    return tuple(Bid(amount) for amount in range(coins + 1))


def _spies(state: State) -> list[SpyOn]:
    """B7: any card that lies face down."""
    return [SpyOn(bank, card) for bank, row in enumerate(state.banks) for card, it in enumerate(row) if not it.up]


def _reveals(state: State) -> list[RevealCard]:
    """B8: a bank's last face-down card stays down."""
    return [RevealCard(spy.bank, spy.card) for spy in _spies(state) if face_down(state.banks[spy.bank]) > 1]


def face_down(row: tuple[Card, ...]) -> int:
    return sum(not card.up for card in row)


def odds(state: State) -> Sequence[tuple[Move, int]]:
    """The dealer's moves, each as likely as there are cards or tiles of it left."""
    match state.phase:
        case Phase.FIRST:
            return [(DrawFirst(Seat(seat)), 1) for seat in range(state.seats)]
        case Phase.TILE:
            return [(TurnTile(tile), left) for tile, left in zip(TILES, state.tiles, strict=True) if left]
        case Phase.BANKS | Phase.REFILL:
            bank = to_fill(state)
            return [(DealBank(bank, kind), left) for kind, left in zip(KINDS, state.pile, strict=True) if left]
        case Phase.HANDS | Phase.DRAW:
            seat = to_deal(state)
            return [(DealHand(seat, kind), left) for kind, left in zip(KINDS, state.pile, strict=True) if left]
        case _:
            return ()


def to_fill(state: State) -> int:
    """The bank that is given a card: at the set-up the first without one, later the one just robbed."""
    return state.banks.index(()) if state.target is None else state.target


def to_deal(state: State) -> Seat:
    """The seat that is given a card: at the set-up the first with too few, later the one whose turn it is."""
    if state.phase is Phase.DRAW:
        return _turn(state)
    return Seat(next(seat for seat, hand in enumerate(state.hands) if len(hand) < HAND))


def apply(state: State, actor: Seat, move: Move) -> Step[State, Event]:
    match move:
        case Bid(amount):
            return _bid(state, actor, amount)
        case PlaceCard(kind, bank):
            return _place(state, actor, kind, bank)
        case SpyOn(bank, card):
            return _spy(state, actor, bank, card)
        case RevealCard(bank, card):
            return _reveal(state, actor, bank, card)
        case Skip():
            tile = Tile.SPY if state.phase is Phase.SPY else Tile.REVEAL
            return _end_turn(state, (Skipped(actor, tile),))
        case RobBank(bank):
            return _after(state, (RobberyCalled(actor, bank),), phase=Phase.BIDS, target=bank)
        case _:
            return _deal(state, move)


def _deal(state: State, move: DrawFirst | DealBank | DealHand | TurnTile) -> Step[State, Event]:
    match move:
        case TurnTile(tile):
            return _tile(state, tile)
        case DealHand(seat, kind):
            return _deal_hand(state, seat, kind)
        case DealBank(bank, kind):
            return _deal_bank(state, bank, kind)
        case DrawFirst(seat):
            return _after(state, (FirstDrawn(seat),), phase=Phase.BANKS, turn=seat)
        case _:
            assert_never(move)


def _after(state: State, events: tuple[Event, ...], **changes: Any) -> Step[State, Event]:
    return Step(replace(state, story=state.story + events, **changes), events)


def _deal_bank(state: State, bank: int, kind: Kind) -> Step[State, Event]:
    events = (BankDealt(bank, kind),)
    banks = _put(state.banks, bank, Card(kind, DEALER, up=False, spies=()))
    pile = _drawn(state.pile, kind)
    if state.phase is Phase.REFILL:  # B17
        return _end_turn(state, events, banks=banks, pile=pile, target=None)
    phase = Phase.BANKS if () in banks else Phase.HANDS
    return _after(state, events, banks=banks, pile=pile, phase=phase)


def _deal_hand(state: State, seat: Seat, kind: Kind) -> Step[State, Event]:
    events = (HandDealt(seat, kind),)
    hand = tuple(sorted((*state.hands[seat], kind), key=KINDS.index))
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    pile = _drawn(state.pile, kind)
    if state.phase is Phase.DRAW:  # B6
        return _end_turn(state, events, hands=hands, pile=pile)
    phase = Phase.TILE if all(len(hand) == HAND for hand in hands) else Phase.HANDS
    return _after(state, events, hands=hands, pile=pile, phase=phase)


def _drawn(pile: tuple[int, ...], kind: Kind) -> tuple[int, ...]:
    return tuple(left - (kind is of) for of, left in zip(KINDS, pile, strict=True))


def _put(banks: tuple[tuple[Card, ...], ...], bank: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    return (*banks[:bank], (*banks[bank], card), *banks[bank + 1 :])


def _turned(banks: tuple[tuple[Card, ...], ...], bank: int, place: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    row = banks[bank]
    return (*banks[:bank], (*row[:place], card, *row[place + 1 :]), *banks[bank + 1 :])


def _tile(state: State, tile: Tile) -> Step[State, Event]:
    events: tuple[Event, ...] = (TileTurned(_turn(state), tile),)
    tiles = tuple(left - (tile is of) for of, left in zip(TILES, state.tiles, strict=True))
    match tile:
        case Tile.PLACEMENT:
            return _after(state, events, tiles=tiles, phase=Phase.PLACE)
        case Tile.ROBBERY:
            return _after(state, events, tiles=tiles, phase=Phase.ROB)
        case Tile.SPY if _spies(state):
            return _after(state, events, tiles=tiles, phase=Phase.SPY)
        case Tile.REVEAL if _reveals(state):
            return _after(state, events, tiles=tiles, phase=Phase.REVEAL)
        case _:
            return _end_turn(state, (*events, NothingToDo(_turn(state), tile)), tiles=tiles)


def _end_turn(state: State, events: tuple[Event, ...], **changes: Any) -> Step[State, Event]:
    """Clockwise to the next; B10: after the seventh tile all seven are shuffled again."""
    tiles = changes.pop("tiles", state.tiles)
    if not any(tiles):
        tiles, events = CYCLE, (*events, TilesShuffled())
    following = Seat((_turn(state) + 1) % state.seats)
    return _after(state, events, tiles=tiles, turn=following, phase=Phase.TILE, **changes)


def _place(state: State, actor: Seat, kind: Kind, bank: int) -> Step[State, Event]:
    events: tuple[Event, ...] = (CardPlaced(actor, kind, bank),)
    hand = list(state.hands[actor])
    hand.remove(kind)
    hands = (*state.hands[:actor], tuple(hand), *state.hands[actor + 1 :])
    banks = _put(state.banks, bank, Card(kind, actor, up=False, spies=()))
    if any(state.pile):
        return _after(state, events, hands=hands, banks=banks, phase=Phase.DRAW)
    if hand:
        return _end_turn(state, events, hands=hands, banks=banks)
    order = tuple((actor - place) % BANKS for place in range(BANKS))  # B18: counter-clockwise
    events = (*events, LastRoundBegan(actor, order))
    return _after(state, events, hands=hands, banks=banks, phase=Phase.BIDS, target=order[0], last=order[1:])


def _spy(state: State, actor: Seat, bank: int, place: int) -> Step[State, Event]:
    card = state.banks[bank][place]
    spies = card.spies if actor in card.spies else (*card.spies, actor)
    banks = _turned(state.banks, bank, place, Card(card.kind, card.by, card.up, spies))
    return _end_turn(state, (CardSpied(actor, bank, place, card.kind),), banks=banks)


def _reveal(state: State, actor: Seat, bank: int, place: int) -> Step[State, Event]:
    card = state.banks[bank][place]
    assert card.kind is not None, "a state knows every card"
    banks = _turned(state.banks, bank, place, Card(card.kind, card.by, up=True, spies=card.spies))
    return _end_turn(state, (CardRevealed(actor, bank, place, card.kind),), banks=banks)


def _bid(state: State, actor: Seat, amount: int) -> Step[State, Event]:
    """B11: a bid is told sealed, and only the last one opens them all."""
    sealed = BidSealed(actor, amount)
    bids = (*state.bids[:actor], amount, *state.bids[actor + 1 :])
    shown = tuple(bid for bid in bids if bid is not None)
    if len(shown) < state.seats:
        return Step(replace(state, bids=bids), (sealed,))
    settled = _settle(state, shown)
    return Step(settled.state, (sealed, *settled.events))


def _settle(state: State, bids: tuple[int, ...]) -> Step[State, Event]:
    bank = state.target
    assert bank is not None, "bids are for a bank"
    robbery = robbed(bank, state.banks[bank], bids, state.coins, past_unpaid=state.options.pay_past_unpaid)
    owed = tuple(had + (seat in robbery.in_credit) for seat, had in enumerate(state.credits))
    changes: dict[str, Any] = {
        "banks": (*state.banks[:bank], (), *state.banks[bank + 1 :]),  # B17
        "coins": robbery.coins,
        "credits": owed,
        "bids": (None,) * state.seats,
    }
    if state.last:
        return _after(state, (robbery,), target=state.last[0], last=state.last[1:], **changes)
    if any(state.pile):
        return _after(state, (robbery,), phase=Phase.REFILL, **changes)
    if state.hands[_turn(state)]:
        return _end_turn(state, (robbery,), target=None, **changes)
    rich = _wealth(robbery.coins, owed)
    ended = GameEnded(rich, tuple(Seat(seat) for seat, own in enumerate(rich) if own == max(rich)))  # B19
    return _after(state, (robbery, ended), phase=Phase.OVER, target=None, **changes)


def wealth(state: State) -> tuple[int, ...]:
    return _wealth(state.coins, state.credits)


def _wealth(coins: tuple[int, ...], owed: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(own - CREDIT * red for own, red in zip(coins, owed, strict=True))  # B19
