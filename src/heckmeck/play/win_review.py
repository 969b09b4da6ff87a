"""A game looked at again by the chances to win: their course, what each decision lost, luck apart from skill."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from heckmeck.bots import estimator_for
from heckmeck.bots.win_shares import win_shares_for
from heckmeck.games import RollAndKeep, get
from heckmeck.play.dice_win_review import DiceReviewer
from heckmeck.play.in_steps import finish
from heckmeck.play.record import Record
from heckmeck.play.view_win_review import ViewReviewer
from heckmeck.play.win_accounts import WinReview
from heckmeck.play.win_chances import win_chances_for


def win_review(record: Record, ends: Sequence[int]) -> WinReview | None:
    """Judge a game by the chances to win; see `win_review_in_steps`."""
    return finish(win_review_in_steps(record, ends))


def win_review_in_steps(record: Record, ends: Sequence[int]) -> Generator[None, None, WinReview | None]:
    """Judge a game by the chances to win; None where no evaluator knows them.

    `ends` are the steps after which turns or rounds end, beginning with 0.
    """
    game = get(record.game)
    setup = game.setup_type.make(record.setup)
    chances = win_chances_for(game, setup)
    if chances is not None:
        return (yield from DiceReviewer(game, record, chances).review(ends))
    kind, evaluator = estimator_for(game), win_shares_for(setup)
    if kind is None or evaluator is None or isinstance(game, RollAndKeep):
        return None
    return (yield from ViewReviewer(game, record, kind, evaluator).review(ends))
