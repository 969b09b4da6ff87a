"""Win shares of the champions among `greedy` and among `sure`, seats rotated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from heckmeck.bots.net import read_card, write_card
from heckmeck.bots.win_shares import WEIGHTS
from heckmeck.games import get
from heckmeck.rl.batch import BATCH_BOTS
from heckmeck.rl.batch.match import Share, play_match

SEATS = {"bratwurmeck": range(2, 8), "barbecue": range(2, 6)}
OPPONENTS = ("greedy", "sure")
PIECES = 8
"""A cell is played in so many pieces, so that several processes have work."""

Job = tuple[str, int, dict[str, object], str, str, int, int]
"""Game, seats, options, the one bot, the others, games, and seed."""


def main(games: int, cells: Sequence[str] | None, processes: int, seed: int, write: bool) -> None:
    """Play all cells and print them."""
    print("| game | seats | fair | among greedy | among sure |\n|---|---|---|---|---|", flush=True)
    for name, seats in _cells(cells):
        found = {other: _measure((name, seats, {}, "champion", other, games, seed), processes) for other in OPPONENTS}
        texts = (f"{share.rate:.2%} ({share.low:.2%} to {share.high:.2%})" for share in found.values())
        print(f"| {name} | {seats} | {1 / seats:.1%} | {' | '.join(texts)} |", flush=True)
        if write:
            path = WEIGHTS / f"{name}-{seats}.net"
            strength = {f"among {other}": [round(end, 4) for end in share[:3]] for other, share in found.items()}
            write_card(path, replace(read_card(path), strength={**strength, "games": games}))


def compare_options(games: int, processes: int, seed: int) -> None:
    """Measure champions where options are others than those that the networks were trained with."""
    print("| game | seats | options | among greedy |\n|---|---|---|---|", flush=True)
    variants: list[dict[str, object]] = [
        {},
        {"lower_portion": "next"},
        {"returned_highest_turns": True},
    ]
    for seats in (2, 4, 7):
        for options in variants:
            share = _measure(("bratwurmeck", seats, options, "champion", "greedy", games, seed), processes)
            shown = ", ".join(f"{option}={value}" for option, value in options.items()) or "–"
            print(f"| bratwurmeck | {seats} | {shown} | {share} |", flush=True)


def _cells(chosen: Sequence[str] | None) -> Iterator[tuple[str, int]]:
    for name, numbers in SEATS.items():
        for seats in numbers:
            if not chosen or f"{name}:{seats}" in chosen:
                yield name, seats


def _measure(job: Job, processes: int) -> Share:
    """Play a cell in pieces; return the share of all of them together."""
    name, seats, options, one, others, games, seed = job
    each = -(-games // PIECES)
    jobs: list[Job] = [(name, seats, options, one, others, each, seed + 10_000_000 * piece) for piece in range(PIECES)]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            return together(list(pool.map(_play, jobs)))
    return together(list(map(_play, jobs)))


def together(shares: Sequence[Share]) -> Share:
    """Return the share of several matches."""
    from heckmeck.play.statistics import win_interval

    games = sum(share.games for share in shares)
    won = sum(share.rate * share.games for share in shares)
    return Share(won / games, *win_interval(won, games), games)


def _play(job: Job) -> Share:
    name, seats, options, one, others, games, seed = job
    setup = get(name).setup(seats=seats, **options)
    return play_match(setup, BATCH_BOTS[one], BATCH_BOTS[others], games, seed)
