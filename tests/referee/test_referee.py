"""The referee against the books' examples, the worked cases and a few hundred random games."""

import random
from collections import Counter

import pytest

from tests.referee import bankueberfall, vabanque

GAMES = 100
AnyReferee = vabanque.Referee | bankueberfall.Referee


def random_move(referee: AnyReferee, rng: random.Random) -> tuple[int, str]:
    actor = rng.choice(sorted(referee.actors()))
    moves = referee.legal(actor)
    assert moves
    assert len(moves) == len(set(moves))
    if actor == -1:
        weights = referee.weights()
        assert sorted(weights) == sorted(moves)
        assert min(weights.values()) > 0
        return actor, rng.choices(moves, [weights[move] for move in moves])[0]
    assert referee.weights() == {}
    return actor, rng.choice(moves)


# --- Vabanque ----------------------------------------------------------------------------------------------------

EXAMPLES = [
    # worth, cards (owner, word), pawns, money (zeros left out)
    pytest.param(20, [(0, "raise"), (1, "raise")], [0, 2], {0: 60_000, 2: 60_000}, id="E1"),
    pytest.param(35, [(0, "raise"), (1, "trap")], [1, 2, 3], {1: 210_000}, id="E2"),
    pytest.param(15, [(0, "trap"), (1, "trap")], [0, 2], {0: 15_000, 1: 30_000}, id="E3"),
    pytest.param(15, [(0, "raise"), (2, "raise"), (1, "trap"), (3, "bluff")], [1, 0], {1: 90_000}, id="E4"),
    pytest.param(15, [(0, "trap"), (3, "trap")], [0, 1], {0: 15_000, 3: 30_000}, id="E5"),
    pytest.param(15, [(0, "trap"), (1, "raise")], [], {}, id="nobody there"),
    pytest.param(15, [(0, "trap")], [0], {0: 15_000}, id="own trap only"),
]


@pytest.mark.parametrize(("worth", "cards", "pawns", "money"), EXAMPLES)
def test_examples(worth: int, cards: list[tuple[int, str]], pawns: list[int], money: dict[int, int]) -> None:
    assert vabanque.pay_table(worth, cards, pawns) == money


def test_new_order() -> None:
    assert vabanque.new_order([2, 0, 1, 3], [5, 9, 5, 5]) == [1, 3, 0, 2]
    assert vabanque.new_order([0, 1, 2], [0, 0, 0]) == [2, 1, 0]


def test_vabanque_start() -> None:
    classic = vabanque.Referee(4, {"edition": "classic", "first": None})
    assert classic.facts()["order"] == []
    assert classic.actors() == {-1}
    classic.play(-1, "first s2")
    assert classic.actors() == {2}
    assert classic.pawns == [None] * 4
    assert len(classic.legal(2)) == 9
    classic.play(2, "stand 5")
    assert classic.order == [2, 3, 0, 1]
    assert classic.pawns == [0, 2, 5, 7]
    named = vabanque.Referee(3, {"edition": "2019", "first": 1})
    assert named.actors() == {1}
    assert named.pawns == [4, 0, 2]
    assert named.legal(1)[0] == "chip 0"
    drawn = vabanque.Referee(3, {"edition": "2019", "first": None})
    assert sorted(drawn.weights()) == ["first s0", "first s1", "first s2"]
    drawn.play(-1, "first s1")
    assert drawn.facts() == named.facts()


def test_vabanque_pawn() -> None:
    referee = vabanque.Referee(3, {"edition": "2019", "first": 0})
    while referee.phase != "move":
        actor = min(referee.actors())
        referee.play(actor, referee.legal(actor)[0])
    assert sorted(referee.legal(0)) == ["move 0", "move 1", "move 2", "move 3", "move 4"]
    referee.play(0, "move 1")
    referee.play(1, "move 0")
    assert referee.pawns == [1, 2, 4]
    referee.play(2, "move 4")
    assert referee.pawns == [1, 2, 1]
    assert referee.paid == [{0: 0, 1: 0, 2: 0}]
    assert referee.order == [2, 1, 0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["classic", "2019"])
