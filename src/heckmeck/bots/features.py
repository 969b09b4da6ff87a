"""Features: positions between turns as numbers of table rows, which a network adds up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from heckmeck.games import Setup
from heckmeck.games.outcome import Standing

SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT")


class Features(ABC, Generic[SetupT, StateT]):
    """The features of one game with a number of seats, all of them relative to the seat to move.

    Each of `count` questions has one answer out of several, and every answer is a row of its own: `size` rows in all.
    Answers are from the same range in every set-up with as many seats.
    """

    setup_type: ClassVar[type[Setup]]
    """The type of the set-ups of the game."""
    places: ClassVar[int]
    """The first questions are about so many places."""
    common: ClassVar[int]
    """The number of their answers that are about no seat."""
    each: ClassVar[int]
    """The number of their further answers for each seat."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.answers = tuple(self._answers())
        """How many answers each question has."""
        self.count = len(self.answers)
        self.size = sum(self.answers)
        self._first = [sum(self.answers[:number]) for number in range(self.count)]

    def indices(self, state: StateT) -> list[int]:
        """Return the rows of a state between turns, in the order of the questions."""
        return [first + answer for first, answer in zip(self._first, self._answer(state), strict=True)]

    def meaning(self, row: int) -> tuple[str, int | None, int]:
        """Return what a row stands for, whatever the number of seats: question, seat that it is about, and answer."""
        return self._meanings[row]

    def row(self, question: str, seat: int | None, answer: int) -> int:
        """Return the row with this meaning; -1 where there is none."""
        return self._rows.get((question, seat, answer), -1)

    @cached_property
    def _meanings(self) -> list[tuple[str, int | None, int]]:
        found: list[tuple[str, int | None, int]] = []
        compared = len(comparisons(self.seats, 0))
        for number, answers in enumerate(self.answers):
            for answer in range(answers):
                seat, after = None, number - self.places
                if after < 0 and answer >= self.common:
                    seat, place = divmod(answer - self.common, self.each)
                    found.append((f"place {number}", seat, place))
                elif after < 0:
                    found.append((f"place {number}", None, answer))
                elif after < self.seats - 1:
                    found.append(("duel", after + 1, answer))
                elif after < compared:
                    found.append(("lead", after - self.seats + 1, answer))
                else:
                    found.append((f"rest {after - compared}", None, answer))
        return found

    @cached_property
    def _rows(self) -> dict[tuple[str, int | None, int], int]:
        return {meaning: row for row, meaning in enumerate(self._meanings)}

    @abstractmethod
    def _answers(self) -> Sequence[int]:
        """Return how many answers each question has."""

    @abstractmethod
    def _answer(self, state: StateT) -> Sequence[int]:
        """Answer the questions."""


def comparisons(seats: int, most: int) -> list[int]:
    """Return the numbers of answers of `compare_all`."""
    return [2 * most + 3] * (seats - 1 + (seats if seats > 2 else 0))


def compare_all(standings: Sequence[Standing], most: int) -> list[int]:
    """Compare the first seat with every other and, with more than two, each seat with the best of the others.

    >>> compare_all([(5, 30), (3, 36)], most=12), compare_all([(1, 21), (0, 0), (1, 22)], most=12)
    ([16], [15, 12, 12, 11, 14])
    """
    found = [compare(standings[0], other, most) for other in standings[1:]]
    if len(standings) > 2:
        for seat, standing in enumerate(standings):
            found.append(compare(standing, max([*standings[:seat], *standings[seat + 1 :]]), most))
    return found


def compare(mine: Standing, theirs: Standing, most: int) -> int:
    """Return the class of a comparison: the difference of scores up to `most`, for equal scores the tie-break.

    >>> [compare((score, 30), (5, 31), most=2) for score in (2, 3, 4, 5, 6, 7, 8)]
    [0, 0, 1, 2, 5, 6, 6]
    """
    difference = mine[0] - theirs[0]
    if difference == 0:
        return most + 1 + (mine[1] > theirs[1]) - (mine[1] < theirs[1])
    return max(difference, -most) + most if difference < 0 else min(difference, most) + most + 2
