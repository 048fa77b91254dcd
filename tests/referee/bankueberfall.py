"""Banküberfall, written a second time from the rule book. Rule numbers (B12) refer to the reconciled rules."""

from collections.abc import Mapping, Sequence

DEALER = -1
BANKS = 5  # B1
DECK = {  # B2
    "2": 4,
    "3": 4,
    "4": 4,
    "5": 11,
    "10": 2,
    "x": 4,
    "seductress": 4,
    "policeman": 4,
    "detective": 4,
    "thief": 4,
}
MONEY = {"2": 2, "3": 3, "4": 4, "5": 5, "10": 10}
TILES = {"placement": 4, "spy": 1, "reveal": 1, "robbery": 1}  # B3


class Outcome:
    """What a robbery's cards do to the bids (before credits, which depend on the coins held)."""

    def __init__(self, seats: int) -> None:
        self.loot = 0
        self.paid = [0] * seats
        self.lost = [0] * seats


def settle(cards: Sequence[str], bids: Sequence[int], pay_past_unpaid: bool = False) -> Outcome:
    outcome = Outcome(len(bids))
    policemen = cards.count("policeman")
    detectives = cards.count("detective")
    thieves = cards.count("thief")

    # B12.1: a lone seductress sends every other character away; two or more only send themselves away.
    if cards.count("seductress") == 1:
        policemen = detectives = thieves = 0

    # B12.2: a lone policeman ends it; two or more only send themselves away. B13: nobody loses coins.
    if policemen == 1:
        outcome.paid = [5 if bid == 0 else 0 for bid in bids]
        return outcome

    # B12.3: detectives and thieves go in pairs.
    pairs = min(detectives, thieves)
    detectives -= pairs
    thieves -= pairs

    # B12.4: a thief left over takes the loot and the bids.
    if thieves > 0:
        outcome.lost = list(bids)
        return outcome

    # B14
    outcome.loot = sum(MONEY[card] for card in cards if card in MONEY) * (1 + cards.count("x"))

    # B15: lowest bid first, with a detective left highest first; equal bids together or not at all.
    left = outcome.loot
    for bid in sorted(set(bids), reverse=detectives > 0):
        equals = [seat for seat in range(len(bids)) if bids[seat] == bid]
        if bid * len(equals) <= left:
            for seat in equals:
                outcome.paid[seat] = bid
                left -= bid
        elif not pay_past_unpaid:
            break
    return outcome


