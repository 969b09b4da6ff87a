"""Write games with provable luck, as test vectors for the browser's checker: `python web/fairness_vectors.py`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from heckmeck.games import CHANCE, WeightedDistribution, get
from heckmeck.games.chance import Drawn
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
    # So few cards that the pile is used up again and again.
    ("karteneck", {"portions": (16, 33), "zeros": 3, "removed": 0, "copies": 5, "worm_cards": 6}),
)
SIZES = (1, 2, 6, 110, 6**8, 2**31 + 1, 2**32)
WEIGHTS = ((1,) * 6, (1,), (3, 1), (2, 0, 3, 1), (1, 1000, 1), (2**31, 2**31 - 1), (2**32 - 1, 1))
"""Weights of the generic mapping, for games without a mapping of their own."""


def vectors() -> str:
    """Return the file: links, numbers, draws by weights, and whole games with their proofs and steps."""
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
        "weighted": [_weighted(number, weights) for number, weights in enumerate(WEIGHTS * 5, 1)],
        "games": [_game(name, options) for name, options in GAMES],
    }
    return json.dumps(msgspec.to_builtins(found), separators=(",", ":")) + "\n"


def _weighted(number: int, weights: tuple[int, ...]) -> dict[str, Any]:
    """Return the outcome with this number, drawn by weights: the place among them that was drawn."""
    distribution = WeightedDistribution({Drawn((place,)): weight for place, weight in enumerate(weights)})
    drawn = distribution.sample(ChainSource(Chain(SECRET, 1024).link(number), ID, number, SEEDS))
    return {"outcome": number, "weights": weights, "drawn": drawn.things[0]}


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
    # Of the frames the checker reads nothing but the number of the step and what happened.
    frames = msgspec.json.decode(msgspec.json.encode(replayed(record).frames))
    told = [{"step": frame["step"], "events": frame.get("events", [])} for frame in frames]
    return {"record": fair, "outcomes": outcomes, "links": links, "frames": told if game.hides else []}


if __name__ == "__main__":
    VECTORS.write_text(vectors(), encoding="utf-8")
