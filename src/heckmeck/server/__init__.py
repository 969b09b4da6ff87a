"""Tables that lose nothing: people and bots play over the wire, every acknowledged move is on the disk."""
