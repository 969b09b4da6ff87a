"""Random games that must go the same in every Python: states, views and outcomes, byte for byte.

This runs in CPython and, by `web/offline/run.mjs`, in Pyodide.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import cycle
from random import Random

from heckmeck.games import GAMES, AnyGame, get
from heckmeck.server.table.messages import encoder
from heckmeck.server.table.positions import event_bytes, position
from helpers.golden_games import golden_text
from helpers.random_games import action_at, setups


def steps(number: int) -> Iterator[str]:
    """All that can be seen of a random game, step by step."""
    game: AnyGame = get([*GAMES][number % len(GAMES)])
    source = Random(number)
    setup = source.choice(setups(game, source.choice(game.seats)))
    state = game.start(setup)
    # Where nothing is hidden, all seats see the same: one after another is asked.
    everybody = range(setup.seats)
    viewers = cycle([(None, *everybody)] if game.hides else [(None, seat) for seat in everybody])
    yield f"{game.name} {setup.options()}\n{_shown(game, state, (None, *everybody))}"
    while game.to_act(state) is not None:
        action = action_at(game, state, source)
        state, events = game.apply(state, action)
        yield f"{action}\n{[bytes(event_bytes(event)) for event in events]}\n{_shown(game, state, next(viewers))}"


def _shown(game: AnyGame, state: object, viewers: Iterable[int | None]) -> str:
    views = [encoder.encode(position(game.view(state, viewer))).decode() for viewer in viewers]
    outcome = game.outcome(state) if game.to_act(state) is None else None
    return "\n".join([repr(state), game.position(state), *views, repr(outcome)])


def digest(number: int) -> list[object]:
    """The number of steps of a game, and a digest of all that can be seen of it."""
    seen = sha256()
    count = 0
    for text in steps(number):
        seen.update(text.encode())
        count += 1
    return [count, seen.hexdigest()]


def main(wanted: str) -> str:
    """Play in a page: the games with these numbers in digests, a single one in full, or the golden ones."""
    asked = json.loads(wanted)
    if asked == "golden":
        return json.dumps({name: golden_text(name) for name in GAMES})
    if isinstance(asked, int):
        return json.dumps([*steps(asked)])
    return json.dumps([digest(number) for number in range(*asked)])
