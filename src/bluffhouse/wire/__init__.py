"""What travels between the house and those who play in it: frames, and the games' own values as JSON."""
