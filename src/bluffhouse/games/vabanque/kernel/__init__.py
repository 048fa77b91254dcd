"""Thousands of games of Vabanque at once: what `sim` finds here."""

from bluffhouse.games.vabanque.kernel.lanes import Lanes, begin, load

__all__ = ["Lanes", "begin", "load"]
