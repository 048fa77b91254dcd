"""Doors for researchers: PettingZoo, OpenSpiel, and a vector environment over the batch simulator."""
