"""Second worlds of Vabanque, made from the rules alone: moves are read as text, no state and no view is asked."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from bluffhouse.games.vabanque.notation import read, write

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bluffhouse.core.game import Seat

CASINOS = {3: 7, 4: 9, 5: 10, 6: 12}  # V1
KINDS = ("raise", "trap", "bluff")  # V3
TRIES = 20  # new worlds drawn until one differs


def twin(
    moves: Sequence[tuple[Seat, Any]], seats: int, options: Any, seat: Seat | None, rng: random.Random
) -> list[tuple[Seat, Any]]:
    """The same game with other kinds wherever `seat` cannot know them at the end of it."""
    made = list(moves)
    free = _free(moves, seats, options, seat)
    for _ in range(TRIES):
        for places, kinds in free:
            for place, kind in zip(places, rng.sample(kinds, len(places)), strict=True):
                actor, move = moves[place]
                _, _, casino = write(move).split(" ")
                made[place] = (actor, read(f"lay {kind} {casino}"))
        if made != list(moves):
            break
    return made


def hidden(moves: Sequence[tuple[Seat, Any]], seats: int, options: Any, seat: Seat | None) -> frozenset[int]:
    """The moves whose kinds may have been others for all that `seat` knows at the end of the record."""
    return frozenset(place for places, _ in _free(moves, seats, options, seat) for place in places)


def _free(
    moves: Sequence[tuple[Seat, Any]], seats: int, options: Any, seat: Seat | None
) -> list[tuple[list[int], list[str]]]:
    """Moves whose cards can be exchanged, and the kinds they can have: one entry an owner and round."""
    found: list[tuple[list[int], list[str]]] = []
    pawns: dict[int, int] = {}
    first = None if options.first is None else int(options.first)
    laid: dict[int, list[tuple[int, str, int]]] = defaultdict(list)  # owner: move, kind, casino
    moved = 0
    for place, (actor, move) in enumerate(moves):
        match write(move).split(" "):
            case ["first", who]:
                first = int(who[1:])
            case ["stand", casino]:
                pawns = _stand(seats, int(actor), int(casino))
            case ["lay", kind, casino]:
                laid[actor].append((place, kind, int(casino)))
            case ["move", steps]:
                if not pawns:  # V7: the edition of 2019 has no choice, and no line, for the first pawn
                    assert first is not None
                    pawns = _stand(seats, first, 0)
                pawns[actor] = (pawns[actor] + int(steps)) % CASINOS[seats]
                moved += 1
                if moved % seats == 0:  # V12: only casinos with a pawn are opened
                    found += _round(laid, set(pawns.values()), seat)
                    laid.clear()
            case _:
                pass  # chips are public
    return found + _round(laid, set(), seat)


def _stand(seats: int, first: int, casino: int) -> dict[int, int]:
    """V7, V8."""
    return {(first + place) % seats: (casino + 2 * place) % CASINOS[seats] for place in range(seats)}


def _round(
    laid: dict[int, list[tuple[int, str, int]]], opened: set[int], seat: Seat | None
) -> list[tuple[list[int], list[str]]]:
    """Unseen cards can be any that the owner was not seen to lay: V3 gives everybody one of each."""
    found = []
    for owner, cards in laid.items():
        unseen = [place for place, _, casino in cards if casino not in opened]
        seen = {kind for _, kind, casino in cards if casino in opened}
        kinds = [kind for kind in KINDS if kind not in seen]
        if owner != seat and unseen and len(kinds) > 1:  # two seen cards tell the third
            found.append((unseen, kinds))
    return found
