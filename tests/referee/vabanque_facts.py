"""A Vabanque state in the words of the second referee."""

from bluffhouse.games.vabanque.model import RoundPaid, State

SETTLED = "paid"  # where the second referee keeps its settlements


def facts(state: State) -> dict[str, object]:
    return {
        "round": state.round,
        "order": list(state.order),
        "worth": [sum(stack) for stack in state.chips],
        "pawns": list(state.pawns) or [None] * state.seats,
        "money": list(state.money),
        "hands": [sorted(hand) for hand in state.hands],
        "laid": [[(card.owner, card.kind) for card in cards] for cards in state.laid],
        "settled": next((_paid(event) for event in reversed(state.story) if isinstance(event, RoundPaid)), None),
    }


def _paid(event: RoundPaid) -> dict[int, int]:
    return dict(enumerate(event.earned))
