"""A whole state that fits what a seat knows: the others' unseen cards, every order they may lie in as likely."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bluffhouse.core.game import Below, Seat
from bluffhouse.games.vabanque.model import ALL_KINDS, Card, CardLaid, CasinoOpened, Kind, RoundPaid, State, View

if TYPE_CHECKING:
    from bluffhouse.games.vabanque.model import Event


def guess(view: View, below: Below) -> State:
    story, lying = _told(view, below)
    laid = tuple(tuple(lying[casino]) for casino in range(len(view.laid)))
    return State(
        options=view.options,
        seats=view.seats,
        round=view.round,
        phase=view.phase,
        order=view.order,
        turn=view.turn,
        chips=view.chips,
        laid=laid,
        hands=tuple(_hand(Seat(seat), laid) for seat in range(view.seats)),
        pawns=view.pawns,
        money=view.money,
        story=story,
    )


def _hand(seat: Seat, laid: tuple[tuple[Card, ...], ...]) -> tuple[Kind, ...]:
    gone = {card.kind for cards in laid for card in cards if card.owner == seat}
    return tuple(kind for kind in ALL_KINDS if kind not in gone)


def _told(view: View, below: Below) -> tuple[tuple[Event, ...], dict[int, list[Card]]]:
    """The story with every kind filled in, and the cards that lie beside the casinos now."""
    story: list[Event] = list(view.story)
    this_round: list[int] = []  # where in the story this round's cards were laid
    for place, event in enumerate(story):
        if isinstance(event, CardLaid):
            this_round.append(place)
        elif isinstance(event, CasinoOpened):
            _recall(story, this_round, event)
        elif isinstance(event, RoundPaid):
            _fill(story, this_round, below)
            this_round = []
    _fill(story, this_round, below)
    lying: dict[int, list[Card]] = defaultdict(list)
    for laying in _layings(story, this_round):
        lying[laying.casino].append(Card(laying.seat, laying.kind))
    return tuple(story), lying


def _layings(story: list[Event], places: list[int]) -> list[CardLaid]:
    return [event for place in places if isinstance(event := story[place], CardLaid)]


def _recall(story: list[Event], places: list[int], shown: CasinoOpened) -> None:
    """Cards turned up lie in the order in which they were laid there."""
    cards = iter(shown.cards)
    for place, laying in zip(places, _layings(story, places), strict=True):
        if laying.casino == shown.casino:
            story[place] = CardLaid(laying.seat, next(cards).kind, laying.casino)


def _fill(story: list[Event], places: list[int], below: Below) -> None:
    """Give the cards nobody turned up the kinds their owners have left, in any order."""
    left: dict[Seat, list[Kind]] = {}
    for laying in _layings(story, places):
        left.setdefault(laying.seat, list(ALL_KINDS))
        if laying.kind is not None:
            left[laying.seat].remove(laying.kind)
    for place, laying in zip(places, _layings(story, places), strict=True):
        if laying.kind is None:
            kinds = left[laying.seat]
            story[place] = CardLaid(laying.seat, kinds.pop(below(len(kinds))), laying.casino)
