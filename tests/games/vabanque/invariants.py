"""What is true of every position of Vabanque: nothing appears, nothing is lost, every payment has its reason."""

from __future__ import annotations

import itertools
from collections import Counter

from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    Card,
    CardLaid,
    CardsReturned,
    CasinoOpened,
    Kind,
    Phase,
    RoundPaid,
    State,
)

CHIPS = ((5, 4), (10, 3), (20, 2), (50, 1))  # V2: the chips of each round and how many everybody has of them
CASINOS = {3: 7, 4: 9, 5: 10, 6: 12}  # V1


def invariants(state: State) -> None:
    _chips(state)
    _cards(state)
    _followed(state)
    _places(state)
    _money(state)


def _chips(state: State) -> None:
    lying = Counter(chip for stack in state.chips for chip in stack)
    due = Counter({value: share * state.seats for value, share in CHIPS[: state.round]})
    if state.phase in (Phase.FIRST, Phase.STAND):
        due.clear()
    elif state.phase is Phase.CHIPS:
        due[CHIPS[state.round - 1][0]] = state.turn
    assert lying == +due, f"V2, V9: the chips {dict(lying)} lie where {dict(due)} are due"
    for stack in state.chips:
        assert list(stack) == sorted(stack), "chips stay: later rounds’ chips lie on top"


def _cards(state: State) -> None:
    for owner, hand in enumerate(state.hands):
        lying = [card.kind for cards in state.laid for card in cards if card.owner == owner]
        assert Counter([*hand, *lying]) == Counter(ALL_KINDS), f"V3: s{owner} has {hand} in hand and {lying} laid"
    if state.phase not in (Phase.CARDS, Phase.PAWNS):
        assert not any(state.laid), "V17: everybody takes the cards back"


def _followed(state: State) -> None:
    """V10, V12: the cards that lie, were opened and went back are those the story tells were laid there."""
    lying: list[list[Card]] = [[] for _ in state.laid]
    for event in state.story:
        match event:
            case CardLaid(seat, kind, casino):
                assert Card(seat, kind) not in itertools.chain(*lying), f"V3: s{seat} lays a second {kind}"
                lying[casino].append(Card(seat, kind))
            case CasinoOpened(casino, cards):
                assert list(cards) == lying[casino], "V12: the cards turned up are the cards laid there"
                lying[casino] = []
            case CardsReturned(casino, owners):
                assert list(owners) == [card.owner for card in lying[casino]], "V12: cards go back to their owners"
                lying[casino] = []
            case RoundPaid():
                assert not any(lying), "V17: everybody takes the cards back"
            case _:
                pass
    assert [list(cards) for cards in state.laid] == lying, "the cards lie where they were laid"


def _places(state: State) -> None:
    casinos = CASINOS[state.seats]
    assert len(state.chips) == len(state.laid) == casinos, "V1: the number of casinos"
    assert sorted(state.order) in ([], list(range(state.seats))), "everybody is in the play order once"
    assert all(0 <= pawn < casinos for pawn in state.pawns), "pawns stand at casinos"


def _money(state: State) -> None:
    """V4, V13-V15: a fortune is the sum of what opened casinos are told to have paid."""
    total = [0] * state.seats
    earned = [0] * state.seats
    for event in state.story:
        if isinstance(event, CasinoOpened):
            _explained(event)
            for earning in event.earnings:
                earned[earning.seat] += earning.total
        elif isinstance(event, RoundPaid):
            assert list(event.earned) == earned, f"round {event.round} pays {event.earned}, its casinos {earned}"
            total = [had + got for had, got in zip(total, earned, strict=True)]
            assert list(event.money) == total, f"after round {event.round} {event.money} are told, {total} were earned"
            earned = [0] * state.seats
    assert list(state.money) == total, f"{state.money} are owned, {total} were earned"


def _explained(opened: CasinoOpened) -> None:
    assert opened.pawns, "V12: only casinos with a pawn are opened"
    raises = [card.owner for card in opened.cards if card.kind is Kind.RAISE]
    traps = [card.owner for card in opened.cards if card.kind is Kind.TRAP]
    assert list(opened.raises) == raises, "V13: the Raises told are those that lie there"
    assert opened.value == opened.chips * (1 + len(raises)), "V13: chips x (1 + Raises)"
    told = {earning.seat: earning for earning in opened.earnings}
    assert set(told) == {*opened.pawns, *traps}, "pawns and Traps are told, nobody else"
    for seat, earning in told.items():
        hurt = [owner for owner in traps if owner != seat] if seat in opened.pawns else []
        prey = [pawn for pawn in opened.pawns if pawn != seat] if seat in traps else []
        pay = 1000 * opened.value
        assert (list(earning.trapped_by), list(earning.victims)) == (hurt, prey), "V14, V15: who trapped whom"
        assert earning.pawn == (pay if seat in opened.pawns and not hurt else 0), "V14: the pawn’s earning"
        assert earning.trap == pay * len(prey), "V15: the Trap’s earning"
        assert earning.total == earning.pawn + earning.trap, "each term of the sum is told"
