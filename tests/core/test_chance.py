"""Drawing by weights and shuffling, from the one source of chance handed in."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from bluffhouse.core.chance import FINE, pick, some


@pytest.mark.parametrize(
    ("part", "thing"), [(0.0, "a"), (0.249, "a"), (0.25, "c"), (0.999, "c")], ids=["least", "below", "edge", "most"]
)
def test_pick_gives_every_thing_the_share_it_weighs(part: float, thing: str) -> None:
    assert pick("abc", [1, 0, 3], lambda n: int(part * n)) == thing


def test_pick_asks_for_one_fine_number() -> None:
    asked: list[int] = []

    def below(number: int) -> int:
        asked.append(number)
        return 0

    assert pick("ab", [0.5, 0.25], below) == "a"
    assert asked == [FINE]


def test_pick_takes_any_where_nothing_weighs() -> None:
    assert pick("abc", [0, 0, 0], lambda _: 0) == "a"
    assert pick("abc", [0, 0, 0], lambda n: n - 1) == "c"


def test_pick_takes_the_last_where_rounding_leaves_a_rest() -> None:
    assert pick("abc", [0.1, 0.1, 0.1], lambda n: n) == "c"


def test_pick_wants_a_weight_for_each_thing() -> None:
    with pytest.raises(ValueError, match="zip"):
        pick("abc", [0.0, 1.0], lambda n: n)


def test_pick_follows_the_weights() -> None:
    random = Random(5)
    taken = Counter(pick("abc", [1, 2, 5], random.randrange) for _ in range(8000))
    assert all(abs(taken[thing] - 1000 * weight) < 150 for thing, weight in zip("abc", [1, 2, 5], strict=True))


@pytest.mark.parametrize("count", [2, 4])
def test_some_gives_every_order_as_often(count: int) -> None:
    random = Random(7)
    expected = list(permutations("abcd", count))
    orders = Counter(tuple(some("abcd", count, random.randrange)) for _ in range(len(expected) * 400))
    assert set(orders) == set(expected)
    freedom = len(expected) - 1
    assert sum((seen - 400) ** 2 / 400 for seen in orders.values()) < freedom + 5 * (2 * freedom) ** 0.5


def test_some_leaves_the_given_things_alone() -> None:
    things = ["a", "b", "c"]
    assert some(things, 2, lambda n: n - 1) == ["c", "a"]
    assert things == ["a", "b", "c"]
    assert some((), 0, lambda _: 0) == []
