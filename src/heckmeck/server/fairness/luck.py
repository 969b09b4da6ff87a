"""The luck of one game at a table: its chain, and the parts of it that may be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heckmeck.games import AnyGame
from heckmeck.server.fairness import SECRET_BYTES, Chain, ChainSource, chain_length, check_seed
from heckmeck.server.table.progress import Seeds, Sources

if TYPE_CHECKING:
    from heckmeck.server.fairness.proof import Fairness, SeatSeed


class ChainLuck:
    """The chain of one game. It stays with the table; bots never see it."""

    __slots__ = ("_chain",)

    def __init__(self, chain: Chain) -> None:
        self._chain = chain

    @classmethod
    def new(cls, game: AnyGame) -> ChainLuck:
        """Return the luck of a game about to begin."""
        return cls(Chain.new(chain_length(game)))

    @classmethod
    def stored(cls, game: AnyGame, secret: bytes) -> ChainLuck:
        """Return the luck of a game that has begun, from its stored secret."""
        return cls(Chain(secret, chain_length(game)))

    @property
    def anchor(self) -> str:
        """The published end of the chain."""
        return self._chain.anchor

    @property
    def secret(self) -> bytes:
        """The secret that determines the whole chain."""
        return self._chain.secret

    def sources(self, game_id: str, seeds: Seeds) -> Sources:
        """Return the sources of the game's outcomes with these seeds."""
        return lambda number: ChainSource(self._chain.link(number), game_id, number, seeds)

    def is_seed(self, seed: str, commitment: str | None) -> bool:
        """Return whether a seat that made this commitment has this seed."""
        return commitment is not None and check_seed(seed, commitment)

    def links(self, before: int, after: int) -> tuple[str, ...]:
        """Return the proofs of the outcomes from one count to another, as far as they may be shown now."""
        proofs = (self._chain.proof(number) for number in range(before + 1, after + 1))
        return tuple(proof for proof in proofs if proof is not None)

    def proof(self, game_id: str, seats: Sequence[SeatSeed | None], outcomes: int, *, over: bool) -> Fairness:
        """Return everything that may be shown of a game's luck after this number of outcomes."""
        from heckmeck.server.fairness.proof import Fairness

        return Fairness.of(game_id, self._chain, seats, outcomes, over=over)


NO_LUCK = ChainLuck(Chain(bytes(SECRET_BYTES), 0))
"""The luck of a table before its first game. No game is played with it."""
