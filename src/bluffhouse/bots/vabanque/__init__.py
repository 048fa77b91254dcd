"""How bots think at Vabanque: what lies where, and what the rest of the round would bring."""