def test_vabanque_random(seats: int, edition: str) -> None:
    rng = random.Random(f"{seats} {edition}")
    for _ in range(GAMES):
        referee = vabanque.Referee(seats, {"edition": edition, "first": None})
        moves: Counter[str] = Counter()
        placed = 0  # the chips' value that must lie when the cards are laid
        while not referee.over():
            actor, move = random_move(referee, rng)
            kind = move.split()[0]
            if kind == "lay":
                placed = seats * [20, 50, 90, 140][referee.round - 1]
                assert sum(referee.worth) == placed
            if kind == "move" and actor == referee.order[0]:
                assert sum(map(len, referee.laid)) == 3 * seats
                assert referee.hands == [[]] * seats
            referee.play(actor, move)
            moves[kind] += 1
        stands = 1 if edition == "classic" else 0
        expected = Counter(first=1, stand=stands, chip=10 * seats, lay=12 * seats, move=4 * seats)
        assert moves == expected
        assert placed == 140 * seats
        assert referee.actors() == set()
        assert referee.round == 4
        assert referee.laid == [[]] * referee.casinos
        assert all(len(hand) == 3 for hand in referee.hands)
        assert referee.wealth() == [sum(paid[seat] for paid in referee.paid) for seat in range(seats)]
        assert len(referee.paid) == 4
        assert all(len(paid) == seats for paid in referee.paid)
        best = max(referee.wealth())
        assert [seat for seat in range(seats) if referee.wealth()[seat] == best] == referee.winners()


# --- Banküberfall --------------------------------------------------------------------------------------------------

CASES = [
    # cards, bids, pay_past_unpaid, loot, paid, lost
    pytest.param("5 5 x", [4, 6, 12], False, 20, [4, 6, 0], [0, 0, 0], id="R1"),
    pytest.param("5 5 x detective", [4, 6, 12], False, 20, [0, 6, 12], [0, 0, 0], id="R2"),
    pytest.param("10 seductress policeman thief", [10, 0], False, 10, [10, 0], [0, 0], id="R3"),
    pytest.param("10 seductress seductress policeman", [3, 0], False, 0, [0, 5], [0, 0], id="R4"),
    pytest.param("10 policeman policeman thief", [7, 0], False, 0, [0, 0], [7, 0], id="R5"),
    pytest.param("4 detective thief thief detective", [2, 2], False, 4, [2, 2], [0, 0], id="R6"),
    pytest.param("5", [3, 3, 5], False, 5, [0, 0, 0], [0, 0, 0], id="R7"),
    pytest.param("5", [3, 3, 5], True, 5, [0, 0, 5], [0, 0, 0], id="R7 past"),
    pytest.param("x x", [1, 0], False, 0, [0, 0], [0, 0], id="R8"),
    pytest.param("2 detective", [3, 2, 0], False, 2, [0, 0, 0], [0, 0, 0], id="R9"),
    pytest.param("2 detective", [3, 2, 0], True, 2, [0, 2, 0], [0, 0, 0], id="R9 past"),
    pytest.param("5 seductress detective", [2, 4], False, 5, [2, 0], [0, 0], id="no detective beside a seductress"),
    pytest.param("4 detective detective thief", [2, 3], False, 4, [0, 3], [0, 0], id="one detective left over"),
    pytest.param("4 detective thief", [1, 4], False, 4, [1, 0], [0, 0], id="no detective left over"),
    pytest.param("3 x x", [9, 0], False, 9, [9, 0], [0, 0], id="two X triple"),
    pytest.param("", [1, 0], False, 0, [0, 0], [0, 0], id="empty bank"),
]


@pytest.mark.parametrize(("cards", "bids", "past", "loot", "paid", "lost"), CASES)
def test_cases(*, cards: str, bids: list[int], past: bool, loot: int, paid: list[int], lost: list[int]) -> None:
    outcome = bankueberfall.settle(cards.split(), bids, past)
    assert (outcome.loot, outcome.paid, outcome.lost) == (loot, paid, lost)


def standing(seats: int, banks: list[str], hands: list[str]) -> bankueberfall.Referee:
    """A game in the middle: no pile, these cards in the banks (face down) and hands, s0 to turn up a tile."""
    referee = bankueberfall.Referee(seats, {})
    referee.play(-1, "first s0")
    referee.pile = {}
    referee.waiting = []
    referee.banks = [[(word, False) for word in row.split()] for row in banks]
    referee.hands = [hand.split() for hand in hands]
    referee.stage = "tile"
    return referee


def test_setup_and_refill() -> None:
    referee = bankueberfall.Referee(2, {})
    assert referee.facts()["turn"] is None
    referee.play(-1, "first s1")
    places = []
    while "tile placement" not in referee.weights():
        assert referee.weights().keys() == set(referee.legal(-1))
        move = next(iter(referee.weights()))
        places.append(move.rsplit(" ", 1)[0])
        referee.play(-1, move)
    assert places == [f"bank {bank}" for bank in range(5)] + ["hand s0"] * 5 + ["hand s1"] * 5
    assert referee.weights() == {"tile placement": 4, "tile spy": 1, "tile reveal": 1, "tile robbery": 1}
    referee.play(-1, "tile reveal")  # B8: nothing happens when it is the very first tile
    assert referee.turn == 0
    referee.play(-1, "tile robbery")
    referee.play(0, "rob 3")
    referee.play(0, "bid 10")
    assert referee.legal(0) == []
    assert referee.legal(1) == [f"bid {amount}" for amount in range(11)]
    referee.play(1, "bid 0")
    assert referee.banks[3] == []
    assert referee.weights()["bank 3 thief"] == 4
    referee.play(-1, "bank 3 thief")
    assert referee.banks[3] == [("thief", False)]
    assert referee.turn == 1
    referee.play(-1, "tile placement")
    card = referee.hands[1][0]
    referee.play(1, f"place {card} 3")
    assert referee.banks[3] == [("thief", False), (card, False)]
    assert referee.weights()["hand s1 thief"] == 3
    referee.play(-1, "hand s1 thief")
    assert len(referee.hands[1]) == 5
    assert referee.turn == 0


