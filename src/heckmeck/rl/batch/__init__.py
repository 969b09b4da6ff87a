"""Batches: thousands of games in lockstep, as arrays. They need only numpy; see docs/environments.md."""

from __future__ import annotations

from typing import Any

from heckmeck.games import Setup
from heckmeck.rl.batch.barbecue import BarbecueLayout
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.bots import BATCH_BOTS, BatchBot, BatchNetBot, BatchTurnBot, make_batch_bot
from heckmeck.rl.batch.bratwurmeck import BratwurmeckLayout
from heckmeck.rl.batch.karteneck import KarteneckLayout
from heckmeck.rl.batch.kernel import KernelBatch, library
from heckmeck.rl.batch.layout import DiceLayout, Layout, PrizeArrays, Records, Status
from heckmeck.rl.batch.reference import ReferenceBatch
from heckmeck.rl.batch.stream import Seed
from heckmeck.rl.batch.turn_plans import TurnPlans, play_turns
from heckmeck.rl.batch.turn_tables import PASS
from heckmeck.rl.batch.valuation import TurnWorths, Valuation, make_valuation
from heckmeck.rl.encoding import AnyEncoding, BarbecueEncoding, BratwurmeckEncoding, KarteneckEncoding, encoding_for
from heckmeck.rl.episode import MAX_TURNS, check_max_turns

__all__ = [
    "BATCH_BOTS",
    "PASS",
    "Batch",
    "BatchBot",
    "BatchNetBot",
    "BatchTurnBot",
    "DiceLayout",
    "Layout",
    "PrizeArrays",
    "Records",
    "Status",
    "TurnPlans",
    "TurnWorths",
    "Valuation",
    "layout_for",
    "make_batch",
    "make_batch_bot",
    "make_valuation",
    "play_turns",
]


def layout_for(encoding: AnyEncoding) -> Layout[Any, Any, Any]:
    """Return the layout of the records of a game."""
    if isinstance(encoding, BratwurmeckEncoding):
        return BratwurmeckLayout(encoding)
    if isinstance(encoding, BarbecueEncoding):
        return BarbecueLayout(encoding)
    assert isinstance(encoding, KarteneckEncoding)
    return KarteneckLayout(encoding)


def make_batch(
    setup: Setup, games: int, seed: Seed = None, *, max_turns: int | None = MAX_TURNS, use_kernel: bool = True
) -> Batch:
    """Start a number of games with the same set-up.

    They are played in C. Without the kernel, the reference engine plays the same games, much more slowly.

    >>> from heckmeck.games import get
    >>> batch = make_batch(get("bratwurmeck").setup(seats=2), games=1000, seed=1)
    >>> batch.step(batch.random_actions())
    >>> batch.observations.shape, batch.masks.shape, batch.seats.shape
    ((1000, 65), (1000, 40), (1000,))
    """
    layout = layout_for(encoding_for(setup))
    max_turns = check_max_turns(max_turns)
    found = library() if use_kernel else None
    if found is not None:
        return KernelBatch(found, layout, games, seed, max_turns)
    return ReferenceBatch(layout, games, seed, max_turns)
