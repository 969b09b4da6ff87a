"""The result of a game: why it ended, the scores, and who won."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from heckmeck.games.wording import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

FORFEIT = reason("forfeit", "A player was disqualified.")

Standing = tuple[int, int]
"""A seat's score and its tie-break; higher is better in both."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    `ranking` groups the seats from best to worst; seats in one group share their place. `seat` is the one that
    forfeited, if the reason is a forfeit.
    """

    reason: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    seat: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: several if the win is shared."""
        return self.ranking[0]


def rank(reason: str, standings: Sequence[Standing], forfeited: int | None = None) -> Outcome:
    """Order the seats by standing; a seat that forfeited comes last whatever its score.

    >>> rank("grill_empty", [(7, 30), (9, 33), (7, 28)]).ranking
    ((1,), (0,), (2,))
    >>> rank("forfeit", [(7, 30), (9, 33)], forfeited=1).winners
    (0,)
    """

    def place(seat: int) -> tuple[bool, int, int]:
        return (seat == forfeited, -standings[seat][0], -standings[seat][1])

    seats = sorted(range(len(standings)), key=place)
    ranking = tuple(tuple(group) for _, group in groupby(seats, key=place))
    return Outcome(reason, tuple(score for score, _ in standings), ranking, forfeited)
