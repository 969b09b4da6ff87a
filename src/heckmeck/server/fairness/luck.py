"""The luck of one game at a table: its chain, and what may be shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heckmeck.games import AnyGame
from heckmeck.server.fairness import SECRET_BYTES, Chain, ChainSource, chain_length
from heckmeck.server.table.progress import Luck, Seeds

if TYPE_CHECKING:
    from heckmeck.server.fairness.proof import Fairness, SeatSeed


class ChainLuck:
    """The chain of one game. Bots never see it: it stays with the table."""

    __slots__ = ("_chain",)

    def __init__(self, chain: Chain) -> None:
        self._chain = chain

    @classmethod
    def new(cls, game: AnyGame) -> ChainLuck:
        """Return the luck of a game about to begin."""
        return cls(Chain.new(chain_length(game)))

    @classmethod
    def kept(cls, game: AnyGame, secret: bytes) -> ChainLuck:
        """Return the luck of a game that was begun before."""
        return cls(Chain(secret, chain_length(game)))

    @property
    def anchor(self) -> str:
        """The published end of the chain."""
        return self._chain.anchor

    @property
    def secret(self) -> bytes:
        """What everything follows from."""
        return self._chain.secret

    def luck(self, game_id: str, seeds: Seeds) -> Luck:
        """Return the luck of a game with these seeds."""
        return lambda number: ChainSource(self._chain.link(number), game_id, number, seeds)

    def links(self, before: int, after: int) -> tuple[str, ...]:
        """Return the proofs of the outcomes from one count to another, as far as they may be shown now."""
        proofs = (self._chain.proof(number) for number in range(before + 1, after + 1))
        return tuple(proof for proof in proofs if proof is not None)

    def proof(self, game_id: str, seats: Sequence[SeatSeed | None], outcomes: int, *, over: bool) -> Fairness:
        """Return all that may be known of a game's luck after so many outcomes."""
        from heckmeck.server.fairness.proof import Fairness

        return Fairness.of(game_id, self._chain, seats, outcomes, over=over)


NO_LUCK = ChainLuck(Chain(bytes(SECRET_BYTES), 0))
"""What a table has before its first game. No game is played with it."""
