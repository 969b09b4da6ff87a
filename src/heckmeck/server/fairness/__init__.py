"""Provably fair luck: no one can choose, predict or repeat it, and everyone can check it.

The order matters: seats commit to their seeds, the server publishes the anchor of its chain, seats reveal their seeds,
and only then the first dice roll. `docs/fairness.md` has the exact mapping. The proofs in exports are in
`heckmeck.server.fairness.proof`, which is not imported here because it needs records.

>>> from heckmeck.games import get
>>> game = get("bratwurmeck")
>>> seeds = [new_seed(), None]                      # a person and a bot
>>> seats = [commitment_of(seed) for seed in seeds if seed]
>>> chain = Chain.new(chain_length(game))
>>> anchor = chain.anchor                           # published; now the seeds may be revealed
>>> state = game.start(game.setup(seats=2))
>>> roll = game.sample(state, ChainSource(chain.link(1), "QWERTZUP/1", 1, seeds))
>>> proof = chain.proof(1)                          # goes out with the roll
"""

from heckmeck.server.fairness.chain import LENGTH, SECRET_BYTES, Chain, chain_length, follows, is_secret
from heckmeck.server.fairness.seed import check_seed, commitment_of, is_commitment, is_seed, new_seed
from heckmeck.server.fairness.source import ChainSource

__all__ = [
    "LENGTH",
    "SECRET_BYTES",
    "Chain",
    "ChainSource",
    "chain_length",
    "check_seed",
    "commitment_of",
    "follows",
    "is_commitment",
    "is_secret",
    "is_seed",
    "new_seed",
]
