"""What a robbery pays and costs: the worked cases, and nothing that B12 to B16 do not explain."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffhouse.core.game import Seat
from bluffhouse.games.bankueberfall.model import COPIES, KINDS, BankRobbed, Clearing, Effect, Kind, Payment
from bluffhouse.games.bankueberfall.robbery import robbed
from tests.games.bankueberfall.builders import face_down


def settled(cards: str, bids: str, coins: str = "", *, past_unpaid: bool = False) -> BankRobbed:
    """A robbery in words; where nothing is said of the coins everybody has 20."""
    asked = tuple(map(int, bids.split()))
    owned = tuple(map(int, coins.split())) or (20,) * len(asked)
    return robbed(3, face_down(*cards.split()), asked, owned, past_unpaid=past_unpaid)


@dataclass(frozen=True, kw_only=True)
class Case:
    cards: str
    bids: str
    loot: int
    received: str
    past_unpaid: str = ""
    """What is received under that house rule, where it differs."""
    lost: str = ""
    back: int = 0
    effects: list[Effect] = field(default_factory=list)


CASES: Final = {
    "R1": Case(cards="5 5 x", bids="4 6 12", loot=20, received="4 6 0", back=10),
    "R2": Case(
        cards="5 5 x detective",
        bids="4 6 12",
        loot=20,
        received="0 6 12",
        back=2,
        effects=[Effect.DETECTIVES_REVERSE],
    ),
    "R3": Case(
        cards="10 seductress policeman thief",
        bids="10 0",
        loot=10,
        received="10 0",
        effects=[Effect.SEDUCTRESS_CLEARS],
    ),
    "R4": Case(
        cards="10 seductress seductress policeman",
        bids="3 0",
        loot=0,
        received="0 5",
        effects=[Effect.SEDUCTRESSES_CANCEL, Effect.POLICEMAN_CLOSES],
    ),
    "R5": Case(
        cards="10 policeman policeman thief",
        bids="7 0",
        loot=0,
        received="0 0",
        lost="7 0",
        effects=[Effect.POLICEMEN_CANCEL, Effect.THIEVES_TAKE],
    ),
    "R6": Case(
        cards="4 detective thief thief detective",
        bids="2 2",
        loot=4,
        received="2 2",
        effects=[Effect.PAIRS_CANCEL],
    ),
    "R7": Case(cards="5", bids="3 3 5", loot=5, received="0 0 0", past_unpaid="0 0 5", back=5),
    "R8": Case(cards="x x", bids="1 0", loot=0, received="0 0"),
    "R9": Case(
        cards="2 detective",
        bids="3 2 0",
        loot=2,
        received="0 0 0",
        past_unpaid="0 2 0",
        back=2,
        effects=[Effect.DETECTIVES_REVERSE],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_worked_cases(case: Case) -> None:
    robbery = settled(case.cards, case.bids)
    assert robbery.loot == case.loot
    assert " ".join(map(str, robbery.received)) == case.received
    assert " ".join(map(str, robbery.lost)) == (case.lost or " ".join("0" for _ in robbery.bids))
    assert robbery.back == case.back
    assert [clearing.effect for clearing in robbery.clearings] == case.effects
    past = settled(case.cards, case.bids, past_unpaid=True)
    assert " ".join(map(str, past.received)) == (case.past_unpaid or case.received)


def test_r5_the_loser_takes_a_credit() -> None:
    robbery = settled("10 policeman policeman thief", "7 0", "10 10")
    assert robbery.in_credit == (Seat(0),)
    assert robbery.coins == (13, 10)


def test_every_step_of_a_robbery_is_told() -> None:
    robbery = settled("seductress 5 detective x seductress thief detective 10", "40 6 6 9", "40 10 10 10")
    assert robbery == BankRobbed(
        bank=3,
        cards=face_down("seductress", "5", "detective", "x", "seductress", "thief", "detective", "10"),
        bids=(40, 6, 6, 9),
        clearings=(
            Clearing(Effect.SEDUCTRESSES_CANCEL, (Kind.SEDUCTRESS, Kind.SEDUCTRESS)),
            Clearing(Effect.PAIRS_CANCEL, (Kind.DETECTIVE, Kind.THIEF)),
            Clearing(Effect.DETECTIVES_REVERSE, ()),
        ),
        money=(5, 10),
        factor=2,
        loot=30,
        highest_first=True,
        payments=(
            Payment(40, (Seat(0),), paid=False, left=30),
            Payment(9, (Seat(3),), paid=False, left=30),
            Payment(6, (Seat(1), Seat(2)), paid=False, left=30),
        ),
        rewarded=(),
        received=(0, 0, 0, 0),
        lost=(0, 0, 0, 0),
        in_credit=(),
        back=30,
        coins=(40, 10, 10, 10),
    )


def test_what_a_character_clears_is_told_card_by_card() -> None:
    lone = settled("thief policeman seductress detective thief 2", "1 0").clearings
    assert lone == (Clearing(Effect.SEDUCTRESS_CLEARS, (Kind.POLICEMAN, Kind.DETECTIVE, Kind.THIEF, Kind.THIEF)),)
    closed = settled("x 5 policeman thief 5", "1 0").clearings
    assert closed == (Clearing(Effect.POLICEMAN_CLOSES, (Kind.FIVE, Kind.FIVE, Kind.X, Kind.POLICEMAN, Kind.THIEF)),)
    taken = settled("3 policeman thief policeman thief", "1 0").clearings
    assert taken == (
        Clearing(Effect.POLICEMEN_CANCEL, (Kind.POLICEMAN, Kind.POLICEMAN)),
        Clearing(Effect.THIEVES_TAKE, (Kind.THREE, Kind.THIEF, Kind.THIEF)),
    )


# Anything at all


@dataclass(frozen=True)
class Setting:
    cards: tuple[Kind, ...]
    bids: tuple[int, ...]
    coins: tuple[int, ...]
    past_unpaid: bool

    def settle(self) -> BankRobbed:
        return robbed(0, face_down(*self.cards), self.bids, self.coins, past_unpaid=self.past_unpaid)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any cards of the 45, and two to five bidders who own at least 10 each."""
    deck = [(kind, copy) for kind, copies in zip(KINDS, COPIES, strict=True) for copy in range(copies)]
    cards = draw(st.lists(st.sampled_from(deck), max_size=12, unique=True))
    coins = draw(st.lists(st.integers(10, 60), min_size=2, max_size=5))
    bids = [draw(st.integers(0, 12) | st.integers(0, own)) for own in coins]
    bids = [min(bid, own) for bid, own in zip(bids, coins, strict=True)]
    return Setting(tuple(kind for kind, _ in cards), tuple(bids), tuple(coins), draw(st.booleans()))


