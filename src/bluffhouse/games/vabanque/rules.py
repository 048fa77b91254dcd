"""Vabanque's course of play: who may act, what is legal, what follows."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, assert_never

from bluffhouse.core.game import DEALER, Illegal, Seat, Step
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CASINOS,
    CHIP,
    LAPS,
    MOST_STEPS,
    ROUNDS,
    Card,
    CardLaid,
    CardsReturned,
    ChipPlaced,
    DrawFirst,
    Edition,
    Event,
    FirstDrawn,
    GameEnded,
    Kind,
    LayCard,
    Move,
    MovePawn,
    Options,
    OrderSet,
    PawnMoved,
    PawnsStood,
    Phase,
    PhaseBegan,
    PlaceChip,
    RoundPaid,
    Stand,
    State,
)
from bluffhouse.games.vabanque.payout import opened

if TYPE_CHECKING:
    from collections.abc import Sequence

PAWN_MOVES = tuple(MovePawn(steps) for steps in range(MOST_STEPS + 1))  # V11
NOBODY: frozenset[Seat] = frozenset()
ONE = {seat: frozenset((Seat(seat),)) for seat in range(DEALER, max(CASINOS))}


def chairs(options: Options) -> range:
    """V1: 3 to 6, in both editions."""
    return range(min(CASINOS), max(CASINOS) + 1)


def setup(options: Options, seats: int) -> State:
    if seats not in chairs(options):
        raise Illegal("V1", f"Vabanque is for 3 to 6 players, not {seats}")
    casinos = CASINOS[seats]
    empty: tuple[tuple[()], ...] = ((),) * casinos
    state = State(
        options=options,
        seats=seats,
        round=1,
        phase=Phase.FIRST,
        order=(),
        turn=0,
        chips=empty,
        laid=empty,
        hands=(ALL_KINDS,) * seats,
        pawns=(),
        money=(0,) * seats,
        story=(),
    )
    if options.first is None:
        return state
    if options.first >= seats:
        raise Illegal("V6", f"the first player named is s{options.first}, but there are only {seats} seats")
    return _first(state, options.first).state


def actors(state: State) -> frozenset[Seat]:
    match state.phase:
        case Phase.OVER:
            return NOBODY
        case Phase.FIRST:
            return ONE[DEALER]
        case _:
            return ONE[state.order[state.turn % state.seats]]


def moves(state: State, actor: Seat) -> Sequence[Move]:
    """Pinned order: seats, casinos and steps ascending; cards by kind first."""
    if actor not in actors(state):
        return ()
    match state.phase:
        case Phase.CHIPS:
            return _at_casinos(PlaceChip, state.seats)
        case Phase.CARDS:
            return _lays(state.hands[actor], state.seats)
        case Phase.PAWNS:
            return PAWN_MOVES
        case Phase.STAND:
            return _at_casinos(Stand, state.seats)
        case _:
            return tuple(move for move, _ in odds(state))


@functools.cache
def _at_casinos(form: type[PlaceChip | Stand], seats: int) -> tuple[PlaceChip | Stand, ...]:
    return tuple(form(casino) for casino in range(CASINOS[seats]))


@functools.cache
def _lays(hand: tuple[Kind, ...], seats: int) -> tuple[LayCard, ...]:
    return tuple(LayCard(kind, casino) for kind in hand for casino in range(CASINOS[seats]))


def odds(state: State) -> Sequence[tuple[DrawFirst, int]]:
    """V6: the first player is drawn by lot."""
    if state.phase is not Phase.FIRST:
        return ()
    return tuple((DrawFirst(Seat(seat)), 1) for seat in range(state.seats))


def apply(state: State, actor: Seat, move: Move) -> Step[State, Event]:
    match move:
        case PlaceChip(casino):
            return _chip(state, actor, casino)
        case LayCard(kind, casino):
            return _card(state, actor, kind, casino)
        case MovePawn(steps):
            return _pawn(state, actor, steps)
        case DrawFirst(seat):
            return _first(state, seat)
        case Stand(casino):
            return _stand(state, state.order, casino, ())
        case _:
            assert_never(move)


def _first(state: State, seat: Seat) -> Step[State, Event]:
    order = tuple(Seat((seat + place) % state.seats) for place in range(state.seats))  # V6
    drawn = FirstDrawn(seat, order)
    if state.options.edition is Edition.RENEWED:
        return _stand(state, order, 0, (drawn,))  # V7: the casino in front of the first player
    return _after(state, (drawn,), phase=Phase.STAND, order=order)


def _stand(state: State, order: tuple[Seat, ...], casino: int, before: tuple[Event, ...]) -> Step[State, Event]:
    places = {seat: (casino + 2 * place) % CASINOS[state.seats] for place, seat in enumerate(order)}  # V8
    pawns = tuple(places[Seat(seat)] for seat in range(state.seats))
    events = (*before, PawnsStood(pawns), PhaseBegan(1, Phase.CHIPS))
    return _after(state, events, phase=Phase.CHIPS, order=order, pawns=pawns)


def _chip(state: State, actor: Seat, casino: int) -> Step[State, Event]:
    value = CHIP[state.round - 1]
    chips = state.chips
    chips = (*chips[:casino], (*chips[casino], value), *chips[casino + 1 :])
    events: tuple[Event, ...] = (ChipPlaced(actor, casino, value),)
    if state.turn + 1 < LAPS[state.round - 1] * state.seats:  # V9
        return _after(state, events, chips=chips)
    events = (*events, PhaseBegan(state.round, Phase.CARDS))
    return _after(state, events, phase=Phase.CARDS, chips=chips)


def _card(state: State, actor: Seat, kind: Kind, casino: int) -> Step[State, Event]:
    laid, hands = state.laid, state.hands
    laid = (*laid[:casino], (*laid[casino], Card(actor, kind)), *laid[casino + 1 :])
    hand = tuple(held for held in hands[actor] if held is not kind)
    hands = (*hands[:actor], hand, *hands[actor + 1 :])
    events: tuple[Event, ...] = (CardLaid(actor, kind, casino),)
    if state.turn + 1 < len(ALL_KINDS) * state.seats:  # V10
        return _after(state, events, laid=laid, hands=hands)
    events = (*events, PhaseBegan(state.round, Phase.PAWNS))
    return _after(state, events, phase=Phase.PAWNS, laid=laid, hands=hands)


def _pawn(state: State, actor: Seat, steps: int) -> Step[State, Event]:
    start = state.pawns[actor]
    casino = (start + steps) % CASINOS[state.seats]  # V11: clockwise
    pawns = (*state.pawns[:actor], casino, *state.pawns[actor + 1 :])
    moved: tuple[Event, ...] = (PawnMoved(actor, start, steps, casino),)
    if state.turn + 1 < state.seats:
        return _after(state, moved, pawns=pawns)
    return _pay(state, pawns, moved)


def _pay(state: State, pawns: tuple[int, ...], before: tuple[Event, ...]) -> Step[State, Event]:
    """V12: open the casinos with a pawn, give the other cards back unseen, then order or end."""
    events, back = list(before), []
    earned = [0] * state.seats
    for casino, (chips, cards) in enumerate(zip(state.chips, state.laid, strict=True)):
        here = tuple(Seat(seat) for seat, place in enumerate(pawns) if place == casino)
        if here:
            shown = opened(casino, sum(chips), cards, here)
            events.append(shown)
            for earning in shown.earnings:
                earned[earning.seat] += earning.total
        elif cards:
            back.append(CardsReturned(casino, tuple(card.owner for card in cards)))
    money = tuple(had + got for had, got in zip(state.money, earned, strict=True))
    events += [*back, RoundPaid(state.round, tuple(earned), money)]
    return _close(state, pawns, money, events)


def _close(state: State, pawns: tuple[int, ...], money: tuple[int, ...], events: list[Event]) -> Step[State, Event]:
    last = state.round == ROUNDS
    order = state.order if last else new_order(state.order, money)
    if last:
        events.append(GameEnded(money, tuple(Seat(s) for s, own in enumerate(money) if own == max(money))))  # V19
    else:
        events += [OrderSet(order), PhaseBegan(state.round + 1, Phase.CHIPS)]
    closed = State(
        options=state.options,
        seats=state.seats,
        round=state.round if last else state.round + 1,
        phase=Phase.OVER if last else Phase.CHIPS,
        order=order,
        turn=0,
        chips=state.chips,
        laid=((),) * len(state.laid),
        hands=(ALL_KINDS,) * state.seats,
        pawns=pawns,
        money=money,
        story=(*state.story, *events),
    )
    return Step(closed, tuple(events))


def new_order(order: tuple[Seat, ...], money: tuple[int, ...]) -> tuple[Seat, ...]:
    """V17: the richest first; among equals whoever played later now plays earlier."""
    return tuple(sorted(order, key=lambda seat: (-money[seat], -order.index(seat))))


def _after(
    state: State,
    events: tuple[Event, ...],
    *,
    phase: Phase | None = None,
    order: tuple[Seat, ...] = (),
    chips: tuple[tuple[int, ...], ...] = (),
    laid: tuple[tuple[Card, ...], ...] = (),
    hands: tuple[tuple[Kind, ...], ...] = (),
    pawns: tuple[int, ...] = (),
) -> Step[State, Event]:
    """One decision later in the same phase, or at the beginning of another; what is not given stays."""
    later = State(
        state.options,
        state.seats,
        state.round,
        phase or state.phase,
        order or state.order,
        0 if phase else state.turn + 1,
        chips or state.chips,
        laid or state.laid,
        hands or state.hands,
        pawns or state.pawns,
        state.money,
        state.story + events,
    )
    return Step(later, events)


def why(state: State, actor: Seat, move: object) -> Illegal:
    """The rule that a refused move breaks, told only from what everybody and the actor know."""
    phase = state.phase
    if phase is Phase.OVER:
        return Illegal("V19", "the game is over")
    rule, wanted, form = DECISIONS[phase]
    if actor not in actors(state):
        turn = "the dealer draws" if phase is Phase.FIRST else f"s{min(actors(state))} decides"
        return Illegal(rule, f"it is not this seat’s turn: {turn}")
    if not isinstance(move, form):
        return Illegal(rule, f"now is the time to {wanted}")
    match move:
        case MovePawn():
            return Illegal("V11", f"a pawn moves 0 to {MOST_STEPS} casinos clockwise")
        case LayCard(kind) if kind not in state.hands[actor]:
            return Illegal("V10", f"the {kind} is no longer in the hand")
        case DrawFirst():
            return Illegal("V6", f"there are only the seats s0 to s{state.seats - 1}")
        case _:
            return Illegal("V1", f"there are only the casinos 0 to {CASINOS[state.seats] - 1}")


DECISIONS: dict[Phase, tuple[str, str, type[Move]]] = {
    Phase.FIRST: ("V6", "draw the first player", DrawFirst),
    Phase.STAND: ("V7", "choose where the first pawn stands", Stand),
    Phase.CHIPS: ("V9", "place a chip", PlaceChip),
    Phase.CARDS: ("V10", "lay a card", LayCard),
    Phase.PAWNS: ("V11", "move the pawn", MovePawn),
}


def wealth(state: State) -> tuple[int, ...]:
    """V5, V19: the money won."""
    return state.money
