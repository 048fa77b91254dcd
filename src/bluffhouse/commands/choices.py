"""The moves somebody may choose from, as a person types and reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.commands.speech import ENGLISH, speaker, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.record import AnyGame

LONGEST: Final = 200  # characters; the refusal of a line repeats it


class Unreadable(ValueError):
    """A line that asks for no move: one sentence in the language spoken."""


@dataclass(frozen=True, slots=True)
class Choices:
    game: AnyGame
    moves: Sequence[Any]

    def read(self, line: str) -> Any:
        """The move a line asks for, legal or not; Unreadable with a sentence where it asks for none."""
        if len(line) > LONGEST:
            raise Unreadable(t("terminal.too_long"))
        words = " ".join(line.lower().split())
        if not (words.isascii() and words.isdecimal()):
            return self._written(words)
        if word := self._counted():
            return self._written(f"{word} {words}")
        if not 1 <= int(words) <= len(self.moves):
            raise Unreadable(t("terminal.no_such_number", first=1, last=len(self.moves)))
        return self.moves[int(words) - 1]

    def _written(self, words: str) -> Any:
        try:
            return self.game.read(words)
        except ValueError as fault:
            raise Unreadable(str(fault) if speaker().language == ENGLISH else t("terminal.no_move")) from None

    def listed(self) -> list[str]:
        """All moves, one a line, each with the number that chooses it."""
        texts = [self.game.write(move) for move in self.moves]
        numbers = [text.split()[1] for text in texts] if self._counted() else range(1, len(texts) + 1)
        return [f"  {number}: {text}" for number, text in zip(numbers, texts, strict=True)]

    def pattern(self) -> str:
        """All moves in a few words: `lay raise|trap 0-8`."""
        short = ", ".join(patterns([self.game.write(move).split() for move in self.moves]))
        return t("terminal.number_alone" if self._counted() else "terminal.or_number", pattern=short)

    def _counted(self) -> str | None:
        """The word of moves that are all this word and a number: there, «3» can only mean «chip 3»."""
        rows = [self.game.write(move).split() for move in self.moves]
        plain = all(len(row) == 2 and row[1].isdecimal() and row[0] == rows[0][0] for row in rows)
        return rows[0][0] if rows and plain else None


def patterns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words with the same beginnings and the same endings drawn together.

    >>> patterns([["spy", "0", "0"], ["spy", "0", "1"], ["spy", "2", "0"], ["spy", "2", "1"], ["skip"]])
    ['spy 0|2 0|1', 'skip']
    """
    tails: dict[str, list[Sequence[str]]] = {}
    for first, *tail in rows:
        tails.setdefault(first, []).append(tail)
    heads: dict[tuple[str, ...], list[str]] = {}
    for first, ends in tails.items():
        short = [""] if [] in ends else []
        heads.setdefault((*short, *patterns([end for end in ends if end])), []).append(first)
    return [f"{_either(words)} {end}".strip() for ends, words in heads.items() for end in ends]


def _either(words: list[str]) -> str:
    """`raise|trap`, `0-8`, `0|1|4`: three or more in a row are a range."""
    parts: list[list[str]] = []
    for word in words:
        if parts and word.isdecimal() and parts[-1][-1].isdecimal() and int(word) == int(parts[-1][-1]) + 1:
            parts[-1].append(word)
        else:
            parts.append([word])
    return "|".join(f"{part[0]}-{part[-1]}" if len(part) > 2 else "|".join(part) for part in parts)
