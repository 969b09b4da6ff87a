"""All positions between the turns of a reduced game for two players, numbered, and the successors of each of them.

A position is seen from the player to move. Each portion has a place: on the grill, turned over, or at a certain height
of the mover's or the opponent's stack. The places are the lower digits of the position's number; the higher ones are
the portions turned over and the number of open portions. In ascending order, the numbers are therefore grouped by the
set of turned portions, larger sets first, and within a group by the number of open portions, fewer first. Values become
known in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb, perm
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup
from heckmeck.games.bratwurmeck.setup import worms_on
from heckmeck.solve.values import LOST, SHARED, WON, Codes

MAX_PORTIONS = 10
"""Maximum number of portions: with more, a position exceeds 64 bits, and all of them the memory of most machines."""

CHUNK = 1 << 16
"""Number of positions whose successors are computed at a time, to limit the use of memory."""

WORKING = 64
"""Bytes that a position needs in memory: 24 for its number and its bounds, the rest while positions are searched."""

NONE = -1
"""Stands for a missing successor."""

Numbers = NDArray[np.int32]


def max_positions(portions: int) -> int:
    """Return an upper bound of the number of positions. Some of those with a turned portion cannot be reached.

    >>> max_positions(2), len(Positions(BratwurmeckSetup(seats=2, portions=(21, 22))))
    (7, 6)
    """
    return sum(comb(portions, turned) * _open_positions(portions - turned) for turned in range(portions))


def _open_positions(portions: int) -> int:
    """Return the number of positions with nothing turned over: some portions in two stacks, in any order, some not."""
    return sum(perm(portions, won) * (won + 1) for won in range(portions))


def memory_needed(portions: int) -> int:
    """Return an upper estimate of the bytes of memory that solving a game with this number of portions takes.

    It is the memory for all positions and for the successors of the largest group, the one with nothing turned over.
    """
    return max_positions(portions) * WORKING + _open_positions(portions) * (portions + 2) * np.dtype(np.int32).itemsize


class Successors(NamedTuple):
    """The successors of some positions.

    `exact` has a column for each portion: the successor if a sum takes it from the grill or steals it. `top` is the
    portion that can be stolen, counted from the lowest one. `fail` is the successor after a failed attempt.
    """

    exact: NDArray[np.integer]
    top: NDArray[np.integer]
    fail: NDArray[np.integer]

    def rows(self, chosen: slice | NDArray[np.int64]) -> Successors:
        """Return the successors of some of the positions."""
        return Successors(self.exact[chosen], self.top[chosen], self.fail[chosen])


class Places:
    """Encodes and decodes positions as numbers, and computes their successors."""

    def __init__(self, setup: BratwurmeckSetup) -> None:
        lowest, highest = setup.portions
        self.portions = range(lowest, highest + 1)
        self.returned_highest_turns = setup.returned_highest_turns
        n = len(self.portions)
        if setup.seats != 2 or n > MAX_PORTIONS:
            raise BadSetup("too_large", f"Only games of two players and at most {MAX_PORTIONS} portions are solved.")
        self._n = n
        self._own, self._other = 2, 2 + n  # digits: 0 on the grill, 1 turned over, then the heights in the stacks
        self._power = (2 * n + 2) ** np.arange(n, dtype=np.int64)
        self._bits = 1 << np.arange(n, dtype=np.int64)
        self._worms = np.array([worms_on(portion) for portion in self.portions])

    def code(self, grill: Sequence[int], own: Sequence[int], other: Sequence[int]) -> int:
        """Return the number of one position, the stacks with their tops last."""
        digits = np.ones((1, self._n), np.int64)
        for start, portions in ((self._own, own), (self._other, other)):
            for height, portion in enumerate(portions):
                digits[0, portion - self.portions[0]] = start + height
        for portion in grill:
            digits[0, portion - self.portions[0]] = 0
        return int(self._encode(digits)[0])

    def digits(self, codes: Codes) -> Codes:
        """Return the place of every portion in every position."""
        return codes[:, None] // self._power % (2 * self._n + 2)

    def group(self, codes: Codes) -> Codes:
        """Return the number of the group: equal for positions with the same portions turned over."""
        return self.block(codes) // (self._n + 1)

    def block(self, codes: Codes) -> Codes:
        """Return the number of the block: equal for positions of a group with the same number of open portions."""
        return np.asarray(codes // (self._power[-1] * (2 * self._n + 2)))

    def _encode(self, digits: Codes) -> Codes:
        turned = digits == 1
        head = ((self._n - turned.sum(axis=1)) << self._n) + turned @ self._bits
        head = head * (self._n + 1) + (digits == 0).sum(axis=1)
        return np.asarray(head * self._power[-1] * (2 * self._n + 2) + digits @ self._power)

    def after(self, codes: Codes) -> Successors:
        """Return the numbers of the successors: -2 - WON and so on for ends of the game, NONE where there is none."""
        digits = self.digits(codes)
        own = (digits >= self._own) & (digits < self._other)
        other = digits >= self._other
        after = np.where(own, digits + self._n, np.where(other, digits - self._n, digits))
        onto = self._other + own.sum(axis=1)
        exact = np.full(digits.shape, NONE, np.int64)
        self._take(exact, digits, after, onto)
        top = np.where(other.any(axis=1), digits.argmax(axis=1), NONE)
        self._steal(exact, top, after, onto)
        return Successors(exact, top, self._failed(digits, after))

    def _take(self, exact: Codes, digits: Codes, after: Codes, onto: Codes) -> None:
        last = (digits == 0).sum(axis=1) == 1
        for portion in range(self._n):
            rows = np.flatnonzero(digits[:, portion] == 0)
            next_digits = after[rows]
            next_digits[:, portion] = onto[rows]
            exact[rows, portion] = np.where(last[rows], -2 - self._end(next_digits), self._encode(next_digits))

    def _end(self, digits: Codes) -> Codes:
        """Return how the game ended for the player who moved last: most worms, then the highest portion (BW-5.2)."""
        numbers = np.arange(1, self._n + 1)
        stacks = (digits >= self._other, (digits >= self._own) & (digits < self._other))
        mine, theirs = [stack @ self._worms * 100 + (stack * numbers).max(axis=1) for stack in stacks]
        return np.where(mine > theirs, WON, np.where(mine < theirs, LOST, SHARED))

    def _steal(self, exact: Codes, top: Codes, after: Codes, onto: Codes) -> None:
        rows = np.flatnonzero(top != NONE)
        next_digits = after[rows]
        next_digits[np.arange(len(rows)), top[rows]] = onto[rows]
        exact[rows, top[rows]] = self._encode(next_digits)

    def _failed(self, digits: Codes, after: Codes) -> Codes:
        own = np.where(digits < self._other, digits, 0)
        rows = np.flatnonzero(own.max(axis=1) >= self._own)
        returned = own[rows].argmax(axis=1)
        highest = self._n - 1 - (digits[rows, ::-1] == 0).argmax(axis=1)
        turned = np.maximum(returned, highest)
        next_digits = after.copy()
        next_digits[rows, returned] = 0
        turns = (highest > returned) | self.returned_highest_turns
        next_digits[rows[turns], turned[turns]] = 1
        return self._encode(next_digits)


class Positions:
    """The positions that can be reached, in the order of their numbers.

    >>> len(Positions(BratwurmeckSetup(seats=2, portions=(21, 22))))
    6
    """

    game: ClassVar[str] = Bratwurmeck.name

    def __init__(self, setup: BratwurmeckSetup, codes: Codes | None = None) -> None:
        self.setup = setup
        self.places = Places(setup)
        start = self.places.code(self.places.portions, (), ())
        self.codes = _reachable(self.places, start) if codes is None else codes
        self.start = int(np.searchsorted(self.codes, start))

    def __len__(self) -> int:
        return len(self.codes)

    def groups(self) -> Iterator[list[slice]]:
        """Yield the positions with each set of turned portions, as blocks with the same number of open portions."""
        edges = _edges(self.places.group(self.codes))
        for first, last in pairwise(edges):
            inner = _edges(self.places.block(self.codes[first:last])) + first
            yield [slice(int(a), int(b)) for a, b in pairwise(inner)]

    def find(self, grill: Sequence[int], own: Sequence[int], other: Sequence[int]) -> int:
        """Return the number of the position with this grill and these stacks; `own` is that of the player to move."""
        code = self.places.code(grill, own, other)
        number = int(np.searchsorted(self.codes, code))
        if number == len(self) or self.codes[number] != code:
            raise BadSetup("no_position", "This position cannot occur between two turns.")
        return number

    def successors(self, span: slice) -> Successors:
        """Return the numbers of these positions' successors; ends of the game are numbered after all positions."""
        count = span.stop - span.start
        found = Successors(
            np.empty((count, len(self.places.portions)), np.int32), np.empty(count, np.int32), np.empty(count, np.int32)
        )
        for first in range(0, count, CHUNK):
            here = slice(first, min(first + CHUNK, count))
            exact, top, fail = self.places.after(np.asarray(self.codes[span][here]))
            found.exact[here], found.top[here], found.fail[here] = self._numbers(exact), top, self._numbers(fail)
        return found

    def _numbers(self, codes: NDArray[np.integer]) -> Numbers:
        found = np.searchsorted(self.codes, codes)
        numbers = np.where(codes >= 0, found, np.where(codes == NONE, NONE, len(self) - 2 - codes))
        return numbers.astype(np.int32)  # there are fewer than 2**31 positions of MAX_PORTIONS portions


def _edges(keys: Codes) -> Codes:
    """Return the indices where runs of equal keys begin, and the length."""
    return np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1, [len(keys)]])


def _reachable(places: Places, start: int) -> Codes:
    """Return all reachable positions by a breadth-first search over moves and failed attempts."""
    known = np.array([start], np.int64)
    frontier = known
    while len(frontier):
        found = []
        for first in range(0, len(frontier), CHUNK):
            after = places.after(frontier[first : first + CHUNK])
            codes = np.unique(np.concatenate([after.exact.ravel(), after.fail]))
            found.append(codes[codes >= 0])
        reached = np.unique(np.concatenate(found))
        at = np.minimum(np.searchsorted(known, reached), len(known) - 1)
        frontier = reached[known[at] != reached]
        known = np.sort(np.concatenate([known, frontier]), kind="stable")
    return known
