"""A strong player of Banküberfall: particles, search, and bids by regret matching."""
