"""Write games with provable luck, to test the browser's checker: `python web/fairness_vectors.py`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from heckmeck.games import CHANCE, get
from heckmeck.games.chance import Drawn, WeightedDistribution
from heckmeck.play.record import Record
from heckmeck.server.api.replay import replayed
from heckmeck.server.fairness import Chain, ChainSource, chain_length, commitment_of
from heckmeck.server.fairness.proof import Fairness, FairRecord, SeatSeed

VECTORS = Path(__file__).parent / "tests/fairness/vectors.json"
ID = "QWERTZUP/3"
SECRET = bytes(range(100, 132))
SEEDS = ("000102030405060708090a0b0c0d0e0f", None, "f0e0d0c0b0a090807060504030201000")
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("bratwurmeck", {"portions": (21, 22)}),
    ("barbecue", {"snails": 3}),
    # So few cards that the pile runs out repeatedly.
    ("karteneck", {"portions": (16, 33), "zeros": 3, "removed": 0, "copies": 5, "worm_cards": 6}),
)
SIZES = (1, 2, 6, 110, 6**8, 2**31 + 1, 2**32)
WEIGHTS = ((1, 1, 1, 1, 1, 1), (2, 0, 3, 1), (5,), (2**31, 1), (1, 10, 100, 1000))
"""Weights of the outcomes, which are named by their indexes, for the generic mapping."""
DRAWS = 20


def vectors() -> str:
    """Return the file: links, numbers, and whole games with their proofs and steps."""
    chain = Chain(SECRET, 1024)
    source = ChainSource(chain.link(1), ID, 1, SEEDS)
    found = {
        "secret": SECRET.hex(),
        "anchor": chain.anchor,
        "links": {number: chain.link(number).hex() for number in (1, 2, 1023, 1024, 1025, 4000)},
        "hidden_links": {number: Chain(SECRET, 0).link(number).hex() for number in (1, 2)},
        "game": ID,
        "seeds": SEEDS,
        "numbers": [[size, source.randrange(size)] for size in SIZES * 5],
        "weights": [_draws(weights, chain) for weights in WEIGHTS],
        "games": [_game(name, options) for name, options in GAMES],
    }
    return json.dumps(msgspec.to_builtins(found), separators=(",", ":")) + "\n"


def _draws(weights: tuple[int, ...], chain: Chain) -> dict[str, Any]:
    """Return weights, and the indexes that the generic mapping draws as the first outcomes of a game."""
    places = {Drawn((place,)): weight for place, weight in enumerate(weights)}
    distribution = WeightedDistribution(places)
    sources = (ChainSource(chain.link(number), ID, number, SEEDS) for number in range(1, DRAWS + 1))
    return {"weights": weights, "places": [distribution.sample(source).things[0] for source in sources]}


def _game(name: str, options: dict[str, Any]) -> dict[str, Any]:
    game = get(name)
    setup = game.setup(**options, seats=len(SEEDS))
    chain = Chain(SECRET, chain_length(game))
    moves = Random(1)
    state: Any = game.start(setup)
    steps: list[str] = []
    outcomes = 0
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            outcomes += 1
            action: Any = game.sample(state, ChainSource(chain.link(outcomes), ID, outcomes, SEEDS))
        else:
            action = moves.choice(game.legal_moves(state))
        steps.append(str(action))
        state = game.apply(state, action).state
    seats = [SeatSeed(commitment_of(seed), seed) if seed else None for seed in SEEDS]
    record = Record.of(game, setup, ["Ann", "bot:random", "Bo"], steps, game.outcome(state))
    fair = FairRecord.join(record, Fairness.of(ID, chain, seats, outcomes, over=True))
    links = [chain.link(number).hex() for number in range(1, outcomes + 1)] if chain.length else []
    # The checker reads only the number of the step and the events of a frame.
    frames = msgspec.json.decode(msgspec.json.encode(replayed(record).frames))
    told = [{"step": frame["step"], "events": frame.get("events", [])} for frame in frames]
    return {"record": fair, "outcomes": outcomes, "links": links, "frames": told if game.hides else []}


if __name__ == "__main__":
    VECTORS.write_text(vectors(), encoding="utf-8")
