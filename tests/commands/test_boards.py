"""Boards and stories in words: every sum explained, nothing shown that a person may not see."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from bluffhouse import games
from bluffhouse.commands import boards, speech
from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.player import Chooser, at_random, play
from bluffhouse.games.bankueberfall.model import Card as BankCard
from bluffhouse.games.bankueberfall.model import Kind as BankKind
from bluffhouse.games.bankueberfall.robbery import robbed
from bluffhouse.games.vabanque.model import Card, Kind
from bluffhouse.games.vabanque.payout import opened

NAMES = ("s0", "s1", "s2", "s3")

CASINOS = {  # the books' examples: chips, (owner, card) …, pawns, what is told
    "E1": (20, ((0, "raise"), (1, "raise")), (2,), ["20 × (1 + 2 Raise) = 60", "s2: pawn 60,000."]),
    "E2": (
        35,
        ((0, "raise"), (1, "trap")),
        (1, 2, 3),
        [
            "35 × (1 + 1 Raise) = 70",
            "s1: pawn 70,000 + Trap 2 × 70,000 (s2 and s3) = 210,000.",
            "s2: pawn trapped by s1.",
            "s3: pawn trapped by s1.",
        ],
    ),
    "E3": (
        15,
        ((0, "trap"), (1, "trap")),
        (0, 2),
        [
            "15 × (1 + 0 Raise) = 15",
            "s0: pawn trapped by s1, but Trap 1 × 15,000 (s2) = 15,000.",
            "s1: Trap 2 × 15,000 (s0 and s2) = 30,000.",
            "s2: pawn trapped by s0 and s1.",
        ],
    ),
    "E4": (
        15,
        ((0, "raise"), (2, "raise"), (1, "trap"), (3, "bluff")),
        (0, 1),
        ["15 × (1 + 2 Raise) = 45", "s0: pawn trapped by s1.", "s1: pawn 45,000 + Trap 1 × 45,000 (s0) = 90,000."],
    ),
    "no chips": (0, (), (3,), ["0 × (1 + 0 Raise) = 0", "s3: pawn 0."]),
    "an idle Trap": (5, ((0, "trap"),), (0,), ["5 × (1 + 0 Raise) = 5", "s0: pawn 5,000."]),
}


@pytest.mark.parametrize("case", CASINOS)
def test_an_opened_casino_is_a_formula(case: str) -> None:
    chips, laid, pawns, told = CASINOS[case]
    cards = tuple(Card(Seat(owner), Kind(kind)) for owner, kind in laid)
    event = opened(4, chips, cards, tuple(Seat(pawn) for pawn in pawns))
    assert [line.strip() for line in boards.find("vabanque").tell([event], NAMES)[1:]] == told


BANKS = {  # the worked cases: cards, bids, sentences in their order
    "R1": (
        "5 5 x",
        (4, 6, 12),
        [
            "Loot: (5 + 5) × (1 + 1 X) = 20",
            "s0 asked for 4: paid, 16 left.",
            "s1 asked for 6: paid, 10 left.",
            "s2 asked for 12: not enough left (10), nothing is paid.",
            "10 coins go back to the reserve.",
        ],
    ),
    "R2": (
        "5 5 x detective",
        (4, 6, 12),
        [
            "Detectives are left: the highest bid is paid first.",
            "s2 asked for 12: paid, 8 left.",
            "s1 asked for 6: paid, 2 left.",
            "s0 asked for 4: not enough left (2), nothing is paid.",
        ],
    ),
    "R3": (
        "10 seductress policeman thief",
        (10, 0, 0),
        [
            "A lone Seductress sends 2 other people away.",
            "Loot: 10 × (1 + 0 X) = 10",
            "s0 asked for 10: paid, 0 left.",
        ],
    ),
    "R4": (
        "10 seductress seductress policeman",
        (3, 0, 1),
        [
            "2 Seductresses are rivals: they leave.",
            "A lone Policeman closes the bank: no loot, and nobody loses anything.",
            "s1 asked for nothing and is given 5 for honesty.",
        ],
    ),
    "R5": (
        "10 policeman policeman thief",
        (7, 0, 0),
        [
            "2 Policemen rely on each other: they leave.",
            "A Thief takes everything: no loot, and what was bid is lost.",
            "Coins lost: s0 7.",
            "s0 falls below 10: 10 coins and a red credit coin.",
        ],
    ),
    "R6": (
        "4 detective thief thief detective",
        (2, 2, 0),
        ["Detectives and Thieves leave in pairs: 4 cards go.", "s0 and s1 asked for 2: each paid, 0 left."],
    ),
    "R8": ("x x", (1, 0, 0), ["Loot: 0", "s0 asked for 1: not enough left (0), nothing is paid."]),
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


@pytest.mark.parametrize("language", speech.LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_every_view_and_event_of_whole_games_has_words(name: str, language: str) -> None:
    speech.speak(language)
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