def test_credit() -> None:
    referee = standing(2, ["", "10 policeman policeman thief", "", "", ""], ["5", "5"])
    referee.play(-1, "tile robbery")
    referee.play(0, "rob 1")
    referee.play(1, "bid 0")
    assert referee.actors() == {0}
    referee.play(0, "bid 7")
    assert referee.coins == [13, 10]
    assert referee.credits == [1, 0]
    assert referee.wealth() == [3, 10]
    assert referee.robberies[0]["credits"] == [1, 0]
    assert referee.turn == 1
    assert referee.stage == "tile"


def test_reveal_and_empty_tiles() -> None:
    referee = standing(2, ["5 4", "3", "", "", ""], ["5", "5"])
    referee.play(-1, "tile reveal")
    assert sorted(referee.legal(0)) == ["reveal 0 0", "reveal 0 1", "skip"]
    referee.play(0, "reveal 0 0")
    assert referee.banks[0] == [("5", True), ("4", False)]
    referee.play(-1, "tile spy")
    assert sorted(referee.legal(1)) == ["skip", "spy 0 1", "spy 1 0"]
    referee.play(1, "skip")
    nothing = standing(2, [""] * 5, ["5", "5"])
    nothing.tiles = {"spy": 1, "reveal": 1}
    nothing.play(-1, "tile spy")
    assert nothing.turn == 1
    assert nothing.weights() == {"tile reveal": 1}
    nothing.play(-1, "tile reveal")
    assert nothing.turn == 0
    assert nothing.tiles == bankueberfall.TILES


def test_last_round() -> None:
    referee = standing(3, ["5", "", "4", "3", "2"], ["10", "5", "5"])
    referee.play(-1, "tile robbery")
    referee.play(0, "rob 1")
    for seat in range(3):
        referee.play(seat, "bid 0")
    referee.play(-1, "tile placement")
    referee.play(1, "place 5 4")
    for _ in range(5):
        assert not referee.over()
        assert referee.turn == 1
        assert referee.tiles == {"placement": 3, "spy": 1, "reveal": 1}
        for seat in (2, 0, 1):
            referee.play(seat, "bid 0")
    assert referee.over()
    assert [robbery["bank"] for robbery in referee.robberies] == [1, 1, 0, 4, 3, 2]
    assert referee.winners() == [0, 1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("past", [False, True])
def test_bankueberfall_random(seats: int, past: bool) -> None:
    rng = random.Random(f"{seats} {past}")
    options = {"fifth_seat": seats == 5, "pay_past_unpaid": past, "screens": True}
    for _ in range(GAMES):
        referee = bankueberfall.Referee(seats, options)
        tiles: list[str] = []
        while not referee.over():
            actor, move = random_move(referee, rng)
            if move.startswith("tile"):
                tiles.append(move.split()[1])
            referee.play(actor, move)
            everywhere = Counter(referee.pile)
            everywhere.update(referee.discards)
            for hand in referee.hands:
                everywhere.update(hand)
            for row in referee.banks:
                everywhere.update(word for word, _ in row)
                assert not row or not all(face_up for _, face_up in row)  # B8
            assert everywhere == bankueberfall.DECK
            assert everywhere.total() == 45
            assert min(referee.coins) >= 10  # B16
        for start in range(0, len(tiles) - 6, 7):
            assert Counter(tiles[start : start + 7]) == bankueberfall.TILES  # B10
        assert tiles[-1] == "placement"
        assert not referee.pile
        assert referee.banks == [[]] * 5
        ender = referee.turn
        assert ender is not None
        assert referee.hands[ender] == []
        assert [robbery["bank"] for robbery in referee.robberies[-5:]] == [(ender - k) % 5 for k in range(5)]
        assert len(referee.robberies) == 5 + tiles.count("robbery")
        wealth = [10] * seats
        for robbery in referee.robberies:
            paid, lost = robbery["paid"], robbery["lost"]
            assert isinstance(paid, list)
            assert isinstance(lost, list)
            wealth = [have + more - less for have, more, less in zip(wealth, paid, lost, strict=True)]
        assert referee.wealth() == wealth
        assert referee.winners() == [seat for seat in range(seats) if wealth[seat] == max(wealth)]
