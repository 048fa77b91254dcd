"""The observation's table says what the code does, and no move is without a number."""

from __future__ import annotations

import functools
import itertools
import random
import re

import pytest

from bluffhouse.core.game import DEALER, Seat, draw
from bluffhouse.games.bankueberfall import GAME, encode
from bluffhouse.games.bankueberfall.model import (
    COPIES,
    KINDS,
    MONEY,
    Bid,
    Kind,
    Move,
    Options,
    Phase,
    PlaceCard,
    RobBank,
    State,
    Tile,
    TurnTile,
)
from bluffhouse.games.bankueberfall.rules import actors, apply, moves, setup
from bluffhouse.games.bankueberfall.view import view

ROWS, _, ACTIONS = (encode.__doc__ or "").partition("| actions |")


def test_the_documented_rows_are_the_rows() -> None:
    found = re.findall(r"^\| (\d+)(?:-(\d+))? +\| (\w+) .*\| (?:1/)?(\d+) +\|$", ROWS, re.MULTILINE)
    assert {name: slice(int(first), int(last or first) + 1) for first, last, name, _ in found} == encode.PIECES
    for _, _, name, scale in found:
        assert (encode.SCALE[encode.PIECES[name]] == 1 / int(scale)).all()


def test_the_documented_actions_are_the_actions() -> None:
    found = re.findall(r"^\| (\d+)(?:-(\d+))? +\| ", ACTIONS, re.MULTILINE)
    spans = [(int(first), int(last or first)) for first, last in found]
    starts = [encode.FIRST_PLACE, encode.FIRST_CARD, encode.SKIP, encode.FIRST_ROB, encode.FIRST_BID, encode.ACTIONS]
    assert spans == [(start, following - 1) for start, following in itertools.pairwise(starts)]


def test_nobody_can_hold_more_coins_than_there_are_bids() -> None:
    """A share is at most what was bid of the own coins, and at most the loot of that robbery."""

    @functools.cache
    def most(coins: int, money: int, crosses: int) -> int:
        best = coins
        for used in range(crosses + 1):
            for spent in range(1, min(money, -(-coins // (1 + used))) + 1):
                share = min(coins, spent * (1 + used))
                best = max(best, most(coins + share, money - spent, crosses - used))
        return best

    copies = dict(zip(KINDS, COPIES, strict=True))
    all_money = sum(MONEY[kind] * copies[kind] for kind in MONEY)
    after_a_credit, rewards = 19, 5 * copies[Kind.POLICEMAN]
    assert most(after_a_credit + rewards, all_money, copies[Kind.X]) == encode.MOST_COINS


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_row_can_grow_as_long_as_there_are_numbers_but_not_longer(seats: int) -> None:
    """All hands go to bank 0, robberies elsewhere, to the bank with the fewest cards, and as late as tiles allow."""
    state, chance, longest = setup(Options(fifth_seat=True), seats), random.Random(seats), 0
    while waiting := actors(state):
        state = apply(state, min(waiting), greedy(state, min(waiting), chance)).state
        longest = max(longest, *(len(row) for row in state.banks))
    assert longest == encode.MOST_CARDS


def greedy(state: State, actor: Seat, chance: random.Random) -> Move:
    if actor == DEALER:
        if state.phase is not Phase.TILE:
            return draw(GAME, state, chance.randrange)
        small = min(len(hand) for hand in state.hands) == 1  # nobody may end the game before all hands are that small
        ending = state.turn is not None and len(state.hands[state.turn]) == 1 and not any(state.pile)
        others = sum(len(hand) for hand in state.hands) > state.seats
        wanted = [Tile.SPY, Tile.REVEAL, Tile.ROBBERY, Tile.PLACEMENT] if small and ending and others else list(Tile)
        return TurnTile(next(tile for tile in wanted if state.tiles[list(Tile).index(tile)]))
    options = moves(state, actor)
    if state.phase is Phase.PLACE:
        return next(move for move in options if isinstance(move, PlaceCard) and move.bank == 0)
    if state.phase is Phase.ROB:
        return RobBank(min(range(1, 5), key=lambda bank: len(state.banks[bank]) or 99))
    return options[-1] if not isinstance(options[-1], Bid) else Bid(0)


def somewhere(phase: Phase) -> State:
    state, chance = setup(Options(), 3), random.Random(1)
    while state.phase is not phase:
        actor = min(actors(state))
        move = draw(GAME, state, chance.randrange) if actor == DEALER else chance.choice(moves(state, actor))
        state = apply(state, actor, move).state
    return state


def test_what_has_no_number_is_refused() -> None:
    state = somewhere(Phase.SPY)
    assert state.turn is not None
    mine = view(state, state.turn)
    with pytest.raises(ValueError, match="dealer"):
        encode.number(mine, TurnTile(Tile.SPY))
    with pytest.raises(ValueError, match="onlooker"):
        encode.encode(view(state, None))
    with pytest.raises(ValueError, match="no number 33"):
        encode.move(mine, encode.FIRST_CARD + encode.MOST_CARDS - 1)
    for action in (-1, encode.ACTIONS):
        with pytest.raises(ValueError, match="numbered"):
            encode.move(mine, action)


def test_unknown_cards_are_numbered_first() -> None:
    for seed in range(30):
        state, chance = setup(Options(), 2), random.Random(seed)
        while state.phase is not Phase.OVER:
            actor = min(actors(state))
            if state.phase is Phase.SPY:
                mine = view(state, actor)
                for bank, row in enumerate(mine.banks):
                    first = encode.FIRST_CARD + (bank - actor) % 5 * encode.MOST_CARDS
                    backs = [card for card in row if not card.up]
                    listed = [row[encode.move(mine, first + place).card].kind for place in range(len(backs))]  # type: ignore[union-attr]
                    unknown = sum(card.kind is None for card in backs)
                    assert [kind is None for kind in listed] == [place < unknown for place in range(len(backs))]
            options = moves(state, actor)
            move = draw(GAME, state, chance.randrange) if actor == DEALER else chance.choice(options)
            state = apply(state, actor, move).state