class Referee:
    def __init__(self, seats: int, options: Mapping[str, object]) -> None:
        most = 5 if options.get("fifth_seat", False) else 4
        if not 2 <= seats <= most:
            raise ValueError("B1: two to four players, five with the house rule")
        self.seats = seats
        self.pay_past_unpaid = bool(options.get("pay_past_unpaid", False))
        # first, setup, tile, draw: the dealer's; place, spy, reveal, rob: the turn's seat's; bids: everybody's; over.
        self.stage = "first"
        self.turn: int | None = None
        self.coins = [10] * seats  # B5
        self.credits = [0] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.banks: list[list[tuple[str, bool]]] = [[] for _ in range(BANKS)]  # (word, face up)
        self.pile = dict(DECK)  # only counts > 0
        self.tiles = dict(TILES)  # face down in this cycle, only counts > 0
        self.discards: list[str] = []
        self.robberies: list[dict[str, object]] = []
        # B5: where the cards of the set-up go, in order; later the one place that is waiting for a card.
        self.waiting = [f"bank {bank}" for bank in range(BANKS)]
        self.waiting += [f"hand s{seat}" for seat in range(seats) for _ in range(5)]
        self.robbed = 0  # the bank being robbed
        self.bids: dict[int, int] = {}
        self.last_round = False
        self.still_to_rob: list[int] = []  # in the last round, after the present one

    # --- who may do what -------------------------------------------------------------------------------------------

    def actors(self) -> set[int]:
        if self.stage == "over":
            return set()
        if self.stage in ("first", "setup", "tile", "draw"):
            return {DEALER}
        if self.stage == "bids":
            return {seat for seat in range(self.seats) if seat not in self.bids}
        assert self.turn is not None
        return {self.turn}

    def weights(self) -> dict[str, int]:
        if self.stage == "first":
            return {f"first s{seat}": 1 for seat in range(self.seats)}
        if self.stage in ("setup", "draw"):
            return {f"{self.waiting[0]} {word}": copies for word, copies in self.pile.items()}
        if self.stage == "tile":
            return {f"tile {word}": copies for word, copies in self.tiles.items()}
        return {}

    def legal(self, actor: int) -> list[str]:
        if actor not in self.actors():
            return []
        if actor == DEALER:
            return list(self.weights())
        if self.stage == "place":  # B6
            return [f"place {word} {bank}" for word in dict.fromkeys(self.hands[actor]) for bank in range(BANKS)]
        if self.stage == "spy":
            return [f"spy {bank} {index}" for bank, index in self._may_be_spied()] + ["skip"]
        if self.stage == "reveal":
            return [f"reveal {bank} {index}" for bank, index in self._may_be_revealed()] + ["skip"]
        if self.stage == "rob":
            return [f"rob {bank}" for bank in range(BANKS)]  # B9
        return [f"bid {amount}" for amount in range(self.coins[actor] + 1)]  # B11

    def _face_down(self, bank: int) -> list[int]:
        return [index for index, (_, face_up) in enumerate(self.banks[bank]) if not face_up]

    def _may_be_spied(self) -> list[tuple[int, int]]:
        return [(bank, index) for bank in range(BANKS) for index in self._face_down(bank)]  # B7

    def _may_be_revealed(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for bank in range(BANKS):
            face_down = self._face_down(bank)
            if len(face_down) >= 2:  # B8: never the last one
                found += [(bank, index) for index in face_down]
        return found

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, actor: int, move: str) -> None:
        words = move.split()
        if actor == DEALER:
            self._deal(words)
        elif words[0] == "place":
            self._place(actor, words[1], int(words[2]))
        elif words[0] in ("spy", "skip"):
            self._next_turn()
        elif words[0] == "reveal":
            row, index = self.banks[int(words[1])], int(words[2])
            row[index] = (row[index][0], True)
            self._next_turn()
        elif words[0] == "rob":
            self._start_robbery(int(words[1]))
        elif words[0] == "bid":
            self.bids[actor] = int(words[1])
            if len(self.bids) == self.seats:
                self._settle_robbery()
        else:
            raise ValueError(move)

    def _deal(self, words: list[str]) -> None:
        if words[0] == "first":
            self.turn = int(words[1][1:])
            self.stage = "setup"
        elif words[0] == "tile":
            _take(self.tiles, words[1])
            self._turn_up(words[1])
        else:
            place, number, card = words
            _take(self.pile, card)
            if place == "bank":
                self.banks[int(number)].append((card, False))
            else:
                self.hands[int(number[1:])].append(card)
            del self.waiting[0]
            if self.stage == "draw":
                self._next_turn()
            elif not self.waiting:
                self.stage = "tile"

    def _turn_up(self, tile: str) -> None:
        if tile == "placement":
            self.stage = "place"
        elif tile == "robbery":
            self.stage = "rob"
        elif tile == "spy" and self._may_be_spied():
            self.stage = "spy"
        elif tile == "reveal" and self._may_be_revealed():
            self.stage = "reveal"
        else:
            self._next_turn()  # nothing to spy on or to turn up

    def _place(self, seat: int, card: str, bank: int) -> None:
        self.hands[seat].remove(card)
        self.banks[bank].append((card, False))
        if self.pile:
            self._draw_to(f"hand s{seat}")  # B6
        elif self.hands[seat]:
            self._next_turn()
        else:  # B18: the bank in front of the seat first, then counter-clockwise
            self.last_round = True
            self.still_to_rob = [(seat - further) % BANKS for further in range(1, BANKS)]
            self._start_robbery(seat)

    def _draw_to(self, place: str) -> None:
        self.waiting = [place]
        self.stage = "draw"

    def _next_turn(self) -> None:
        if not self.tiles:
            self.tiles = dict(TILES)  # B10
        assert self.turn is not None
        self.turn = (self.turn + 1) % self.seats  # B5
        self.stage = "tile"

    def _start_robbery(self, bank: int) -> None:
        self.robbed = bank
        self.bids = {}
        self.stage = "bids"

    def _settle_robbery(self) -> None:
        bank = self.robbed
        cards = [word for word, _ in self.banks[bank]]
        bids = [self.bids[seat] for seat in range(self.seats)]
        outcome = settle(cards, bids, self.pay_past_unpaid)
        new_credits = [0] * self.seats
        for seat in range(self.seats):
            self.coins[seat] += outcome.paid[seat] - outcome.lost[seat]
            if outcome.lost[seat] > 0 and self.coins[seat] < 10:  # B16
                self.coins[seat] += 10
                new_credits[seat] = 1
            self.credits[seat] += new_credits[seat]
        self.robberies.append(
            {
                "bank": bank,
                "bids": bids,
                "loot": outcome.loot,
                "paid": outcome.paid,
                "lost": outcome.lost,
                "credits": new_credits,
            }
        )
        self.discards += cards  # B17
        self.banks[bank] = []
        if self.last_round:
            if self.still_to_rob:
                self._start_robbery(self.still_to_rob.pop(0))
            else:
                self.stage = "over"
        elif self.pile:
            self._draw_to(f"bank {bank}")  # B17
        else:
            self._next_turn()

    # --- what came of it -------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.stage == "over"

    def wealth(self) -> list[int]:
        return [self.coins[seat] - 10 * self.credits[seat] for seat in range(self.seats)]  # B19

    def winners(self) -> list[int]:
        if not self.over():
            return []
        wealth = self.wealth()
        return [seat for seat in range(self.seats) if wealth[seat] == max(wealth)]  # B19

    def facts(self) -> dict[str, object]:
        return {
            "turn": self.turn,
            "coins": list(self.coins),
            "credits": list(self.credits),
            "hands": [sorted(hand) for hand in self.hands],
            "banks": [list(row) for row in self.banks],
            "pile": dict(self.pile),
            "tiles": dict(self.tiles),
        }


def _take(counts: dict[str, int], word: str) -> None:
    counts[word] -= 1
    if counts[word] == 0:
        del counts[word]
