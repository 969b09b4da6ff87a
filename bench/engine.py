"""Measure the speed of the rules: random games through the plain engine, one process, no views and no records.

The same run alternates with PyPI's `pickomino-env`, an environment for the first game.
Its step is one call of `env.step`: keep a face and say whether to roll on; its own bot then plays within the call.
Ours is one step of a record: a roll, a keep, or the choice that follows. Three ratios are therefore printed:

  steps          our steps against its calls of env.step, as either library's user counts them
  keeps          our keeps against its calls of env.step: the same amount of one player's decisions
  keeps, all     our keeps against its calls of env.step and its bot's steps together: the same amount of game
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from heckmeck.games import CHANCE, GAMES, AnyGame, ChanceOutcome, Move, get
from heckmeck.games.turn import Keep

Counts = tuple[int, int, int]
"""Games, steps, and keeps (for the peer: its own steps and its bot's together)."""


def random_games(game: AnyGame, seats: int, source: Random, seconds: float) -> Counts:
    """Play random games for about this many seconds."""
    games = steps = keeps = 0
    setup = game.setup(seats=seats)
    to_act, legal_moves, sample, apply = game.to_act, game.legal_moves, game.sample, game.apply
    randrange = source.randrange
    end = perf_counter() + seconds
    while perf_counter() < end:
        state = game.start(setup)
        while (actor := to_act(state)) is not None:
            if actor is CHANCE:
                action: Move | ChanceOutcome = sample(state, source)
            else:
                moves = legal_moves(state)
                action = moves[randrange(len(moves))]
                keeps += isinstance(action, Keep)
            state, _ = apply(state, action)
            steps += 1
        games += 1
    return games, steps, keeps


def peer_games(source: Random, seconds: float) -> Counts:
    """Play random legal actions in pickomino-env against its one bot for about this many seconds."""
    from pickomino_env.pickomino import PickominoEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]  # only for this

    env: Any = PickominoEnv(number_of_bots=1)
    step_bot = env._step_bot
    bot_steps = 0

    def count_step(action: tuple[int, int]) -> None:
        nonlocal bot_steps
        bot_steps += 1
        step_bot(action)

    env._step_bot = count_step
    games = steps = 0
    end = perf_counter() + seconds
    while perf_counter() < end:
        seen, _ = env.reset(seed=source.randrange(2**31))
        over = False
        while not over:
            rolled, collected = seen["dice_rolled"].tolist(), seen["dice_collected"].tolist()
            faces = [face for face in range(6) if rolled[face] and not collected[face]]
            face = faces[source.randrange(len(faces))]
            must_stop = sum(rolled) == rolled[face]
            seen, _, terminated, truncated, _ = env.step((face, 1 if must_stop else source.randrange(2)))
            over = terminated or truncated
            steps += 1
        games += 1
    return games, steps, steps + bot_steps


def per_second(play: Callable[[float], Counts], seconds: float) -> tuple[float, ...]:
    """Return rates over the time actually taken: the last game is always played to its end."""
    began = perf_counter()
    counts = play(seconds)
    took = perf_counter() - began
    return tuple(count / took for count in counts)


def measure_games(seconds: float, console: Console) -> None:
    """Print games and steps a second for every game and number of seats."""
    table = Table("game", "seats", "games/s", "steps/s", "µs a step", title="the plain engine, random games")
    every = [(game, seats) for game in GAMES.values() for seats in game.seats]
    for game, seats in track(every, "measuring", console=console, transient=True):
        games, steps, _ = per_second(partial(random_games, game, seats, Random(1)), seconds)
        table.add_row(game.name, str(seats), f"{games:,.0f}", f"{steps:,.0f}", f"{1e6 / steps:.1f}")
    console.print(table)


def rounds(number: int, seconds: float) -> Iterator[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Measure ours and the peer alternately, so that a busy moment of the machine affects both."""
    game = get("bratwurmeck")
    for seed in range(number):
        ours = per_second(partial(random_games, game, 2, Random(seed)), seconds)
        yield ours, per_second(partial(peer_games, Random(seed)), seconds)


def measure_peer(number: int, seconds: float, console: Console) -> None:
    """Print our rates and those of pickomino-env, as medians of all rounds, and their ratios."""
    if find_spec("pickomino_env") is None:
        console.print("pickomino-env is not installed, so there is nothing to compare with: pip install pickomino-env")
        return
    both = list(track(rounds(number, seconds), "comparing", number, console=console, transient=True))
    table = Table("counted in", "heckmeck a second", "pickomino-env a second", "ratio", title="beside pickomino-env")
    for name, mine, theirs in (("steps", 1, 1), ("keeps", 2, 1), ("keeps, all", 2, 2)):
        here, there = median(ours[mine] for ours, _ in both), median(peer[theirs] for _, peer in both)
        table.add_row(name, f"{here:,.0f}", f"{there:,.0f}", f"{here / there:.1f}")
    console.print(table)
    console.print(__doc__[__doc__.index("Its step is") :].strip(), style="dim")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="of ours and the peer alternately")
    options = parser.parse_args()
    console = Console()
    console.print(f"Python {sys.version.split()[0]}")
    measure_games(options.seconds, console)
    measure_peer(options.rounds, options.seconds, console)


if __name__ == "__main__":
    main()