@dataclass
class Croupier:
    """Settles a robbery as a person would, card by card and bidder by bidder, without a look at how we compute it."""

    bank: list[Kind]
    police: bool = False
    thieves: bool = False
    nervous: bool = False

    def clear(self) -> None:
        if self.bank.count(Kind.SEDUCTRESS) == 1:
            self.bank = [kind for kind in self.bank if kind not in (Kind.POLICEMAN, Kind.DETECTIVE, Kind.THIEF)]
        self.bank = [kind for kind in self.bank if kind is not Kind.SEDUCTRESS]
        if self.bank.count(Kind.POLICEMAN) == 1:
            self.police, self.bank = True, []
        self.bank = [kind for kind in self.bank if kind is not Kind.POLICEMAN]
        while Kind.DETECTIVE in self.bank and Kind.THIEF in self.bank:
            self.bank.remove(Kind.DETECTIVE)
            self.bank.remove(Kind.THIEF)
        self.nervous = Kind.DETECTIVE in self.bank
        if Kind.THIEF in self.bank:
            self.thieves, self.bank = True, []

    def loot(self) -> int:
        loot = total = sum(int(kind) for kind in self.bank if kind.isdigit())
        for kind in self.bank:
            loot += total if kind is Kind.X else 0
        return loot

    def share(self, bids: tuple[int, ...], *, past_unpaid: bool) -> list[int]:
        got = [0 for _ in bids]
        rest = self.loot()
        waiting = sorted({bid for bid in bids if bid})
        while waiting:
            bid = waiting.pop(-1 if self.nervous else 0)
            due = [seat for seat, other in enumerate(bids) if other == bid]
            if bid * len(due) <= rest:
                rest -= bid * len(due)
                for seat in due:
                    got[seat] = bid
            elif not past_unpaid:
                return got
        return got


