"""Boards and stories in words: every sum explained, nothing shown that a person may not see."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.commands import boards
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.games.bankueberfall.model import Card as BankCard
from bluffhouse.games.bankueberfall.model import Kind as BankKind
from bluffhouse.games.bankueberfall.robbery import robbed
from bluffhouse.games.vabanque.model import Card, Kind
from bluffhouse.games.vabanque.payout import opened

NAMES = ("s0", "s1", "s2", "s3")

CASINOS = {  # the books' examples: chips, (owner, card) …, pawns, what is told
    "E1": (20, ((0, "raise"), (1, "raise")), (2,), "20 x (1 + 2 raises) = 60; s2: pawn 60,000"),
    "E2": (
        35,
        ((0, "raise"), (1, "trap")),
        (1, 2, 3),
        "35 x (1 + 1 raise) = 70; s1: pawn 70,000 + trap 2 x 70,000 = 210,000; s2 trapped by s1; s3 trapped by s1",
    ),
    "E3": (
        15,
        ((0, "trap"), (1, "trap")),
        (0, 2),
        "15 x (1 + 0 raises) = 15; s0: trap 1 x 15,000 = 15,000; s1: trap 2 x 15,000 = 30,000; "
        "s0 trapped by s1; s2 trapped by s0, s1",
    ),
    "E4": (
        15,
        ((0, "raise"), (2, "raise"), (1, "trap"), (3, "bluff")),
        (0, 1),
        "15 x (1 + 2 raises) = 45; s1: pawn 45,000 + trap 1 x 45,000 = 90,000; s0 trapped by s1",
    ),
    "no chips": (0, (), (3,), "0 x (1 + 0 raises) = 0; s3: pawn 0"),
}


@pytest.mark.parametrize("case", CASINOS)
def test_an_opened_casino_is_a_formula(case: str) -> None:
    chips, laid, pawns, told = CASINOS[case]
    cards = tuple(Card(Seat(owner), Kind(kind)) for owner, kind in laid)
    event = opened(4, chips, cards, tuple(Seat(pawn) for pawn in pawns))
    assert boards.find("vabanque").tell([event], NAMES)[1] == f"  casino 4: {told}"


BANKS = {  # the worked cases: cards, bids, sentences in their order
    "R1": (
        "5 5 x",
        (4, 6, 12),
        [
            "(5 + 5) x (1 + 1 X) = 20; s0: bid 4, +4, 16 left; s1: bid 6, +6, 10 left; s2: bid 12, not paid",
            "; 10 back to the reserve",
        ],
    ),
    "R2": (
        "5 5 x detective",
        (4, 6, 12),
        [
            "A Detective is left: the highest bid is paid first.",
            "s2: bid 12, +12, 8 left; s1: bid 6, +6, 2 left; s0: bid 4, not paid; 2 back to the reserve",
        ],
    ),
    "R3": (
        "10 seductress policeman thief",
        (10, 0, 0),
        [
            "A lone Seductress sends the other characters away (policeman, thief).",
            "10 x (1 + 0 X) = 10; s0: bid 10, +10, 0 left",
        ],
    ),
    "R4": (
        "10 seductress seductress policeman",
        (3, 0, 1),
        [
            "Several Seductresses only leave (seductress, seductress).",
            "A lone Policeman: everything is discarded, no loot, bidders keep their coins",
            "Bid nothing and receive 5: s1.",
        ],
    ),
    "R5": (
        "10 policeman policeman thief",
        (7, 0, 0),
        [
            "Several Policemen only leave",
            "A Thief is left: everything is discarded, no loot, the coins bid are lost",
            "no loot; nobody is paid",
            "Coins lost: s0 7.",
            "so they take 10 and a credit of -10: s0.",
        ],
    ),
    "R6": (
        "4 detective thief thief detective",
        (2, 2, 0),
        ["Detectives and Thieves cancel in pairs", "s0, s1: bid 2, +2 each, 0 left"],
    ),
    "R8": ("x x", (1, 0, 0), ["no loot; nobody is paid"]),
}


@pytest.mark.parametrize("case", BANKS)
def test_a_robbery_is_explained_step_by_step(case: str) -> None:
    kinds, bids, sentences = BANKS[case]
    cards = tuple(BankCard(BankKind(kind), DEALER, up=False, spies=()) for kind in kinds.split())
    event = robbed(3, cards, bids, (10, 10, 12), past_unpaid=False)
    told = "\n".join(boards.find("bankueberfall").tell([event], NAMES[:3]))
    places = [told.find(sentence) for sentence in sentences]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_view_and_event_of_whole_games_has_words(name: str) -> None:
    game, board = games.find(name), boards.find(name)
    for options in game.variants:
        seats = game.chairs(options)[-1]
        names = [f"Name{seat}" for seat in range(seats)]
        below = Random(3).randrange
        state = game.setup(options, seats)
        for turn in play(game, state, [Chooser(at_random, below)] * seats, below):
            for viewer in (None, Seat(0), Seat(seats - 1)):
                view = game.view(turn.step.state, viewer)
                words = [board.question(view), *board.draw(view, names), *board.tell(view.story[-3:], names)]
                assert all(words)
                assert not [line for line in words if "None" in line]


def test_screens_hide_the_others_coins() -> None:
    game, board = games.find("bankueberfall"), boards.find("bankueberfall")
    view = game.view(game.setup(game.options(), 3), Seat(0))
    rich = replace(view, coins=(view.coins[0], 77, 78))
    assert board.draw(rich, NAMES[:3]) == board.draw(view, NAMES[:3])
    unscreened: Any = replace(rich, options=game.options(screens=False))
    assert "77 coins" in "\n".join(board.draw(unscreened, NAMES[:3]))


@dataclass(frozen=True)
class DoorOpened:
    seat: Seat
    prizes: tuple[int, ...]


@dataclass(frozen=True)
class Nothing:
    pass


def test_a_game_without_a_drawing_gets_a_plain_one() -> None:
    board = boards.find("snap")
    assert board.title == "Snap"
    assert board.tell([DoorOpened(Seat(1), (3, 4)), Nothing()], NAMES) == [
        "door opened: seat 1, prizes [3, 4]",
        "nothing",
    ]
    assert board.draw(DoorOpened(Seat(1), ()), ("Ada",)) == ["seats: s0 Ada", "seat: 1", "prizes: []"]
