"""Vabanque, written a second time from the rule books. Rule numbers (V14) refer to the reconciled rules."""

from collections.abc import Mapping, Sequence

DEALER = -1
CASINOS = {3: 7, 4: 9, 5: 10, 6: 12}  # V1
CHIPS = {1: (4, 5), 2: (3, 10), 3: (2, 20), 4: (1, 50)}  # V2: round -> (chips each, value of a chip)
CARDS = ("bluff", "raise", "trap")  # V3
LAST_ROUND = 4


def pay_table(worth: int, cards: Sequence[tuple[int, str]], pawns: Sequence[int]) -> dict[int, int]:
    """What one casino pays: {seat: money}. cards are (owner, word), pawns are the seats standing there."""
    earned: dict[int, int] = {}
    if not pawns:
        return earned  # V12: nothing is turned up and nothing is paid where nobody stands
    raises = 0
    trappers: list[int] = []
    for owner, word in cards:
        if word == "raise":
            raises += 1
        elif word == "trap":
            trappers.append(owner)
        # V16: a bluff does nothing
    value = worth * (1 + raises) * 1000  # V13, V4
    for pawn in pawns:
        opposing_traps = [owner for owner in trappers if owner != pawn]
        if not opposing_traps:
            earned[pawn] = earned.get(pawn, 0) + value  # V14
        for owner in opposing_traps:
            earned[owner] = earned.get(owner, 0) + value  # V15
    return earned


def new_order(order: Sequence[int], money: Sequence[int]) -> list[int]:
    """V17: richest first; among equals the order just played is reversed."""
    reversed_order = list(reversed(order))
    return sorted(reversed_order, key=lambda seat: -money[seat])  # sorted() keeps equals as they were


class Referee:
    def __init__(self, seats: int, options: Mapping[str, object]) -> None:
        if seats not in CASINOS:
            raise ValueError("V1: three to six players")
        edition = options.get("edition", "classic")
        if edition not in ("classic", "2019"):
            raise ValueError("edition is classic or 2019")
        self.seats = seats
        self.casinos = CASINOS[seats]
        self.classic = edition == "classic"
        self.phase = "first"  # first, stand, chip, lay, move, over
        self.step = 0  # moves made in this phase
        self.round = 1
        self.order: list[int] = []
        self.worth = [0] * self.casinos
        self.pawns: list[int | None] = [None] * seats
        self.money = [0] * seats
        self.hands: list[list[str]] = [list(CARDS) for _ in range(seats)]
        self.laid: list[list[tuple[int, str]]] = [[] for _ in range(self.casinos)]
        self.paid: list[dict[int, int]] = []
        # The lists of moves that are always the same, made once.
        self._stands = [f"stand {casino}" for casino in range(self.casinos)]
        self._chips = [f"chip {casino}" for casino in range(self.casinos)]
        self._lays = {word: [f"lay {word} {casino}" for casino in range(self.casinos)] for word in CARDS}
        self._moves = [f"move {steps}" for steps in range(5)]  # V11
        named = options.get("first")
        if not self.classic and isinstance(named, int):
            self._begin(named)  # V6: the host names the first player

    # --- who may do what -------------------------------------------------------------------------------------------

    def actors(self) -> set[int]:
        if self.phase == "over":
            return set()
        if self.phase == "first":
            return {DEALER}
        return {self.order[self.step % self.seats]}

    def legal(self, actor: int) -> list[str]:
        if actor not in self.actors():
            return []
        if self.phase == "first":
            return [f"first s{seat}" for seat in range(self.seats)]  # V6
        if self.phase == "stand":
            return list(self._stands)  # V7
        if self.phase == "chip":
            return list(self._chips)  # V9
        if self.phase == "lay":
            moves: list[str] = []
            for word in self.hands[actor]:
                moves += self._lays[word]  # V10
            return moves
        return list(self._moves)  # V11

    def weights(self) -> dict[str, int]:
        return dict.fromkeys(self.legal(DEALER), 1)

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, actor: int, move: str) -> None:
        words = move.split()
        if words[0] == "first":
            self._begin(int(words[1][1:]))
        elif words[0] == "stand":
            self._stand(int(words[1]))
        elif words[0] == "chip":
            laps, value = CHIPS[self.round]
            self.worth[int(words[1])] += value
            self._count_step("chip", laps, "lay")
        elif words[0] == "lay":
            self.hands[actor].remove(words[1])
            self.laid[int(words[2])].append((actor, words[1]))
            self._count_step("lay", len(CARDS), "move")
        elif words[0] == "move":
            here = self.pawns[actor]
            assert here is not None
            self.pawns[actor] = (here + int(words[1])) % self.casinos
            self._count_step("move", 1, "payout")
            if self.phase == "payout":
                self._end_round()
        else:
            raise ValueError(move)

    def _count_step(self, phase: str, laps: int, following: str) -> None:
        assert self.phase == phase
        self.step += 1
        if self.step == laps * self.seats:
            self.step = 0
            self.phase = following

    def _begin(self, first: int) -> None:
        self.order = [(first + place) % self.seats for place in range(self.seats)]  # V6
        self.phase = "stand"
        if not self.classic:
            self._stand(0)  # V7

    def _stand(self, casino: int) -> None:
        for place, seat in enumerate(self.order):
            self.pawns[seat] = (casino + 2 * place) % self.casinos  # V7, V8
        self.phase = "chip"

    def _end_round(self) -> None:
        earned = dict.fromkeys(range(self.seats), 0)
        for casino in range(self.casinos):
            pawns = [seat for seat in range(self.seats) if self.pawns[seat] == casino]
            for seat, amount in pay_table(self.worth[casino], self.laid[casino], pawns).items():
                earned[seat] += amount
        for seat, amount in earned.items():
            self.money[seat] += amount
        self.paid.append(earned)
        self.laid = [[] for _ in range(self.casinos)]
        self.hands = [list(CARDS) for _ in range(self.seats)]
        if self.round == LAST_ROUND:
            self.phase = "over"  # V17: no new order after the last round
            return
        self.order = new_order(self.order, self.money)
        self.round += 1
        self.phase = "chip"

    # --- what came of it -------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.phase == "over"

    def wealth(self) -> list[int]:
        return list(self.money)

    def winners(self) -> list[int]:
        if not self.over():
            return []
        return [seat for seat in range(self.seats) if self.money[seat] == max(self.money)]  # V19

    def facts(self) -> dict[str, object]:
        return {
            "round": self.round,
            "order": list(self.order),
            "worth": list(self.worth),
            "pawns": list(self.pawns),
            "money": list(self.money),
            "hands": [sorted(hand) for hand in self.hands],
            "laid": [list(cards) for cards in self.laid],
        }
