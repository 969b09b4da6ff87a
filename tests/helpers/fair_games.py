"""Games with provable luck, played by bots, as a server would play and export them."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from heckmeck.bots.registry import make
from heckmeck.games import CHANCE, AnyGame, Move, get
from heckmeck.play import Record, encode
from heckmeck.server.fairness import Chain, ChainSource, chain_length, commitment_of
from heckmeck.server.fairness.proof import Fairness, FairRecord, SeatSeed

SECRET = bytes(range(32))
SEEDS = ("000102030405060708090a0b0c0d0e0f", "f0e0d0c0b0a090807060504030201000")
ID = "QWERTZUP/1"


def played(
    name: str,
    seeds: Sequence[str | None] = SEEDS,
    *,
    bot: str = "greedy",
    stop: int | None = None,
    kind: type[Chain] = Chain,
    **options: object,
) -> FairRecord:
    """Play a game, or with `stop` only this number of steps, and return its export. `kind` may be a forged chain."""
    game = get(name)
    setup = game.setup(**options, seats=len(seeds))
    chain = kind(SECRET, chain_length(game))
    state: Any = game.start(setup)
    bots = [make(bot, game, Random(seat)) for seat in range(setup.seats)]
    steps: list[str] = []
    outcomes = 0
    while (actor := game.to_act(state)) is not None and len(steps) != stop:
        if actor is CHANCE:
            outcomes += 1
            action: Any = game.sample(state, ChainSource(chain.link(outcomes), ID, outcomes, seeds))
        else:
            assert isinstance(actor, int)
            action = bots[actor].choose(game.view(state, actor))
            assert isinstance(action, Move)
        state = game.apply(state, action).state
        steps.append(str(action))
    record = Record.of(game, setup, [f"bot:{bot}"] * setup.seats, steps, game.outcome(state))
    seats = [seed and SeatSeed(commitment_of(seed), seed) for seed in seeds]
    over = game.outcome(state) is not None
    return FairRecord.join(record, Fairness.of(ID, chain, [seat or None for seat in seats], outcomes, over=over))


def changed(record: FairRecord, **values: object) -> bytes:
    """Return the line of a record with parts of its proof replaced, unchecked."""
    written = msgspec.json.decode(encode(record))
    written["fairness"].update(values)
    return msgspec.json.encode(written)


def with_steps(record: FairRecord, steps: Sequence[str], **values: object) -> bytes:
    """Return the line of a record with other steps."""
    return encode(msgspec.structs.replace(record, steps=tuple(steps), **values))


def chance_steps(game: AnyGame, record: FairRecord) -> list[tuple[int, Any]]:
    """Return the place of every outcome among the steps, with the state before it."""
    state: Any = game.start(game.setup(**record.setup))
    found = []
    for place, text in enumerate(record.steps):
        if game.to_act(state) is CHANCE:
            found.append((place, state))
        state = game.apply(state, game.parse(text)).state
    return found
