"""How a decision is put to somebody who types, and how a refusal is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.commands.speech import ENGLISH, known, speaker, t

if TYPE_CHECKING:
    from bluffhouse.commands.choices import Choices


def asked(name: str, question: str, choices: Choices) -> str:
    return t("terminal.decide", name=name, question=question, pattern=choices.pattern())


def commands() -> list[str]:
    """What can be typed at any time."""
    return [t("terminal.help"), f"  {t('terminal.help.words')}", f"  {t('terminal.help.quit')}"]


def refused(rule: str, sentence: str) -> str:
    """Why a move was not made; the rules' own sentences are English, elsewhere the rule's number leads to them."""
    if speaker().language == ENGLISH:
        return sentence
    key = f"refused.{rule}"
    return t(key) if known(key) else t("terminal.refused", rule=rule)
