"""Reiner Knizia's three Heckmeck games, complete and exact.

Play a game by hand, one step at a time:

>>> from heckmeck.games import get
>>> game = get("bratwurmeck")
>>> state = game.start(game.setup(seats=2))
>>> for text in ["=11244WWW", "keep W", "roll", "=11244", "keep 4"]:
...     state, events = game.apply(state, game.parse(text))
>>> [str(move) for move in game.legal_moves(state)]
['roll', 'take 23']
"""

__version__ = "0.1.0"
