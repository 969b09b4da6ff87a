"""Decisions of a round with cards that cost much, in words: what was done, what was better, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from heckmeck.cli.verdict import HOPELESS, risk_clause
from heckmeck.games import AnyGame, Move, View
from heckmeck.games.karteneck import DropOut, KarteneckView, Lay, total
from heckmeck.games.karteneck.cards import has_worm
from heckmeck.games.portion import owner_of_top
from heckmeck.games.wording import number_word, seat_name
from heckmeck.play import Record, replay
from heckmeck.play.win_accounts import WinJudged, WinMoment

SAFER = 0.05
"""A chance to fail that is lower by this is worth saying."""
RISKY = 0.6
"""A move that fails more often than this is not recommended by its risk."""
WORTH_SAYING = 0.3
"""What a round brings more from here on is more than the simulations may be mistaken."""
LITTLE = 0.03
"""A loss below this is a little, as a share of wins."""


class Table(NamedTuple):
    """What everybody saw at a decision, and the names of the players."""

    view: View
    names: Sequence[str]

    @property
    def lowest(self) -> int | None:
        """The lowest portion on the grill."""
        return self.view.grill[0] if isinstance(self.view, KarteneckView) and self.view.grill else None

    def owner(self, portion: int) -> str | None:
        """Return the name of the player whose top portion can be stolen."""
        if not isinstance(self.view, KarteneckView):
            return None
        return seat_name(owner_of_top(portion, self.view.stacks, self.view.turn_of), self.names)


def tables_at(record: Record, game: AnyGame, names: Sequence[str], steps: Collection[int]) -> dict[int, Table]:
    """Return what everybody saw before some steps of a game."""
    return {
        number: Table(game.view(step.state, None), names)
        for number, step in enumerate(replay(record), 1)
        if number in steps
    }


def no_reason(lost: float, they: str = "it wins") -> str:
    """Say that no single thing makes the better move better.

    >>> no_reason(0.02)
    'No single reason: it wins a little more often.'
    """
    return f"No single reason: {they} {'a little ' if lost < LITTLE else ''}more often."


class _Way(NamedTuple):
    """A move of a round, in words, and how it went on in simulations; `failed` is None where these say nothing."""

    move: Move
    words: str
    failed: float | None
    likely: str | None
    gain: float
    counts: int
    left: int

    @property
    def takes_lowest(self) -> bool:
        """Whether it takes the lowest portion at once."""
        return isinstance(self.move, DropOut) and self.failed == 1


def round_in_words(move: Move, best: Move, judged: WinJudged, moment: WinMoment, table: Table | None) -> str:
    """Compare two moves of a round by how they went on in simulations: a reason is given where these show one."""
    chosen, better = _chosen(move, moment, table), _better(best, moment, table)
    if isinstance(best, DropOut) and best.steal:
        return f"Chose to {chosen.words}. To {better.words} was better."  # what it steals is the reason
    reason = _reason(chosen, better, table)
    if not reason:
        return f"Chose to {chosen.words}. To {better.words} was better. {no_reason(judged.lost)}"
    return f"Chose to {chosen.words}{_risked(chosen, better)}. To {better.words} was better: {reason}."


def _chosen(move: Move, moment: WinMoment, table: Table | None) -> _Way:
    return _way(move, moment, table, moment.failed)._replace(
        likely=moment.likely, gain=moment.gain or 0.0, counts=moment.counts or 0, left=moment.left or 0
    )


def _better(move: Move, moment: WinMoment, table: Table | None) -> _Way:
    return _way(move, moment, table, moment.best_failed)._replace(
        likely=moment.best_likely, gain=moment.best_gain or 0.0, counts=moment.best_counts or 0,
        left=moment.best_left or 0,
    )  # fmt: skip


def _way(move: Move, moment: WinMoment, table: Table | None, failed: float | None) -> _Way:
    """Describe a move. With a worm in the hand no layout has to end without one: then simulations say nothing."""
    words = move.describe()
    if isinstance(move, Lay) and failed and has_worm(moment.hand):
        failed = None
    elif move == DropOut(steal=True):
        words = _theft(words, moment, table)
    elif isinstance(move, DropOut) and failed == 1:
        words = f"{words} without a worm"
    return _Way(move, words, failed, None, 0.0, 0, 0)


def _theft(words: str, moment: WinMoment, table: Table | None) -> str:
    """Say which portion is stolen, and from whom."""
    portion = total(moment.layout)
    owner = None if table is None else table.owner(portion)
    return f"{words} the {portion}{'' if owner is None else f' from {owner}'}"


def _reason(chosen: _Way, better: _Way, table: Table | None) -> str:
    """Say why a move was better: what tells the two apart and speaks for it. Empty where there is no such thing."""
    if chosen.failed is None or better.failed is None:
        return ""
    lowest = None if table is None else table.lowest
    if better.takes_lowest:
        return _why_lowest(chosen, lowest)
    if better.failed < chosen.failed - SAFER:
        return _why_safer(chosen, better, lowest)
    return "" if better.failed > chosen.failed + SAFER else _why_portion(chosen, better)


def _why_lowest(chosen: _Way, lowest: int | None) -> str:
    """Taking the lowest portion at once is certain, and may be more than what laying leads to."""
    if lowest == 0:
        return ""
    portion = "the lowest portion" if lowest is None else f"the {lowest}"
    if (chosen.failed or 0.0) > SAFER:
        return f"{portion} was certain"
    if lowest is None or chosen.likely is None or lowest <= int(chosen.likely):
        return ""
    return f"it takes {portion} at once, while laying is most often served the {chosen.likely}"


def _why_safer(chosen: _Way, better: _Way, lowest: int | None) -> str:
    failed = better.failed or 0.0
    if failed > RISKY:
        return ""
    risk = _without_worm(failed)
    if chosen.takes_lowest:
        higher = better.likely is not None and int(better.likely) > (lowest or 0)
        return f"{risk}, and most often it is served the {better.likely}" if higher else risk
    return "it is a little safer" if risk == _without_worm(chosen.failed or 0.0) else risk


def _why_portion(chosen: _Way, better: _Way) -> str:
    """Of moves that are equally safe, one is served a higher portion, or as high a one for fewer cards."""
    if chosen.likely is None or better.likely is None:
        return ""
    more = better.gain - chosen.gain
    if int(better.likely) > int(chosen.likely):
        return f"most often it is served the {better.likely}, not the {chosen.likely}" if more > 0 else ""
    if better.likely != chosen.likely or more < 0:
        return ""
    if better.counts > chosen.counts and more >= WORTH_SAYING:
        return f"the layout counts {better.counts} then, not {chosen.counts}"
    saved = better.left - chosen.left
    if saved <= 0 or not isinstance(better.move, Lay):
        return ""
    cards = "one card" if saved == 1 else f"{number_word(saved)} cards"
    return f"most often it is served the {better.likely} as well, for {cards} less"


def _risked(chosen: _Way, better: _Way) -> str:
    """Say what was risked, where the better move risks less."""
    failed = chosen.failed or 0.0
    if isinstance(chosen.move, DropOut) or failed <= SAFER:
        return ""
    safer = better.takes_lowest or (better.failed or 0.0) < failed - SAFER
    return f": {_without_worm(failed)}" if safer else ""


def _without_worm(failed: float) -> str:
    """Say how often a layout ends without a worm, as a clause."""
    if failed > HOPELESS:
        return "it hardly ever gets a worm"
    return risk_clause(failed).replace("goes wrong", "ends without a worm").replace("works", "gets a worm")
