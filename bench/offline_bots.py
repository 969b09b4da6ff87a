"""Print how long the bots of the table in the page take to decide, without numpy: `bench/offline_bots`.

It runs under Pyodide, too: there its figures are those of the page.
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter
from typing import Any

from heckmeck.games import CHANCE, get, seen_by
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.table.hosted_games import hosted_games, seats_of

GAMES = 2
"""Number of games of each kind."""
DECISIONS = 60
"""Maximum number of decisions in one game."""


def main() -> None:
    """Print the first decision, which builds tables, the median and the longest of the others, in milliseconds."""
    if sys.platform != "emscripten":
        sys.modules["numpy"] = None  # type: ignore[assignment]
    print("| game | bot | seats | first, ms | median, ms | most, ms |\n|---|---|---|---|---|---|")
    for game in hosted_games():
        for bot in BotCatalog().names(game):
            for seats in (seats_of(get(game))[0], seats_of(get(game))[-1]):
                first, *rest = _times(game, bot, seats)
                rest.sort()
                print(
                    f"| {game} | {bot} | {seats} | {first:.1f} | {rest[len(rest) // 2]:.1f} | {rest[-1]:.1f} |",
                    flush=True,
                )


def _times(name: str, bot: str, seats: int) -> list[float]:
    """Return the milliseconds of all decisions of some games."""
    game, catalog, found = get(name), BotCatalog(), []
    for number in range(GAMES):
        bots = [catalog.make(bot, name, Random(seat)) for seat in range(seats)]
        state, source = game.start(game.setup(seats=seats)), Random(number)
        decisions = 0
        while (actor := game.to_act(state)) is not None and decisions < DECISIONS:
            if actor is CHANCE:
                action: Any = game.sample(state, source)
            else:
                assert isinstance(actor, int)
                view = game.view(state, actor)
                began = perf_counter()
                action = bots[actor].choose(view)
                found.append(1000 * (perf_counter() - began))
                decisions += 1
            state, events = game.apply(state, action)
            for seat, each in enumerate(bots):
                each.observe(seen_by(events, seat))
    return found


if __name__ == "__main__":
    main()
