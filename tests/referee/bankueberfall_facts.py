"""A Banküberfall state in the words of the second referee."""

from bluffhouse.games.bankueberfall.model import KINDS, TILES, BankRobbed, State

SETTLED = "robberies"  # where the second referee keeps its settlements


def facts(state: State) -> dict[str, object]:
    return {
        "turn": state.turn,
        "coins": list(state.coins),
        "credits": list(state.credits),
        "hands": [sorted(hand) for hand in state.hands],
        "banks": [[(card.kind, card.up) for card in row] for row in state.banks],
        "pile": {kind: left for kind, left in zip(KINDS, state.pile, strict=True) if left},
        "tiles": {tile: left for tile, left in zip(TILES, state.tiles, strict=True) if left},
        "settled": next(
            (_robbery(event, state.seats) for event in reversed(state.story) if isinstance(event, BankRobbed)), None
        ),
    }


def _robbery(event: BankRobbed, seats: int) -> dict[str, object]:
    return {
        "bank": event.bank,
        "bids": list(event.bids),
        "loot": event.loot,
        "paid": list(event.received),
        "lost": list(event.lost),
        "credits": [int(seat in event.in_credit) for seat in range(seats)],
    }
