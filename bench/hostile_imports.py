"""Copy games of maximum length into histories, one after another, while a victim plays elsewhere."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from bench.hostile_clients import ATTACKER
from bench.hostile_victim import Memory, Victim, attacked
from bench.server_process import Process, tell
from rich.table import Table as Grid

from heckmeck.games import CHANCE, get
from heckmeck.play.record import Record, encode
from heckmeck.server.fairness import Chain, ChainSource, chain_length
from heckmeck.server.fairness.proof import OFFLINE, Fairness, FairRecord
from heckmeck.server.table.codes import LETTERS

SEATS = 2
PLAYERS = 4
"""Number of identities of the attacker, because the games of each are limited."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--steps", type=int, default=3900, help="before each game goes to its end, which takes about 1,000 more"
    )
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=10)


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Do all measurements."""
    tell("long games are played")
    names = ["Eve", *["bot:greedy"] * (SEATS - 1)]
    bodies = [offline_game(number, args.steps, names) for number in range(args.games)]
    grid.add_row("length of a game", f"{max(map(len, bodies)) / 1000:.0f} KB", f"over {args.steps:,} steps")
    async with attacked(folder) as server:
        victim = Victim(server)
        await victim.sit_down()
        tell("the victim plays in peace")
        grid.add_row("victim in peace", *_latency(await victim.play(args.seconds), victim))
        memory = Memory(server)
        tell("the games are copied")
        attack = asyncio.create_task(_attack(server, bodies))
        grid.add_row("victim during the copying", *_latency(await victim.play(args.seconds), victim))
        replies = await attack
        grid.add_row("answers", ", ".join(f"{status}: {count}" for status, count in replies.items()), "")
        for row in memory.rows():
            grid.add_row(*row)
        victim.load.close()


def _latency(found: tuple[float, float], victim: Victim) -> tuple[str, str]:
    return f"p50 {found[0]:.1f} ms", f"p95 {found[1]:.1f} ms, {1000 * max(victim.load.latencies):.0f} ms at most"


def offline_game(number: int, steps: int, names: list[str]) -> bytes:
    """Return the request that copies a game, which has no end for this number of steps and then moves at random."""
    game, source, seats = get("bratwurmeck"), Random(number), len(names)
    identity = f"{OFFLINE}{''.join(source.choices(LETTERS, k=8))}/1"
    setup = game.setup(seats=seats)
    chain = Chain(source.randbytes(32), chain_length(game))
    state: Any = game.start(setup)
    found: list[str] = []
    outcomes = 0
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            outcomes += 1
            action: Any = game.sample(state, ChainSource(chain.link(outcomes), identity, outcomes, (None,) * seats))
        else:
            moves = list(game.legal_moves(state))
            action = moves[-1] if len(found) < steps else source.choice(moves)
        state = game.apply(state, action).state
        found.append(str(action))
    record = Record.of(game, setup, names, found, game.outcome(state))
    proof = Fairness.of(identity, chain, [None] * seats, outcomes, over=True)
    return msgspec.json.encode({"record": msgspec.Raw(encode(FairRecord.join(record, proof))), "ended": 0})


async def _attack(server: Process, bodies: list[bytes]) -> Counter[int]:
    """Copy the games; return the number of answers by status."""
    address = httpx.AsyncHTTPTransport(local_address=ATTACKER)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", transport=address, timeout=120) as client:
        tokens = [(await client.post("/api/tokens", json={"name": "Eve"})).json()["token"] for _ in range(PLAYERS)]
        replies: Counter[int] = Counter()
        for number, body in enumerate(bodies):
            headers = {"authorization": f"Bearer {tokens[number % PLAYERS]}", "content-type": "application/json"}
            reply = await client.post("/api/history/import", content=body, headers=headers)
            replies[reply.status_code] += 1
    return replies
