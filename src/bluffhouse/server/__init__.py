"""The house itself: people and bots at tables over the network. Everything it rests on is handed in at the start."""