@given(settings())
def test_b12_to_b16_explain_every_coin(setting: Setting) -> None:
    croupier = Croupier(list(setting.cards))
    croupier.clear()
    robbery = setting.settle()
    due = croupier.share(setting.bids, past_unpaid=setting.past_unpaid)
    for seat, (bid, had) in enumerate(zip(setting.bids, setting.coins, strict=True)):
        came = due[seat] + (5 if croupier.police and bid == 0 else 0)
        went = bid if croupier.thieves else 0
        held = had - went + came
        assert (robbery.received[seat], robbery.lost[seat]) == (came, went)
        assert robbery.coins[seat] == held + (10 if held < 10 else 0)
        assert (seat in robbery.in_credit) == (held < 10)
        assert (seat in robbery.rewarded) == (croupier.police and bid == 0)


@given(settings())
def test_b14_the_loot_is_the_money_left_times_one_and_the_x_cards_left(setting: Setting) -> None:
    croupier = Croupier(list(setting.cards))
    croupier.clear()
    robbery = setting.settle()
    assert robbery.loot == croupier.loot() == sum(robbery.money) * robbery.factor
    assert sorted(robbery.money) == sorted(int(kind) for kind in croupier.bank if kind.isdigit())
    assert robbery.factor == 1 + croupier.bank.count(Kind.X)
    assert robbery.highest_first == croupier.nervous


@given(settings())
def test_b15_the_pay_order_is_told_bid_by_bid_and_adds_up(setting: Setting) -> None:
    robbery = setting.settle()
    bids = [payment.bid for payment in robbery.payments]
    assert bids == sorted({bid for bid in setting.bids if bid}, reverse=robbery.highest_first)
    left = robbery.loot
    for payment in robbery.payments:
        assert list(payment.seats) == [seat for seat, bid in enumerate(setting.bids) if bid == payment.bid]
        left -= payment.bid * len(payment.seats) if payment.paid else 0
        assert payment.left == left >= 0
        assert all(robbery.received[seat] == (payment.bid if payment.paid else 0) for seat in payment.seats)
    assert robbery.back == left
    if not setting.past_unpaid:
        assert all(before.paid or not after.paid for before, after in pairwise(robbery.payments))


@given(settings())
def test_b12_what_is_cleared_was_there_and_characters_left_are_of_no_effect(setting: Setting) -> None:
    robbery = setting.settle()
    gone = [kind for clearing in robbery.clearings for kind in clearing.gone]
    for kind in KINDS:
        assert gone.count(kind) <= setting.cards.count(kind)
    effects = [clearing.effect for clearing in robbery.clearings]
    assert effects == sorted(effects, key=list(Effect).index)
    assert len(set(effects)) == len(effects)


@given(settings())
def test_b13_a_policeman_costs_nothing(setting: Setting) -> None:
    robbery = setting.settle()
    if Effect.POLICEMAN_CLOSES in [clearing.effect for clearing in robbery.clearings]:
        assert not any(robbery.lost)
        assert robbery.in_credit == ()


def test_everybody_with_coins_has_bid() -> None:
    with pytest.raises(ValueError, match="zip"):
        robbed(0, face_down(Kind.FIVE), (1, 2), (10, 10, 10), past_unpaid=False)
