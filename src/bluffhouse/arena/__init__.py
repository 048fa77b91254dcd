"""Bots against bots: many games, every chair in turn, and how sure the result is."""
