"""How much processor time champions take, with numpy and without, and what their weights are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from time import process_time
from unittest.mock import patch

from bench.strength_shares import SEATS

from heckmeck.bots import net, turn_bot, win_shares
from heckmeck.bots.champion import ChampionBot
from heckmeck.bots.net import PlainArithmetic, read_card
from heckmeck.bots.win_shares import WEIGHTS
from heckmeck.games import CHANCE, get
from heckmeck.solve.plain_solver import PlainSolver


def main(games: int) -> None:
    """Print medians and 99th percentiles."""
    print(
        "| game | seats | numpy, ms: median, 99 %, most | plain Python, ms: median, 99 %, most |\n|---|---|---|---|",
        flush=True,
    )
    for name, numbers in SEATS.items():
        for seats in numbers:
            fast = _times(name, seats, games)
            with _without_numpy():
                slow = _times(name, seats, max(games // 5, 1))
            shown = " | ".join(
                f"{_part(each, 0.5):.3f}, {_part(each, 0.99):.2f}, {each[-1]:.2f}" for each in (fast, slow)
            )
            print(f"| {name} | {seats} | {shown} |", flush=True)
    print(f"\nAll weights: {sum(file.stat().st_size for file in WEIGHTS.glob('*.net')):,} bytes.")


def _times(name: str, seats: int, games: int) -> list[float]:
    """Return the milliseconds of processor time of all decisions of some games, in order.

    A game before them makes the tables and reads the weights.
    """
    game, found = get(name), []
    for number in range(games + 1):
        bots = [ChampionBot(Random(seat)) for seat in range(seats)]
        state, source = game.start(game.setup(seats=seats)), Random(number)
        while (actor := game.to_act(state)) is not None:
            if actor is CHANCE:
                state = game.apply(state, game.sample(state, source)).state
                continue
            assert isinstance(actor, int)
            view = game.view(state, actor)
            began = process_time()
            move = bots[actor].choose(view)
            if number:
                found.append(1000 * (process_time() - began))
            state = game.apply(state, move).state
    return sorted(found)


def _shown(times: list[float]) -> str:
    return f"{_part(times, 0.5):.3f}, {_part(times, 0.99):.2f}, {times[-1]:.2f}"


def _part(times: list[float], share: float) -> float:
    return times[min(int(share * len(times)), len(times) - 1)]


@contextmanager
def _without_numpy() -> Iterator[None]:
    """Compute as where numpy is missing."""
    win_shares._find.cache_clear()
    with (
        patch.object(net, "_arithmetic", PlainArithmetic),
        patch.object(turn_bot, "any_solver", cache(PlainSolver)),
    ):
        turn_bot.solve_turn.cache_clear()
        yield
    win_shares._find.cache_clear()
    turn_bot.solve_turn.cache_clear()


def cards() -> None:
    """Print the cards of all networks."""
    print("| file | units | positions | minutes | seed | measured |\n|---|---|---|---|---|---|")
    for path in sorted(WEIGHTS.glob("*.net")):
        card = read_card(path)
        measured = ", ".join(f"{name} {value}" for name, value in card.strength.items())
        units = "×".join(map(str, card.units))
        print(
            f"| {path.name} | {units} | {card.positions:,} | {card.minutes:g} | {card.seed} | {measured} |", flush=True
        )
