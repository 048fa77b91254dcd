"""Bluffhouse: a house for games of bluff.

>>> from bluffhouse import games
>>> games.NAMES
('bankueberfall', 'vabanque')
>>> games.find("vabanque").seats
range(3, 7)
"""
