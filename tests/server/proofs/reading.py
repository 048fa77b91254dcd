"""What a socket and a table do with a frame before anybody's state is looked at: they may refuse, and nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.server import security
from bluffhouse.wire import client

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = tuple(games.find(name) for name in games.NAMES)
LONGEST_FRAME: Final = 2 * client.LARGEST_FRAME
LONGEST_SENTENCE: Final = 60

FIRST: Final = (
    '{"type":"open","table":"t","since":-1,"seat":11}',
    '{"type":"close","table":"t"}',
    '{"type":"move","table":"t","key":"k","asked":0,"move":"lay trap 0"}',
    '{"type":"move","table":"t","key":"k","asked":0,"move":"bid 12"}',
    '{"type":"say","table":"t","text":"x"}',
    '{"type":"emote","table":"t","emote":"laugh"}',
    '{"type":"vote","table":"t","vote":"wait"}',
    '{"type":"ping"}',
)
"""What the fuzzer starts from."""


def read(data: bytes) -> None:
    """The frame, then a move or a line of chat in it. A refusal repeats nothing of what was sent."""
    text = data.decode(errors="ignore")
    try:
        frame = client.read(text)
    except client.BadFrame as refusal:
        sentence = str(refusal)
        assert sentence.isascii(), sentence
        assert len(sentence) <= LONGEST_SENTENCE, sentence
        return
    assert client.read(frame.model_dump_json(exclude_none=True)) == frame
    if isinstance(frame, client.Move):
        for game in GAMES:
            _refuses(partial(game.read, frame.move), ValueError)
    elif isinstance(frame, client.Say):
        _refuses(partial(security.clean, frame.text, client.LONGEST_TEXT), security.BadName)


def _refuses(reading: Callable[[], object], refusal: type[Exception]) -> None:
    try:
        reading()
    except refusal:
        return
