"""What is true of every position of Banküberfall: 45 cards, and no coin without an event that explains it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import (
    KINDS,
    BankDealt,
    BankRobbed,
    Card,
    CardPlaced,
    CardRevealed,
    CardSpied,
    Effect,
    HandDealt,
    Kind,
    State,
    TilesShuffled,
    TileTurned,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

CARDS = {"2": 4, "3": 4, "4": 4, "5": 11, "10": 2, "x": 4, "seductress": 4, "policeman": 4, "detective": 4, "thief": 4}
TILES = {"placement": 4, "spy": 1, "reveal": 1, "robbery": 1}


def invariants(state: State) -> None:
    _cards(state)
    _followed(state)
    _tiles(state)
    _coins(state)


def _cards(state: State) -> None:
    """B2: the 45 cards lie in the pile, the hands, at the banks or among the discards that the story tells."""
    pile = Counter(dict(zip((str(kind.value) for kind in KINDS), state.pile, strict=True)))
    discards = _words(card.kind for event in state.story if isinstance(event, BankRobbed) for card in event.cards)
    lying = _words(card.kind for row in state.banks for card in row)
    held = _words(kind for hand in state.hands for kind in hand)
    assert +(pile + discards + lying + held) == Counter(CARDS), "B2: there are 45 cards"
    assert all(left >= 0 for left in state.pile), "B2: no more cards are drawn than there are"
    assert all(len(hand) <= 5 for hand in state.hands), "B5: five cards in hand"
    for row in state.banks:
        assert not row or not all(card.up for card in row), "B8: a bank’s last face-down card stays down"


def _words(kinds: Iterable[Kind | None]) -> Counter[str]:
    found: Counter[str] = Counter()
    for kind in kinds:
        assert kind is not None, "a state knows every card"
        found[str(kind.value)] += 1
    return found


def _followed(state: State) -> None:
    """Hands and banks are what the story's dealing, placing, spying, revealing and robbing make of them."""
    hands: list[Counter[str]] = [Counter() for _ in range(state.seats)]
    banks: list[list[Card]] = [[] for _ in state.banks]
    for event in state.story:
        match event:
            case BankDealt(bank, kind):
                banks[bank].append(Card(kind, DEALER, up=False, spies=()))
            case HandDealt(seat, kind):
                hands[seat] += _words([kind])
            case CardPlaced(seat, kind, bank):
                hands[seat] -= _words([kind])
                banks[bank].append(Card(kind, seat, up=False, spies=()))
            case CardSpied(seat, bank, place, kind):
                card = banks[bank][place]
                assert card.kind == kind and not card.up, "B7: the card told is the face-down card that lies there"
                banks[bank][place] = replace(card, spies=tuple(dict.fromkeys([*card.spies, seat])))
            case CardRevealed(_, bank, place, kind):
                assert banks[bank][place].kind == kind, "B8: the card told is the card that lies there"
                banks[bank][place] = replace(banks[bank][place], up=True)
            case BankRobbed(bank, cards):
                assert banks[bank] == list(cards), "B12: the cards of that bank are turned up"
                banks[bank] = []
            case _:
                pass
    assert hands == [_words(hand) for hand in state.hands], "B6: hands follow from what was dealt and placed"
    assert banks == [list(row) for row in state.banks], "banks, and who has seen what there, follow from the story"


def _tiles(state: State) -> None:
    """B3, B10: of each cycle of seven, those not turned up yet."""
    left = Counter(TILES)
    for event in state.story:
        if isinstance(event, TileTurned):
            left[event.tile.value] -= 1
        elif isinstance(event, TilesShuffled):
            assert not +left, "B10: shuffled after the seventh tile only"
            left = Counter(TILES)
    assert list(state.tiles) == [left[word] for word in TILES], f"B10: the tiles {state.tiles} where {left} are left"


def _coins(state: State) -> None:
    """B5, B16, B19: everybody begins with 10; only robberies change that, and each says by what and why."""
    coins, owed = [10] * state.seats, [0] * state.seats
    for event in state.story:
        if isinstance(event, BankRobbed):
            _explained(event, coins)
            for seat in range(state.seats):
                coins[seat] += event.received[seat] - event.lost[seat] + 10 * (seat in event.in_credit)
                owed[seat] += seat in event.in_credit
            assert list(event.coins) == coins, f"{event.coins} are told where {coins} are explained"
    assert (list(state.coins), list(state.credits)) == (coins, owed), "coins and credits follow from the robberies"
    assert all(own >= 10 for own in coins), "B16: nobody is left with less than 10"
    for seat, bid in enumerate(state.bids):
        assert bid is None or 0 <= bid <= coins[seat], "B11: nobody bids more than they have"
    wealth = tuple(own - 10 * debt for own, debt in zip(coins, owed, strict=True))
    assert GAME.wealth(state) == wealth, f"B19: wealth {GAME.wealth(state)} for {coins} coins and {owed} credits"


def _explained(robbery: BankRobbed, coins: list[int]) -> None:
    """Every coin that comes is loot or the Policeman's reward; every coin that goes went with a Thief."""
    effects = {clearing.effect for clearing in robbery.clearings}
    paid = {seat: part.bid for part in robbery.payments if part.paid for seat in part.seats}
    assert robbery.loot == sum(robbery.money) * robbery.factor, "B14: the loot’s terms"
    assert sum(paid.values()) + robbery.back == robbery.loot, "B15: what is not paid goes back"
    assert robbery.back >= 0, "B15: no more is paid than there is"
    for seat, bid in zip(map(Seat, range(len(coins))), robbery.bids, strict=True):
        assert 0 <= bid <= coins[seat], "B11: a bid is at most all coins"
        rewarded = Effect.POLICEMAN_CLOSES in effects and bid == 0
        assert (seat in robbery.rewarded) == rewarded, "B12: a Policeman rewards those who bid nothing"
        assert paid.get(seat, bid) == bid, "B15: a share is the bid"
        assert robbery.received[seat] == (5 if rewarded else paid.get(seat, 0)), "each coin received has its reason"
        assert robbery.lost[seat] == (bid if Effect.THIEVES_TAKE in effects else 0), "B12: only a Thief takes bids"
        poor = coins[seat] + robbery.received[seat] - robbery.lost[seat] < 10
        assert (seat in robbery.in_credit) == poor, "B16: a credit for whoever falls below 10"
    assert not (robbery.loot and effects & {Effect.POLICEMAN_CLOSES, Effect.THIEVES_TAKE}), "B12: then there is no loot"
