"""Thousands of games of Banküberfall at once: what `sim` finds here."""

from bluffhouse.games.bankueberfall.kernel.lanes import Lanes, begin, load

__all__ = ["Lanes", "begin", "load"]
