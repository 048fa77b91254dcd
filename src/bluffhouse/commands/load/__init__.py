"""Load for a server: many tables, many sockets, from a process of its own, all on this machine."""
